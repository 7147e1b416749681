import { inBlocks, type RunContext } from '../contract/context';
import { valuesAt } from './keptRows';
import type { Column } from './table';

/** As many values for each different row, and as many values at least, make a column fine: two rows hardly agree in it by chance. */
const FINE = 1 / 10;
const FEWEST_VALUES = 10;
/** Of the rows that agree in the features with another, those that agree in the target with all of these. */
const PURE = 0.9;
/** Pairs that agree in features and targets, beside those that chance explains. */
const BEYOND_CHANCE = 3;
/** Standard deviations over which normal values spread as values do over so many steps of equal chance: 2·sqrt(pi). */
const SPREAD = 3.5;
/** Copies of less than this share of the rows flatter nothing, and a unit of more than the other is no copy: ten folds could not be equal. */
const LEAST = 1 / 100;
const LARGEST = 1 / 10;

export interface CopyTargets {
  readonly values: readonly Float64Array[];
  readonly classes: boolean;
}

/**
 * Which of these rows (0-based) are copies of each other: for every row of the table the first of those that it is one of, itself where it has no
 * copy; undefined where next to none has. Copies agree in every feature and in every target, and not by chance. Rows that agree in the features alone
 * are replicates, and tell of each other what a new row of their kind would. In tables of categories, and of few classes, rows agree in everything
 * by chance: these are replicates too. Agreement is no chance where
 * – some feature is fine, and rows that agree in the features nearly always agree in the target, or
 * – targets are numbers that differ among rows of the same features, and rows agree in one that occurs with no other features, more often than the
 *   scatter of these targets and the steps between their values explain.
 */
export function copiedRows(
  features: readonly Column[],
  { values, classes }: CopyTargets,
  rows: Uint32Array,
  context: RunContext,
): Int32Array | undefined {
  const n = rows.length;
  const columns = features.flatMap(numbersOf);
  const targets = values.map((target) => valuesAt(target, rows, context));
  const alike = agreeing(columns, n, context, rows);
  const unit = agreeing([alike, ...targets], n, context);
  const copied = unit.reduce((sum, first, i) => (first === i ? sum : sum + 1), 0);
  if (copied < LEAST * n) return undefined;
  const mixed = mixedGroups(alike, unit);
  const repeated = sizesOf(alike);
  const inRepeated = alike.filter((first) => repeated[first] > 1);
  const pure = inRepeated.filter((first) => !mixed[first]).length >= PURE * inRepeated.length;
  const sizes = sizesOf(unit);
  if (pure) {
    const firsts = rows.filter((_, i) => unit[i] === i);
    if (!features.some((column) => isFine(column, firsts, context))) return undefined;
  } else {
    if (classes) return undefined;
    const same = agreeing(targets, n, context);
    const elsewhere = mixedGroups(same, alike);
    for (let i = 0; i < n; i++) if (elsewhere[same[i]]) sizes[i] = 0;
    if (pairsOf(sizes) <= BEYOND_CHANCE * pairsOf(repeated) * chanceOf(targets, alike)) return undefined;
  }
  const copies = new Int32Array(1 + rows.reduce((a, b) => Math.max(a, b), 0)).fill(-1);
  rows.forEach((row, i) => {
    const size = sizes[unit[i]];
    copies[row] = size > 1 && size <= LARGEST * n ? rows[unit[i]] : row;
  });
  return copies;
}

/** A column as numbers or codes, by which rows can agree; none of an empty column. */
export const numbersOf = (column: Column): readonly ArrayLike<number>[] =>
  column.kind === 'empty' ? [] : ['values' in column ? column.values : column.codes];

/** The copies of these rows alone, by row; undefined where none of them has one. */
export function copiesAmong(copied: Int32Array, rows: Uint32Array): Int32Array | undefined {
  const copies = Int32Array.from(rows, (row) => copied[row]);
  return new Set(copies).size < rows.length ? copies : undefined;
}

/** By the place of its first row, how many rows each group has. */
function sizesOf(group: Int32Array): Uint32Array {
  const sizes = new Uint32Array(group.length);
  for (const first of group) sizes[first]++;
  return sizes;
}

/** Pairs of rows of one group. */
const pairsOf = (sizes: Uint32Array): number => sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);

