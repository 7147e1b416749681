import { type Eigenbasis, outside, project } from './spectrum';

/** The inputs of leave-one-out sums from a basis and its targets, for any filter. */
export interface LooParts {
  /** U'y for each target, q entries. */
  readonly projected: readonly Float64Array[];
  /** The parts of the targets beyond Q and U; undefined when there are no directions beyond. */
  readonly rest: readonly (Float64Array | undefined)[];
  /**
   * The part of each row's 1 − H_ii beyond Q and U. Infinite for a row that an unpenalised feature fits alone
   * (||Q_i||² = 1), whose error cannot be known: it then counts as 0, under every filter. Undefined if it is 0 in every
   * row.
   */
  readonly restFree: Float64Array | undefined;
}

export function looParts(basis: Eigenbasis, ys: readonly Float64Array[]): LooParts {
  return {
    projected: ys.map((y) => project(basis, y)),
    rest: ys.map((y) => outside(basis, y)),
    restFree: restFreeOf(basis),
  };
}

function restFreeOf({ n, free, unpenalised, mu, vectors }: Eigenbasis): Float64Array | undefined {
  const left = new Float64Array(n).fill(1);
  for (let o = 0; o < n * unpenalised; o++) left[o % n] -= free[o] * free[o];
  const alone = left.map((v) => (v <= n * Number.EPSILON ? Number.POSITIVE_INFINITY : 0));
  if (unpenalised + mu.length >= n) return alone.some((v) => v > 0) ? alone : undefined;
  for (let j = 0, o = 0; j < mu.length; j++) for (let i = 0; i < n; i++, o++) left[i] -= vectors[o] * vectors[o];
  return left.map((v, i) => alone[i] + Math.max(0, v));
}

/** Rows i0…i0+rows−1 of U (n×q) and their squares, each packed with `rows` as its lead. Four at a time, which takes half the time. */
export function copyRows(
  { n, mu, vectors }: Eigenbasis,
  i0: number,
  rows: number,
  strip: Float64Array,
  squares: Float64Array,
): void {
  const fours = rows - (rows % 4);
  for (let j = 0, o = 0; j < mu.length; j++) {
    let from = j * n + i0;
    const end = o + rows;
    for (const last = o + fours; o < last; o += 4, from += 4) {
      const v0 = vectors[from];
      const v1 = vectors[from + 1];
      const v2 = vectors[from + 2];
      const v3 = vectors[from + 3];
      strip[o] = v0;
      strip[o + 1] = v1;
      strip[o + 2] = v2;
      strip[o + 3] = v3;
      squares[o] = v0 * v0;
      squares[o + 1] = v1 * v1;
      squares[o + 2] = v2 * v2;
      squares[o + 3] = v3 * v3;
    }
    for (; o < end; o++, from++) {
      strip[o] = vectors[from];
      squares[o] = strip[o] * strip[o];
    }
  }
}

/** Makes means of squares infinite in which 0 was divided by 0: no direction is left to judge by. */
export function settled(errors: Float64Array): Float64Array {
  return errors.map((v) => (Number.isNaN(v) ? Number.POSITIVE_INFINITY : v));
}
