import { KernelscopeError } from '../contract/failure';
import { permutation } from './random';

/** Fewer rows than this tell nothing about a fit. */
export const MIN_ROWS = 5;

/** Keeps the split apart from the draw of the subsample, which uses the seed as it is. */
const SPLIT_STREAM = 0x9e3779b9;

export interface RowSplit {
  /** 0-based rows, ascending. */
  readonly train: Uint32Array;
  readonly holdout: Uint32Array;
}

/** A seeded subsample of at most `most` of these rows, in their order. */
export function subsample(rows: Uint32Array, most: number | undefined, seed: number): Uint32Array {
  if (most === undefined || rows.length <= most) return rows;
  return pick(rows, permutation(rows.length, seed).subarray(0, most));
}

/** Holds out a share of the rows at random: at least one when the share is not 0. */
export function splitRows(rows: Uint32Array, fraction: number, seed: number): RowSplit {
  if (!(fraction >= 0 && fraction <= 0.9)) {
    const message = `The share of rows to hold out must be between 0 and 0.9, not ${fraction}.`;
    throw new KernelscopeError('parameter/invalid', message, { name: 'holdout' });
  }
  if (fraction === 0) return { train: rows, holdout: new Uint32Array() };
  const count = Math.max(1, Math.round(fraction * rows.length));
  const order = permutation(rows.length, seed ^ SPLIT_STREAM);
  return { train: pick(rows, order.subarray(count)), holdout: pick(rows, order.subarray(0, count)) };
}

function pick(rows: Uint32Array, positions: Uint32Array): Uint32Array {
  return positions.map((position) => rows[position]).sort();
}