/** By the place of its first row, whether rows of a group (1) are in several of the others. */
function mixedGroups(group: Int32Array, others: Int32Array): Uint8Array {
  const mixed = new Uint8Array(group.length);
  group.forEach((first, i) => {
    if (others[i] !== others[first]) mixed[first] = 1;
  });
  return mixed;
}

/** How likely two rows of a group agree in all targets by chance, from their scatter in the groups and the smallest step between two values. */
function chanceOf(targets: readonly Float64Array[], group: Int32Array): number {
  const sizes = sizesOf(group);
  const groups = sizes.filter((size) => size > 0).length;
  return targets.reduce((chance, y) => {
    const sums = new Float64Array(y.length);
    group.forEach((first, i) => {
      sums[first] += y[i];
    });
    const squares = y.reduce((sum, v, i) => sum + (v - sums[group[i]] / sizes[group[i]]) ** 2, 0);
    const deviation = Math.sqrt(squares / Math.max(1, y.length - groups));
    const step = y
      .slice()
      .sort()
      .reduce((least, v, i, all) => (i > 0 && v > all[i - 1] ? Math.min(least, v - all[i - 1]) : least), Infinity);
    return chance * Math.min(1, step / (SPREAD * deviation));
  }, 1);
}

/** Whether a column is one of numbers with many values for as many different rows. */
function isFine(column: Column, rows: Uint32Array, context: RunContext): boolean {
  if (column.kind !== 'number' && column.kind !== 'date') return false;
  const { values } = column;
  const enough = Math.max(FEWEST_VALUES, FINE * rows.length);
  const found = new Set<number>();
  inBlocks(rows.length, context, (from, to) => {
    for (let i = from; i < to && found.size < enough; i++) found.add(values[rows[i]]);
  });
  return found.size >= enough;
}

const NUMBER = new Float64Array(1);
const BITS = new Uint32Array(NUMBER.buffer);
/** Stands for a gap: all gaps agree. */
const GAP = -1.5e-300;

/**
 * The place of the first row that agrees in every column, of n rows; `rows`: where they stand in the columns. By two hashes of the numbers as they
 * stand in memory, which rows that differ share with a probability of 2^-64.
 */
export function agreeing(
  columns: readonly ArrayLike<number>[],
  n: number,
  context: RunContext,
  rows?: Uint32Array,
): Int32Array {
  const [first, second] = [new Uint32Array(n), new Uint32Array(n)];
  for (const values of columns) {
    inBlocks(n, context, (from, to) => {
      for (let i = from; i < to; i++) {
        const v = values[rows ? rows[i] : i];
        // 0 and −0 are the same.
        NUMBER[0] = Number.isNaN(v) ? GAP : v + 0;
        first[i] = mixed(mixed(first[i] ^ BITS[0], 0x85ebca6b) ^ BITS[1], 0xc2b2ae35);
        second[i] = mixed(mixed(second[i] ^ BITS[1], 0xcc9e2d51) ^ BITS[0], 0x1b873593);
      }
    });
  }
  // A hash table with linear probing, as one of JavaScript's own grows by copying all of it at once.
  const table = new Int32Array(2 ** Math.ceil(Math.log2(2 * n + 1))).fill(-1);
  const place = new Int32Array(n);
  inBlocks(n, context, (from, to) => {
    for (let i = from; i < to; i++) {
      let slot = first[i] & (table.length - 1);
      while (table[slot] >= 0 && (first[table[slot]] !== first[i] || second[table[slot]] !== second[i]))
        slot = (slot + 1) & (table.length - 1);
      if (table[slot] < 0) table[slot] = i;
      place[i] = table[slot];
    }
  });
  return place;
}

/** Every bit of the result depends on every bit of the word, and none is lost. */
function mixed(word: number, factor: number): number {
  const product = Math.imul(word ^ (word >>> 16), factor);
  return product ^ (product >>> 15);
}

/** Of these rows (0-based), in this order, the first of each number of `copies`; all where there are none. */
export function withoutCopies(rows: Uint32Array, copies: Int32Array | undefined): Uint32Array {
  if (copies === undefined) return rows;
  const seen = new Set<number>();
  return rows.filter((row) => seen.size < seen.add(copies[row]).size);
}
