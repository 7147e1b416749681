import type { RunContext } from '../contract/context';
import type { Totals } from '../contract/data';
import type { Column } from './table';

/** Matches a word for a row of totals, in several languages. */
export const TOTAL_WORDS = String.raw`(?:grand |sub[ -]?|over-?all )?(?:totals?|totaux|sum(?:me)?|gesamt(?:summe|ergebnis)?|insgesamt|zwischensumme|somme|suma|totale|som|totaal|summa|mean|average|avg|mittel(?:wert)?|durchschnitt|moyenne|media|promedio|m[ée]dia|median|sd|std|st\.? ?dev|standardabweichung|min(?:imum)?|max(?:imum)?|合計|総計|小計|平均|总计|合计|итого|всего)`;
/** Matches a label that begins with such a word, or ends with it behind the name of a group: "North Total". */
const LABEL = new RegExp(
  String.raw`^\W*${TOTAL_WORDS}(?![\p{L}\p{N}])|[^\p{L}\p{N}](?:${TOTAL_WORDS}|ergebnis)\W*$`,
  'iu',
);
/** Matches all of such a label. */
const WHOLE_LABEL = new RegExp(`^${TOTAL_WORDS} ?[:.]?$`, 'iu');

/** True for a cell that says nothing but that its row sums up others. */
export const isTotalLabel = (cell: string): boolean => WHOLE_LABEL.test(cell);

/** Labels of more than this fraction of the rows are names of something else. */
export const MOST_TOTALS = 0.25;
/** The columns that a row without sums leaves empty, of those with at most this fraction of gaps. */
const LEAST_EMPTY = 2;
const MOST_GAPS = 0.2;
/** Fewer rows give many sums by chance. */
const LEAST = 3;
/**
 * How far a value may be from a sum of n rows, as a fraction of the root of n times their mean size: all of them are
 * rounded.
 */
const ROUNDED = 1e-3;
/** The same for sums that are too exact for chance. */
const EXACT = 1e-9;
/** One in this many numbers of a row may still be an exact sum by chance: counts of rare things are small. */
const RARE = 5;

/**
 * The rows (1-based) of a file that are sums or means of other rows: rows with such a label and some number that is the
 * sum or mean of the rows above, either all of them or those since the last such row; also rows with such labels next
 * to them; rows without a date of which most are sums of the rows since the last such row; also the last rows of the
 * file, whose labels occur nowhere else, that are empty where others are not.
 * Without a label, as one may be one of too many words or count as missing among years, the last rows from one on whose
 * numbers are sums or means (`isSumOfAbove`). Undefined when there are none.
 */
export function totalsIn(columns: readonly Column[], rows: number, context: RunContext): Totals | undefined {
  const numbers = columns.flatMap((column) => (column.kind === 'number' ? [column.values] : []));
  for (const [index, column] of columns.entries()) {
    // Totals of years have no date in a column of months: "Year 2020".
    const labels = column.kind === 'category' || column.kind === 'text' ? column : undefined;
    const labelled = labels
      ? rowsLabelled(labels)
      : column.kind === 'date'
        ? rowsWhere(column.values, Number.isNaN)
        : [];
    if (labelled.length === 0 || labelled.length > MOST_TOTALS * rows) continue;
    const summed = new Set(
      numbers.flatMap((values) => {
        context.check();
        return totalsOf(values, labelled, { means: labels !== undefined, rounded: ROUNDED });
      }),
    );
    const found = new Set(mostlyFound(labels?.codes, labelled, summed));
    if (labels) {
      for (const row of lastLabelled(labels, rows)) if (emptyAt(columns, row, rows) >= LEAST_EMPTY) found.add(row);
      addBeside(found, labelled, labels.codes);
    }
    const all = [...found].sort((a, b) => a - b);
    if (all.length > (labels ? 0 : 1)) {
      const from = labels ? { column: index, levels: namesOf(labels, all) } : { levels: [] };
      return { rows: Uint32Array.from(all, (row) => row + 1), ...from };
    }
  }
  const from = tailOf(columns, rows).find((row) => isSumOfAbove(columns, row, rows, context));
  return from === undefined
    ? undefined
    : { rows: Uint32Array.from({ length: rows - from }, (_, i) => from + i + 1), levels: [] };
}

/** Adds the labelled rows beside those found, such as deviations and extremes: none has the label of another beside it. */
function addBeside(found: Set<number>, labelled: readonly number[], codes: Codes): void {
  for (const way of [labelled, labelled.toReversed()]) {
    const beside = new Set<number>();
    for (const [i, row] of way.entries()) {
      if (Math.abs(row - way[i - 1]) > 1) beside.clear();
      if (!found.has(row) && beside.size > 0 && !beside.has(codes[row])) found.add(row);
      if (found.has(row)) beside.add(codes[row]);
      else beside.clear();
    }
  }
}

/**
 * The rows found, ascending, whose label stands at no more than as many others: a word that is an answer, or the name
 * of a person, stands beside a mean by chance.
 */
function mostlyFound(
  codes: Labels['codes'] | undefined,
  labelled: readonly number[],
  found: ReadonlySet<number>,
): readonly number[] {
  const net = new Map<number | undefined, number>();
  for (const row of labelled) net.set(codes?.[row], (net.get(codes?.[row]) ?? 0) + (found.has(row) ? 1 : -1));
  return labelled.filter((row) => found.has(row) && (net.get(codes?.[row]) ?? 0) >= 0);
}

