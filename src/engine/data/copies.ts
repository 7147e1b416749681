import { inBlocks, type RunContext } from '../contract/context';
import { valuesAt } from './keptRows';
import type { Column } from './table';

/**
 * A column is fine, so that two rows hardly agree in it by chance, with this many values for each different row, and
 * with at least this many values.
 */
const FINE = 1 / 10;
const FEWEST_VALUES = 10;
/** The fraction of rows with the same features as others that must agree with all of these in the target. */
const PURE = 0.9;
/** The factor by which pairs that agree in features and targets must outnumber those that chance explains. */
const BEYOND_CHANCE = 3;
/** The width, in standard deviations, of uniform values that coincide as often as normal ones do: about 2·sqrt(pi). */
const SPREAD = 3.5;
/**
 * Copies of less than the first fraction of the rows flatter nothing, and a group of more than the second is not one of
 * copies: ten folds could not be equal.
 */
const LEAST = 1 / 100;
const LARGEST = 1 / 10;

export interface CopyTargets {
  readonly values: readonly Float64Array[];
  readonly classes: boolean;
}

/**
 * Finds which of these rows (0-based) are copies of each other: for every row of the table the first of its group of
 * copies, itself where it has no copy; undefined when next to no row has one. Copies agree in every feature and in
 * every target, and not by chance. Rows that agree only in the features are replicates, and show about each other what
 * a new row of their kind would. In tables of categories, and of few classes, rows agree in everything by chance: these
 * are replicates too. Agreement is not by chance when
 * – some feature is fine, and rows that agree in the features nearly always agree in the target, or
 * – the targets are numbers that differ among rows of the same features, and rows agree in one that occurs with no
 * other features, more often than the scatter of these targets and the steps between their values explain.
 */
export function copiedRows(
  features: readonly Column[],
  { values, classes }: CopyTargets,
  rows: Uint32Array,
  context: RunContext,
): Int32Array | undefined {
  const n = rows.length;
  const columns = features.flatMap(comparableNumbers);
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

/** A column as numbers or codes, by which rows can agree; nothing for an empty column. */
export const comparableNumbers = (column: Column): readonly ArrayLike<number>[] =>
  column.kind === 'empty' ? [] : ['values' in column ? column.values : column.codes];

/** The copies among these rows, by row; undefined when none of them has one. */
export function copiesAmong(copied: Int32Array, rows: Uint32Array): Int32Array | undefined {
  const copies = Int32Array.from(rows, (row) => copied[row]);
  return new Set(copies).size < rows.length ? copies : undefined;
}

/** How many rows each group has, by the place of its first row. */
export function sizesOf(group: Int32Array): Uint32Array {
  const sizes = new Uint32Array(group.length);
  for (const first of group) sizes[first]++;
  return sizes;
}

/** The number of pairs of rows that share a group. */
export const pairsOf = (sizes: Uint32Array): number => sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);

/** By the place of a group's first row, 1 when its rows are in several of the other groups. */
function mixedGroups(group: Int32Array, others: Int32Array): Uint8Array {
  const mixed = new Uint8Array(group.length);
  group.forEach((first, i) => {
    if (others[i] !== others[first]) mixed[first] = 1;
  });
  return mixed;
}

/**
 * The probability that two rows of a group agree in all targets by chance, from their scatter in the groups and the
 * smallest step between two values.
 */
export function chanceOf(targets: readonly Float64Array[], group: Int32Array): number {
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

/** True when a column of numbers or dates has many values for its number of different rows. */
function isFine(column: Column, rows: Uint32Array, context: RunContext): boolean {
  if (column.kind !== 'number' && column.kind !== 'date') return false;
  const { values } = column;
  const enough = Math.max(FEWEST_VALUES, FINE * rows.length);
  const found = new Set<number>();
  inBlocks(rows.length, context, 1, (from, to) => {
    for (let i = from; i < to && found.size < enough; i++) found.add(values[rows[i]]);
  });
  return found.size >= enough;
}

const NUMBER = new Float64Array(1);
const BITS = new Uint32Array(NUMBER.buffer);
/** Stands for a gap: all gaps agree. */
const GAP = -1.5e-300;

/**
 * For each of n rows, the place of the first row that agrees with it in every column; `rows`: their positions in the
 * columns. Compares two hashes of the numbers as they are in memory, which different rows share with a probability of
 * 2^-64.
 */
export function agreeing(
  columns: Iterable<ArrayLike<number>>,
  n: number,
  context: RunContext,
  rows?: Uint32Array,
): Int32Array {
  const [first, second] = [new Uint32Array(n), new Uint32Array(n)];
  for (const values of columns) {
    inBlocks(n, context, 1, (from, to) => {
      for (let i = from; i < to; i++) {
        const v = values[rows ? rows[i] : i];
        // 0 and −0 are the same.
        NUMBER[0] = Number.isNaN(v) ? GAP : v + 0;
        first[i] = mixed(mixed(first[i] ^ BITS[0], 0x85ebca6b) ^ BITS[1], 0xc2b2ae35);
        second[i] = mixed(mixed(second[i] ^ BITS[1], 0xcc9e2d51) ^ BITS[0], 0x1b873593);
      }
    });
  }
  // A hash table with linear probing, because JavaScript's own grows by copying all of it at once.
  const table = new Int32Array(2 ** Math.ceil(Math.log2(2 * n + 1))).fill(-1);
  const place = new Int32Array(n);
  inBlocks(n, context, 1, (from, to) => {
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

/** The first of these rows (0-based) for each number in `copies`, in their order; all rows when there are no copies. */
export function withoutCopies(rows: Uint32Array, copies: Int32Array | undefined): Uint32Array {
  if (copies === undefined) return rows;
  const seen = new Set<number>();
  return rows.filter((row) => seen.size < seen.add(copies[row]).size);
}
