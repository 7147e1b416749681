import type { RunContext } from '../contract/context';
import { agreeing, chanceOf, comparableNumbers } from './copies';
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
  if (!(pairsIn(whole) > BEYOND_CHANCE * byChance)) return [];
  return Array.from(rows, (row) => row + 1).filter((_, i) => whole[i] !== i);
}

/** The number of pairs of rows that share a group. */
function pairsIn(group: Int32Array): number {
  const sizes = new Uint32Array(group.length);
  return group.reduce((pairs, first) => pairs + sizes[first]++, 0);
}
