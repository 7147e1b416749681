import { KernelscopeError } from '../contract/failure';
import type { SpectrumData } from '../contract/run';
import { CONDITIONAL_TITLES } from '../kernels/leafNames';
import type { Eigen } from '../linalg/linalg';
import type { DroppedColumn } from '../linalg/pivotedQr';

/**
 * The residual kernel matrix (I − QQ')·K·(I − QQ')/n = U·diag(mu)·U', for any target. Q holds the p unpenalised
 * directions (none, or those of F after orthogonalisation); [Q U] has orthonormal columns.
 */
export interface Eigenbasis {
  readonly n: number;
  /** Q, n×p column-major; empty when p = 0. */
  readonly free: Float64Array;
  readonly unpenalised: number;
  /** q ≤ n − p eigenvalues, descending, never negative. */
  readonly mu: Float64Array;
  /**
   * U, n×q column-major; the entry of the largest size in each column is positive. q < n − p only if the kernel has no
   * more directions.
   */
  readonly vectors: Float64Array;
  /** The number of eigenvalues above rounding, n·eps times the larger of mu_1 and ||Q'KQ||/n. */
  readonly rank: number;
  /** Negative eigenvalues set to 0. */
  readonly clipped: number;
}

/** An eigenbasis with the matrices that new rows need: F = Q·R and the coupling of Q to the rest by the kernel. */
export interface ResidualKernel {
  readonly basis: Eigenbasis;
  /** R, p×p upper triangular, with F[:, kept] = Q·R. */
  readonly r: Float64Array;
  /** Columns of F in the order of R's columns, and those left out as combinations of others (linalg/pivotedQr.ts). */
  readonly kept: Uint32Array;
  readonly dropped: readonly DroppedColumn[];
  /** K·Q, n×p column-major: beta = R^-1·(Q'y − (K·Q)'alpha). */
  readonly image: Float64Array;
  /** U'·K·Q/sqrt(n) for the first `rank` directions, rank×p column-major; and Q'·K·Q, p×p. */
  readonly coupling: Float64Array;
  readonly inner: Float64Array;
}

/** A clearly negative eigenvalue, as a fraction of the largest: rounding stays far below. */
const NEGATIVE = 1e-8;

/**
 * Eigenvalues of K (ascending) as mu, those of K/n descending, with rank and clipped. `size` is the size of the part
 * that was projected away (a norm of K, 0 if nothing was): rounding is relative to that, even if the residual kernel is
 * small compared with it.
 */
export function descending(
  { values }: Pick<Eigen, 'values'>,
  n: number,
  size: number,
): Pick<Eigenbasis, 'mu' | 'rank' | 'clipped'> {
  const mu = values.toReversed().map((v) => v / n);
  const q = mu.length;
  const largest = q === 0 ? 0 : Math.max(mu[0], 0);
  const floor = n * Number.EPSILON * Math.max(largest, size / n);
  if (q > 0 && mu[q - 1] < -Math.max(NEGATIVE * largest, floor)) {
    throw new KernelscopeError(
      'numerics/failed',
      `The kernel is not positive definite beside these unpenalised features. A ${CONDITIONAL_TITLES} kernel needs its polynomials among them: keep the intercept, and add linear terms where it needs them.`,
      { least: mu[q - 1], largest },
    );
  }
  let clipped = 0;
  let rank = 0;
  for (let i = 0; i < q; i++) {
    if (mu[i] < 0) clipped++;
    mu[i] = Math.max(0, mu[i]);
    if (mu[i] > floor) rank = i + 1;
  }
  return { mu, rank, clipped };
}

/** U'y (q), in units of y: the coordinates of the contract times sqrt(n). */
export function project({ n, mu, vectors }: Eigenbasis, y: Float64Array): Float64Array {
  return productsWith(vectors, mu.length, n, y);
}

/**
 * The part of y outside the span of [Q U], n entries: y − QQ'y − UU'y, taken twice so that it is orthogonal to rounding; undefined when
 * Q and U span everything.
 */
export function outside(basis: Eigenbasis, y: Float64Array): Float64Array | undefined {
  const { n, free, unpenalised, mu, vectors } = basis;
  if (unpenalised + mu.length >= n) return undefined;
  const left = y.slice();
  for (let pass = 0; pass < 2; pass++) {
    takeAway(left, free, unpenalised, n);
    takeAway(left, vectors, mu.length, n);
  }
  return left;
}

/** The spectrum of a fit, its arrays free to be handed over; `y` (n) has been multiplied by the weights' roots. */
export function spectrumOf(basis: Eigenbasis, y: Float64Array): SpectrumData {
  const { n, unpenalised, mu, rank, clipped } = basis;
  const root = Math.sqrt(n);
  const rest = outside(basis, y);
  let score = 0;
  if (rest) for (const v of rest) score += (v * v) / n;
  return {
    n,
    unpenalised,
    mu: mu.slice(),
    rank,
    clipped,
    coordinates: project(basis, y).map((v) => v / root),
    beyond: { count: n - unpenalised - mu.length, score },
  };
}

/** Makes the entry of largest size in a column of n entries positive. */
export function fixSign(a: Float64Array, start: number, n: number): void {
  let largest = start;
  for (let i = start; i < start + n; i++) if (Math.abs(a[i]) > Math.abs(a[largest])) largest = i;
  if (a[largest] < 0) for (let i = start; i < start + n; i++) a[i] = -a[i];
}

/** A'y for the first `columns` columns of A (n rows). */
export function productsWith(a: Float64Array, columns: number, n: number, y: Float64Array): Float64Array {
  const products = new Float64Array(columns);
  let j = 0;
  // Four sums at once, none of which waits for another.
  for (; j + 4 <= columns; j += 4) {
    let [s0, s1, s2, s3] = [0, 0, 0, 0];
    for (let i = 0, o = j * n; i < n; i++, o++) {
      const v = y[i];
      s0 += a[o] * v;
      s1 += a[o + n] * v;
      s2 += a[o + 2 * n] * v;
      s3 += a[o + 3 * n] * v;
    }
    products.set([s0, s1, s2, s3], j);
  }
  for (; j < columns; j++) for (let i = 0, o = j * n; i < n; i++, o++) products[j] += a[o] * y[i];
  return products;
}

function takeAway(y: Float64Array, a: Float64Array, columns: number, n: number): void {
  const products = productsWith(a, columns, n, y);
  for (let j = 0; j < columns; j++) for (let i = 0, o = j * n; i < n; i++, o++) y[i] -= a[o] * products[j];
}
