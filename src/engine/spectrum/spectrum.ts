import type { RunContext } from '../contract/context';
import type { SpectrumData } from '../contract/run';
import type { LinearAlgebra } from '../linalg/linalg';

/** K/n = U·diag(mu)·U', whatever the target. */
export interface Eigenbasis {
  readonly n: number;
  /** n eigenvalues, descending, never negative. */
  readonly mu: Float64Array;
  /** U, n×n column-major; the entry of largest size in each column is positive. */
  readonly vectors: Float64Array;
  /** Eigenvalues above n·eps·mu_1. */
  readonly rank: number;
  /** Negative eigenvalues set to 0. */
  readonly clipped: number;
}

/**
 * Decomposes a Gram matrix (n×n, overwritten, best from `linalg.allocate`); the basis is a copy and outlives it. Throws
 * `numerics/failed` when it is not finite.
 */
export function decompose(gram: Float64Array, n: number, linalg: LinearAlgebra, context: RunContext): Eigenbasis {
  const { values, vectors: ascending } = linalg.symmetricEigen(gram, n, context);
  const vectors = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    vectors.set(ascending.subarray((n - 1 - j) * n, (n - j) * n), j * n);
    fixSign(vectors, j * n, n);
  }
  const mu = values.toReversed();
  let clipped = 0;
  for (let i = 0; i < n; i++) {
    if (mu[i] < 0) clipped++;
    mu[i] = Math.max(0, mu[i] / n);
  }
  const floor = n * Number.EPSILON * mu[0];
  let rank = 0;
  while (rank < n && mu[rank] > floor) rank++;
  return { n, mu, vectors, rank, clipped };
}

/** U'y (n), in units of y: the coordinates of the contract times sqrt(n). */
export function project(basis: Eigenbasis, y: Float64Array): Float64Array {
  const { n, vectors } = basis;
  const projected = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    let sum = 0;
    for (let i = 0, o = j * n; i < n; i++, o++) sum += vectors[o] * y[i];
    projected[j] = sum;
  }
  return projected;
}

/** The spectrum of a fit, its arrays free to be handed over; `y` (n) is centred. */
export function spectrumOf(basis: Eigenbasis, y: Float64Array): SpectrumData {
  const { n, mu, rank, clipped } = basis;
  const root = Math.sqrt(n);
  return { n, mu: mu.slice(), rank, clipped, coordinates: project(basis, y).map((v) => v / root) };
}

/** What ridge leaves of each direction, 1 − g_i = lambda/(mu_i + lambda), formed without a difference; 1 beyond the rank. */
export function ridgeRemainder(basis: Eigenbasis, lambda: number): Float64Array {
  const remainder = new Float64Array(basis.n).fill(1);
  for (let i = 0; i < basis.rank; i++) remainder[i] = lambda / (basis.mu[i] + lambda);
  return remainder;
}

function fixSign(a: Float64Array, start: number, n: number): void {
  let largest = start;
  for (let i = start; i < start + n; i++) if (Math.abs(a[i]) > Math.abs(a[largest])) largest = i;
  if (a[largest] < 0) for (let i = start; i < start + n; i++) a[i] = -a[i];
}
