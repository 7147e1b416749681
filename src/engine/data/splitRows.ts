import { inBlocks, quietContext, type RunContext } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import { permutation } from './random';

/** Fewer rows than this show nothing about a fit. */
export const MIN_ROWS = 5;

/**
 * All rows of a class train when there are at most `RARE`: fewer hardly show what it is like. A subsample keeps that
 * many of a class if it has `SMALL` rows for each class.
 */
export const RARE = 3;
const SMALL = 30;

/** Keeps the split apart from the draw of the subsample, which uses the seed as it is. */
export const SPLIT_STREAM = 0x9e3779b9;

export interface RowSplit {
  /** 0-based rows, ascending. */
  readonly train: Uint32Array;
  readonly holdout: Uint32Array;
}

/** The code of each row of the table, for rows that are drawn class by class. */
type Codes = ArrayLike<number>;

/** The limits on the rows drawn from a class, by its number of rows, the number of classes, and the largest's rows. */
type LimitsOf = (size: number, classes: number, largest: number) => Limits;

/**
 * A seeded subsample of at most `most` of these rows, in their order. With codes each class keeps its proportion, and
 * at least one row if possible; in a subsample of many rows, three.
 */
export function subsample(
  rows: Uint32Array,
  most: number | undefined,
  seed: number,
  codes?: Codes,
  context: RunContext = quietContext,
): Uint32Array {
  if (most === undefined || rows.length <= most) return rows;
  const order = permutation(rows.length, seed, context);
  const limits: LimitsOf = (size, classes) => ({
    size,
    least: classes <= most ? leastOf(size, classes) : 0,
    most: size,
  });
  const leastOf = (size: number, classes: number) => (SMALL * classes <= most ? Math.min(size, RARE) : 1);
  const drawn = codes
    ? drawnByClass(order, most, (position) => codes[rows[position]], limits, context)
    : firstOf(order, most);
  return taken(rows, drawn, 1, context);
}

/**
 * Holds out a fraction of the rows at random: at least one when the fraction is not 0. With codes the fraction is taken
 * of every class, and a class with four rows or more has some in both parts; smaller classes train, when a larger one
 * can be held out.
 */
export function splitRows(
  rows: Uint32Array,
  fraction: number,
  seed: number,
  codes?: Codes,
  context: RunContext = quietContext,
): RowSplit {
  if (!(fraction >= 0 && fraction <= 0.9)) {
    const message = `The share of rows to hold out must be between 0 and 0.9, not ${fraction}.`;
    throw new KernelscopeError('parameter/invalid', message, { name: 'holdout' });
  }
  if (fraction === 0) return { train: rows, holdout: new Uint32Array() };
  const count = Math.max(1, Math.round(fraction * rows.length));
  const order = permutation(rows.length, seed ^ SPLIT_STREAM, context);
  // When no class has more rows than that, even two rows are divided.
  const limits: LimitsOf = (size, _, largest) => {
    const trains = size <= RARE && largest > RARE;
    return { size, least: trains ? 0 : Math.min(1, size - 1), most: trains ? 0 : size - 1 };
  };
  const held = codes
    ? drawnByClass(order, count, (position) => codes[rows[position]], limits, context)
    : firstOf(order, count);
  return { train: taken(rows, held, 0, context), holdout: taken(rows, held, 1, context) };
}

/** Marks the positions that are drawn by 1. */
function firstOf(order: Uint32Array, count: number): Uint8Array {
  const drawn = new Uint8Array(order.length);
  for (let i = 0; i < count; i++) drawn[order[i]] = 1;
  return drawn;
}

/** Marks the first positions of each class in the given order, by its proportion of `count` within its limits. */
function drawnByClass(
  order: Uint32Array,
  count: number,
  codeOf: (position: number) => number,
  limitsOf: LimitsOf,
  context: RunContext,
): Uint8Array {
  const sizes = new Map<number, number>();
  const each = (work: (position: number, code: number) => void) =>
    inBlocks(order.length, context, 8, (from, to) => {
      for (let i = from; i < to; i++) work(order[i], codeOf(order[i]));
    });
  each((_, code) => sizes.set(code, (sizes.get(code) ?? 0) + 1));
  const classes = [...sizes].sort(([a], [b]) => a - b);
  const largest = classes.reduce((most, [, size]) => Math.max(most, size), 0);
  const shares = apportion(
    classes.map(([, size]) => limitsOf(size, classes.length, largest)),
    count,
  );
  const left = new Map(classes.map(([code], c) => [code, shares[c]]));
  const drawn = new Uint8Array(order.length);
  each((position, code) => {
    const more = left.get(code) ?? 0;
    if (more === 0) return;
    left.set(code, more - 1);
    drawn[position] = 1;
  });
  return drawn;
}

/** The rows at the positions with this mark, in their order. */
function taken(rows: Uint32Array, marks: Uint8Array, mark: number, context: RunContext): Uint32Array {
  const some = new Uint32Array(rows.length);
  let size = 0;
  inBlocks(rows.length, context, 1, (from, to) => {
    for (let i = from; i < to; i++) if (marks[i] === mark) some[size++] = rows[i];
  });
  return some.slice(0, size);
}

interface Limits {
  readonly size: number;
  readonly least: number;
  readonly most: number;
}

/**
 * Integers within the limits that sum to `total`, or as near to it as the limits allow, and are in proportion to the
 * sizes to less than 1 where no limit binds: largest remainders first (Hamilton's method), equal ones in order of
 * position.
 */
export function apportion(parts: readonly Limits[], total: number): number[] {
  const sizes = parts.reduce((sum, part) => sum + part.size, 0);
  const exact = parts.map(({ size }) => (total * size) / sizes);
  const counts = parts.map(({ least, most }, i) => Math.min(most, Math.max(least, Math.floor(exact[i]))));
  let left = total - counts.reduce((a, b) => a + b, 0);
  for (; left > 0; left--) {
    const i = greatest(counts.map((count, j) => (count < parts[j].most ? exact[j] - count : Number.NaN)));
    if (i < 0) break;
    counts[i]++;
  }
  for (; left < 0; left++) {
    const i = greatest(counts.map((count, j) => (count > parts[j].least ? count - exact[j] : Number.NaN)));
    if (i < 0) break;
    counts[i]--;
  }
  return counts;
}

/** The position of the greatest value, −1 when all are NaN. */
function greatest(values: readonly number[]): number {
  let best = -1;
  values.forEach((value, i) => {
    if (!Number.isNaN(value) && (best < 0 || value > values[best])) best = i;
  });
  return best;
}
