import { KernelscopeError } from '../contract/failure';
import { apportion } from './apportion';
import { permutation } from './random';

/** Fewer rows than this tell nothing about a fit. */
export const MIN_ROWS = 5;

/** Keeps the split apart from the draw of the subsample, which uses the seed as it is. */
export const SPLIT_STREAM = 0x9e3779b9;

export interface RowSplit {
  /** 0-based rows, ascending. */
  readonly train: Uint32Array;
  readonly holdout: Uint32Array;
}

/** The code of each row of the table, for rows that are drawn class by class. */
type Codes = ArrayLike<number>;

/**
 * A seeded subsample of at most `most` of these rows, in their order. With codes each class keeps its share, and a row at
 * least where that is possible.
 */
export function subsample(rows: Uint32Array, most: number | undefined, seed: number, codes?: Codes): Uint32Array {
  if (most === undefined || rows.length <= most) return rows;
  const order = permutation(rows.length, seed);
  if (!codes) return pick(rows, order.subarray(0, most));
  const classes = byClass(rows, order, codes);
  const least = classes.length <= most ? 1 : 0;
  const limits = classes.map(({ length: size }) => ({ size, least, most: size }));
  return pick(rows, firsts(classes, apportion(limits, most)));
}

/**
 * Holds out a share of the rows at random: at least one when the share is not 0. With codes the share is taken of every
 * class, and a class with two rows or more has some in both parts; a lone row trains.
 */
export function splitRows(rows: Uint32Array, fraction: number, seed: number, codes?: Codes): RowSplit {
  if (!(fraction >= 0 && fraction <= 0.9)) {
    const message = `The share of rows to hold out must be between 0 and 0.9, not ${fraction}.`;
    throw new KernelscopeError('parameter/invalid', message, { name: 'holdout' });
  }
  if (fraction === 0) return { train: rows, holdout: new Uint32Array() };
  const count = Math.max(1, Math.round(fraction * rows.length));
  const order = permutation(rows.length, seed ^ SPLIT_STREAM);
  if (!codes) return { train: pick(rows, order.subarray(count)), holdout: pick(rows, order.subarray(0, count)) };
  const classes = byClass(rows, order, codes);
  const limits = classes.map(({ length: size }) => ({ size, least: Math.min(1, size - 1), most: size - 1 }));
  const held = apportion(limits, count);
  return {
    train: pick(
      rows,
      classes.flatMap((positions, c) => positions.slice(held[c])),
    ),
    holdout: pick(rows, firsts(classes, held)),
  };
}

/** Positions among `rows` in the given order, class by class, the classes by code. */
function byClass(rows: Uint32Array, order: Uint32Array, codes: Codes): number[][] {
  const positionsOf = new Map<number, number[]>();
  for (const position of order) {
    const code = codes[rows[position]];
    const positions = positionsOf.get(code);
    if (positions) positions.push(position);
    else positionsOf.set(code, [position]);
  }
  return [...positionsOf].sort(([a], [b]) => a - b).map(([, positions]) => positions);
}

const firsts = (classes: readonly number[][], counts: readonly number[]): number[] =>
  classes.flatMap((positions, c) => positions.slice(0, counts[c]));

function pick(rows: Uint32Array, positions: ArrayLike<number>): Uint32Array {
  return Uint32Array.from(positions, (position) => rows[position]).sort();
}