/** The rows whose label may be that of a total, ascending. */
function rowsLabelled({ codes, levels }: Labels): readonly number[] {
  const such = levels.map((level) => LABEL.test(level));
  return such.includes(true) ? rowsWhere(codes, (code) => such[code]) : [];
}

function rowsWhere<T>(cells: { forEach(each: (cell: T, row: number) => void): void }, isOne: (cell: T) => boolean) {
  const rows: number[] = [];
  cells.forEach((cell, row) => {
    if (isOne(cell)) rows.push(row);
  });
  return rows;
}

/** The last row, and up to two before it that are also empty where others are not. */
function tailOf(columns: readonly Column[], rows: number): readonly number[] {
  let from = rows - 1;
  while (from > rows - 3 && from > 0 && emptyAt(columns, from, rows) > 0 && emptyAt(columns, from - 1, rows) > 0)
    from--;
  return Array.from({ length: rows - from }, (_, i) => from + i);
}

/**
 * True if the numbers of this row are sums or means of those above. Any of these is enough: all are sums, two or more,
 * or one if another column is empty; two or more, and more than one in five, are exact sums, or one if two columns are
 * empty; most are means, two or more, if another column is empty.
 */
function isSumOfAbove(columns: readonly Column[], row: number, rows: number, context: RunContext): boolean {
  const empty = emptyAt(columns, row, rows);
  const there = columns.flatMap((column) => {
    if (column.kind !== 'number' || Number.isNaN(column.values[row])) return [];
    context.check();
    return [{ value: column.values[row], terms: above(column.values, row) }];
  });
  const those = (kind: SumKind) => there.filter(({ value, terms }) => terms.make(value, kind)).length;
  const exact = those({ rounded: EXACT });
  if (exact > Math.max(1, there.length / RARE) || (exact > 0 && empty >= LEAST_EMPTY)) return true;
  if (there.length === 0 || there.length + Math.min(1, empty) < 2) return false;
  if (those({ rounded: ROUNDED }) === there.length) return true;
  const means = those({ means: true, rounded: ROUNDED });
  return empty > 0 && means > 1 && 2 * means > there.length;
}

/** The values above a row. */
function above(values: Float64Array, row: number): Terms {
  const terms = new Terms();
  for (let i = 0; i < row; i++) if (!Number.isNaN(values[i])) terms.add(values[i]);
  return terms;
}

type Labels = Extract<Column, { kind: 'category' | 'text' }>;
type Codes = Labels['codes'];

const namesOf = ({ codes, levels }: Labels, rows: readonly number[]) => [
  ...new Set(rows.map((row) => levels[codes[row]])),
];

/** The rows at the end of the file that say nothing but that they sum up others, if no row before says the same. */
function lastLabelled({ codes, levels }: Labels, rows: number): readonly number[] {
  let from = rows;
  while (from > 0 && codes[from - 1] >= 0 && isTotalLabel(levels[codes[from - 1]])) from--;
  if (from === rows) return [];
  const last = new Set(codes.subarray(from, rows));
  return codes.subarray(0, from).some((code) => last.has(code))
    ? []
    : Array.from({ length: rows - from }, (_, i) => from + i);
}

/** The columns without a value in this row, in which nearly every row has one. */
function emptyAt(columns: readonly Column[], row: number, rows: number): number {
  return columns.filter((column) => {
    if (column.kind === 'empty') return false;
    const [cells, isGap] = 'codes' in column ? [column.codes, (v: number) => v < 0] : [column.values, Number.isNaN];
    if (!isGap(cells[row])) return false;
    let gaps = 0;
    for (let i = 0; i < rows; i++) gaps += Number(isGap(cells[i]));
    return gaps <= MOST_GAPS * rows;
  }).length;
}

/** Those of these rows (0-based, ascending) whose value is the sum or, with `means`, the mean of the values above. */
function totalsOf(values: Float64Array, rows: readonly number[], kind: SumKind): readonly number[] {
  const [all, block] = [new Terms(), new Terms()];
  const found: number[] = [];
  let from = 0;
  for (const row of rows) {
    for (let i = from; i < row; i++) {
      if (Number.isNaN(values[i])) continue;
      all.add(values[i]);
      block.add(values[i]);
    }
    if (all.make(values[row], kind) || block.make(values[row], kind)) found.push(row);
    block.clear();
    from = row + 1;
  }
  return found;
}

interface SumKind {
  /** True if a mean counts as well. */
  readonly means?: boolean;
  readonly rounded: number;
}

class Terms {
  private count = 0;
  /** Those other than 0. */
  private addends = 0;
  private sum = 0;
  private size = 0;
  private least = Number.POSITIVE_INFINITY;
  private most = Number.NEGATIVE_INFINITY;

  add(value: number): void {
    this.count++;
    this.least = Math.min(this.least, value);
    this.most = Math.max(this.most, value);
    if (value !== 0) this.addends++;
    this.sum += value;
    this.size += Math.abs(value);
  }

  clear(): void {
    [this.count, this.addends, this.sum, this.size] = [0, 0, 0, 0];
    [this.least, this.most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  }

  /** True when a value is the sum of these, or, with `means`, their mean, which says nothing where all are the same. */
  make(value: number, { means = false, rounded }: SumKind): boolean {
    const { count, addends, sum, size } = this;
    const varies = this.least < this.most;
    const room = (rounded * size) / Math.sqrt(count);
    const isNear = (other: number, within: number) => Math.abs(value - other) <= within;
    return addends >= LEAST && (isNear(sum, room) || (means && varies && isNear(sum / count, room / Math.sqrt(count))));
  }
}
