import type { RunContext } from '../contract/context';
import type { Totals } from '../contract/data';
import type { Column } from './table';

/** Matches the beginning of a label of a row of totals, in several languages. */
export const TOTAL_WORDS = String.raw`(?:grand |sub[ -]?|over-?all )?(?:totals?|totaux|sum(?:me)?|gesamt(?:summe|ergebnis)?|insgesamt|zwischensumme|somme|suma|totale|som|totaal|summa|mean|average|avg|mittel(?:wert)?|durchschnitt|moyenne|media|promedio|m[ée]dia|median|sd|std|st\.? ?dev|standardabweichung|min(?:imum)?|max(?:imum)?|合計|総計|小計|平均|总计|合计|итого|всего)`;
const LABEL = new RegExp(String.raw`^\W*${TOTAL_WORDS}(?![\p{L}\p{N}])`, 'iu');
/** Labels of more than this fraction of the rows are names of something else. */
export const MOST_TOTALS = 0.25;
/** Fewer rows give many sums by chance. */
const LEAST = 3;
/**
 * How far a value may be from a sum of n rows, as a fraction of the root of n times their mean size: all of them are
 * rounded.
 */
const ROUNDED = 1e-3;

/**
 * The rows (1-based) of a file that are sums or means of other rows: rows with such a label and some number that is the
 * sum or mean of the rows above, either all of them or those since the last such row; also rows with such labels next
 * to them. Without a label the last row, if two or more columns of numbers have their sums there, or one when another
 * lacks a value there alone, and no other column of numbers has a value there. Undefined when there are none.
 */
export function totalsIn(columns: readonly Column[], rows: number, context: RunContext): Totals | undefined {
  const numbers = columns.flatMap((column) => (column.kind === 'number' ? [column.values] : []));
  for (const [index, column] of columns.entries()) {
    if (column.kind !== 'category' && column.kind !== 'text') continue;
    const { codes } = column;
    const levels = new Set([...column.levels.keys()].filter((level) => LABEL.test(column.levels[level])));
    if (levels.size === 0) continue;
    const labelled: number[] = [];
    codes.forEach((code, row) => {
      if (levels.has(code)) labelled.push(row);
    });
    if (labelled.length === 0 || labelled.length > MOST_TOTALS * rows) continue;
    const found = new Set(
      numbers.flatMap((values) => {
        context.check();
        return totalsOf(values, labelled);
      }),
    );
    // Rows of deviations and extremes stand beside sums and means.
    for (const way of [labelled, labelled.toReversed()])
      for (const row of way) if (found.has(row - 1) || found.has(row + 1)) found.add(row);
    if (found.size > 0) {
      const all = [...found].sort((a, b) => a - b);
      return { rows: Uint32Array.from(all, (row) => row + 1), column: index, levels: namesOf(column, all) };
    }
  }
  const last = rows - 1;
  const there = numbers.filter((values) => !Number.isNaN(values[last]));
  // The label of a sum counts as missing in a column of years.
  const isLabelled = numbers.some(
    (values) => Number.isNaN(values[last]) && !values.subarray(0, last).some(Number.isNaN),
  );
  const summed =
    there.length > (isLabelled ? 0 : 1) && there.every((values) => totalsOf(values, [last], false).length > 0);
  return summed ? { rows: Uint32Array.of(rows), levels: [] } : undefined;
}

const namesOf = ({ codes, levels }: Extract<Column, { kind: 'category' | 'text' }>, rows: readonly number[]) => [
  ...new Set(rows.map((row) => levels[codes[row]])),
];

/** Those of these rows (0-based, ascending) whose value is the sum or, with `means`, the mean of the values above. */
function totalsOf(values: Float64Array, rows: readonly number[], means = true): readonly number[] {
  const [all, block] = [new Terms(), new Terms()];
  const found: number[] = [];
  let from = 0;
  for (const row of rows) {
    for (let i = from; i < row; i++) {
      if (Number.isNaN(values[i])) continue;
      all.add(values[i]);
      block.add(values[i]);
    }
    if (all.make(values[row], means) || block.make(values[row], means)) found.push(row);
    block.clear();
    from = row + 1;
  }
  return found;
}

class Terms {
  private count = 0;
  private sum = 0;
  private size = 0;

  add(value: number): void {
    this.count++;
    this.sum += value;
    this.size += Math.abs(value);
  }

  clear(): void {
    [this.count, this.sum, this.size] = [0, 0, 0];
  }

  /** True when a value is the sum of these, or, with `means`, their mean. */
  make(value: number, means: boolean): boolean {
    const { count, sum, size } = this;
    const room = (ROUNDED * size) / Math.sqrt(count);
    const isNear = (other: number, within: number) => Math.abs(value - other) <= within;
    return count >= LEAST && size > 0 && (isNear(sum, room) || (means && isNear(sum / count, room / Math.sqrt(count))));
  }
}
