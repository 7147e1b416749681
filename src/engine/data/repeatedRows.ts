import type { RunContext } from '../contract/context';
import type { Sample } from '../contract/data';
import { agreeing, chanceOf, comparableNumbers, pairsOf, sizesOf } from './copies';
import { valuesAt } from './keptRows';
import type { Table } from './table';

/** The factor by which pairs of copies must outnumber those that agree in one column by chance. */
const BEYOND_CHANCE = 3;

/**
 * The rows (1-based) among these that agree with an earlier one in every column of the file, used or not, where many
 * more pairs do than would agree by chance in the finest of its numbers alone.
 */
export function repeatedRows({ columns }: Table, rows: Uint32Array, context: RunContext): readonly number[] {
  const whole = agreeing(columns.flatMap(comparableNumbers), rows.length, context, rows);
  const chances = columns.flatMap((column) => {
    if (column.kind !== 'number' && column.kind !== 'date') return [];
    const present = valuesAt(column.values, rows, context).filter((v) => !Number.isNaN(v));
    return [chanceOf([present], new Int32Array(present.length))];
  });
  const byChance = (Math.min(...chances) * rows.length * (rows.length - 1)) / 2;
  if (!(pairsOf(sizesOf(whole)) > BEYOND_CHANCE * byChance)) return [];
  return Array.from(rows, (row) => row + 1).filter((_, i) => whole[i] !== i);
}

/**
 * The number of held-out rows of a second file that agree with a training row in every encoded feature and target; 0
 * where they are few, or where not many more agree than would by chance in the finest of these columns alone.
 */
export function learntRows(train: Sample, heldOut: Sample, context: RunContext): number {
  const [n, m] = [train.x.rows, heldOut.x.rows];
  const joined = agreeing(columnsOfBoth(train, heldOut), n + m, context);
  const learnt = joined.subarray(n).reduce((sum, first) => sum + Number(first < n), 0);
  if (learnt < LEAST_LEARNT * m) return 0;
  let chance = 1;
  for (const column of columnsOfBoth(train, heldOut))
    chance = Math.min(chance, chanceOf([column.subarray(0, n)], new Int32Array(n)));
  return learnt > BEYOND_CHANCE * m * Math.min(1, n * chance) ? learnt : 0;
}

/** Fewer of the held-out rows than this hardly change their error. */
const LEAST_LEARNT = 0.05;

/** Each encoded feature and target over the training rows and then the held-out ones, in one array that the next of them overwrites. */
function* columnsOfBoth(train: Sample, heldOut: Sample): Generator<Float64Array> {
  const [n, m] = [train.x.rows, heldOut.x.rows];
  const both = new Float64Array(n + m);
  const joined = (first: Float64Array, second: Float64Array) => {
    both.set(first);
    both.set(second, n);
    return both;
  };
  for (let j = 0; j < train.x.columns; j++)
    yield joined(train.x.values.subarray(j * n, (j + 1) * n), heldOut.x.values.subarray(j * m, (j + 1) * m));
  const others = [heldOut.y, ...heldOut.more];
  for (const [t, target] of [train.y, ...train.more].entries()) if (target.length > 0) yield joined(target, others[t]);
}
