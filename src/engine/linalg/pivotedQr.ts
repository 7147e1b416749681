import type { RunContext } from '../contract/context';
import { scientific } from '../words/numbers';
import { reflect, reflector } from './householderQr';
import { type Computing, full } from './linalg';
import { tallQr } from './tallQr';
import { finiteScale } from './tallSvd';

/** A·P = Q·R with s = min(n, p). */
export interface PivotedQr {
  /** n×s with orthonormal columns, in the core's memory: it lives until the caller's scope ends. */
  readonly q: Float64Array;
  /** s×p upper triangular or trapezoidal, sizes on its diagonal never growing. */
  readonly r: Float64Array;
  /** Column permutation[j] of A is column j of Q·R: the columns in the order in which they were taken. */
  readonly permutation: Int32Array;
  /** Columns whose part orthogonal to those taken before exceeds the tolerance times the longest column. */
  readonly rank: number;
  /** The columns beyond the rank, permutation[rank] first. */
  readonly dropped: readonly DroppedColumn[];
}

export interface DroppedColumn {
  /** 0-based, in A. */
  readonly column: number;
  /** Why, to follow the column's name: "is a combination of the other columns". */
  readonly reason: string;
}

/**
 * QR with column pivoting of an n×p matrix, `a` unchanged; p up to a few hundred, any n. Reflections with the longest
 * remaining column first, lengths downdated and recomputed before cancellation spoils them (Drmač and Bujanović 2008,
 * LAPACK's dgeqp3). A tall matrix is reduced to p×p by an unpivoted QR before, by matrix products: lengths of columns and
 * angles between them stay as they are. `tolerance` is max(n, p)·eps unless given. Throws `numerics/failed` when an entry
 * is not finite.
 */
export function pivotedQr(
  a: Float64Array,
  n: number,
  p: number,
  context: Computing,
  tolerance = Math.max(n, p) * Number.EPSILON,
): PivotedQr {
  const { linalg } = context;
  finiteScale(a, n, p);
  const s = Math.min(n, p);
  const q = linalg.allocate(n * s);
  if (n <= 2 * p) {
    const small = factor(a.slice(0, n * p), n, p, context);
    q.set(small.q);
    return described(q, small, n, s, p, tolerance);
  }
  return linalg.scope(() => {
    const tall = linalg.allocate(n * p);
    tall.set(a.subarray(0, n * p));
    const small = factor(tallQr(tall, n, p, context), p, p, context);
    linalg.gemm(false, false, n, p, p, 1, full(tall, n), full(small.q, p), 0, full(q, n), context);
    return described(q, small, p, s, p, tolerance);
  });
}

interface Factored {
  readonly q: Float64Array;
  /** m×p: R in the upper triangle. */
  readonly reduced: Float64Array;
  readonly permutation: Int32Array;
}

/** The factorisation of a small m×p matrix, which is overwritten. */
function factor(a: Float64Array, m: number, p: number, context: RunContext): Factored {
  const s = Math.min(m, p);
  const permutation = Int32Array.from({ length: p }, (_, j) => j);
  const tau = new Float64Array(s);
  // The remaining length of each column, and that length when it was last computed afresh.
  const left = Float64Array.from({ length: p }, (_, j) => lengthOf(a, j * m, (j + 1) * m));
  const fresh = left.slice();
  for (let j = 0; j < s; j++) {
    context.check();
    let pivot = j;
    for (let c = j + 1; c < p; c++) if (left[c] > left[pivot]) pivot = c;
    swapColumns(a, m, permutation, j, pivot);
    left[pivot] = left[j];
    fresh[pivot] = fresh[j];
    tau[j] = reflector(a, j * m + j, (j + 1) * m);
    for (let c = j + 1; c < p; c++) {
      reflect(a, j * m, a, c * m, j, m, tau[j]);
      if (left[c] === 0) continue;
      const share = Math.max(0, 1 - (a[j + c * m] / left[c]) ** 2);
      if (share * (left[c] / fresh[c]) ** 2 > Math.sqrt(Number.EPSILON)) left[c] *= Math.sqrt(share);
      else left[c] = fresh[c] = lengthOf(a, c * m + j + 1, (c + 1) * m);
    }
  }
  const q = new Float64Array(m * s);
  for (let j = s - 1; j >= 0; j--) {
    q[j + j * m] = 1;
    for (let c = j; c < s; c++) reflect(a, j * m, q, c * m, j, m, tau[j]);
  }
  return { q, reduced: a, permutation };
}

function described(
  q: Float64Array,
  { reduced, permutation }: Factored,
  m: number,
  s: number,
  p: number,
  tolerance: number,
): PivotedQr {
  const r = new Float64Array(s * p);
  for (let j = 0; j < p; j++) for (let i = 0; i < Math.min(s, j + 1); i++) r[i + j * s] = reduced[i + j * m];
  const longest = p === 0 || s === 0 ? 0 : Math.abs(r[0]);
  let rank = 0;
  while (rank < s && Math.abs(r[rank + rank * s]) > tolerance * longest) rank++;
  const dropped = Array.from({ length: p - rank }, (_, o): DroppedColumn => {
    const j = rank + o;
    const length = lengthOf(r, j * s, (j + 1) * s);
    const remaining = lengthOf(r, j * s + rank, (j + 1) * s);
    return { column: permutation[j], reason: reasonOf(length, remaining, longest, tolerance) };
  });
  return { q, r, permutation, rank, dropped };
}

function reasonOf(length: number, remaining: number, longest: number, tolerance: number): string {
  if (length === 0) return 'is zero in every row';
  if (length > tolerance * longest * 1e3 || remaining <= tolerance * length)
    return 'is a combination of the other columns';
  return `is ${scientific(length / longest, 0)} times the longest column: too small to tell from rounding`;
}

/** The square root of the sum of squares, safe from overflow. */
function lengthOf(a: Float64Array, from: number, end: number): number {
  let largest = 0;
  for (let i = from; i < end; i++) largest = Math.max(largest, Math.abs(a[i]));
  if (largest === 0) return 0;
  let sum = 0;
  for (let i = from; i < end; i++) sum += (a[i] / largest) ** 2;
  return largest * Math.sqrt(sum);
}

function swapColumns(a: Float64Array, m: number, permutation: Int32Array, i: number, j: number): void {
  if (i === j) return;
  const column = a.slice(i * m, (i + 1) * m);
  a.copyWithin(i * m, j * m, (j + 1) * m);
  a.set(column, j * m);
  [permutation[i], permutation[j]] = [permutation[j], permutation[i]];
}
