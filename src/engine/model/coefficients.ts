import type { FilterSpec } from '../contract/filter';
import { filterShares, zonesOf } from '../filters/anyFilter';
import type { ResidualKernel } from '../spectrum/spectrum';
import { solveUpper } from '../spectrum/unpenalisedErrors';

export interface Coefficients {
  /** f(x) = sum_j alpha_j·k(x, x_j) + F(x)·beta; n and p of them. */
  readonly alpha: Float64Array;
  readonly beta: Float64Array;
}

/**
 * alpha = S·U·diag(g/mu)·c/sqrt(n) and beta = R^-1·(Q'y − Q'K·alpha), `y` being the weighted target (n) and `coordinates` its c. A ridge
 * over all directions also uses those below the numerical rank as long as lambda itself is above rounding: the training
 * rows hardly see them, but new rows away from those may, and the ridge keeps them in bounds.
 */
export function coefficients(
  { basis, r, image }: ResidualKernel,
  y: Float64Array,
  coordinates: Float64Array,
  filter: FilterSpec,
  rootWeights?: Float64Array,
): Coefficients {
  const { n, mu, rank, vectors, free, unpenalised: p } = basis;
  const q = mu.length;
  const root = Math.sqrt(n);
  const shares = filterShares(filter, mu, rank, n);
  const alpha = new Float64Array(n);
  const add = (j: number, weight: number) => {
    for (let i = 0, o = j * n; i < n; i++, o++) alpha[i] += weight * vectors[o];
  };
  for (let j = 0; j < rank; j++) if (shares[j] !== 0) add(j, ((shares[j] / mu[j]) * coordinates[j]) / root);
  const { from, to, lambda } = zonesOf(filter, rank) ?? { from: 0, to: 0, lambda: 0 };
  if (from < to && to === rank && lambda > n * Number.EPSILON * (mu[0] ?? 0)) {
    for (let j = rank; j < q; j++) add(j, coordinates[j] / (mu[j] + lambda) / root);
    if (q < n - p) {
      const rest = residualBeyond(y, vectors, q, free, p);
      for (let i = 0; i < n; i++) alpha[i] += rest[i] / (n * lambda);
    }
  }
  const beta = new Float64Array(p);
  for (let a = 0; a < p; a++) {
    for (let i = 0, o = a * n; i < n; i++, o++) beta[a] += free[o] * y[i] - image[o] * alpha[i];
  }
  solveUpper(r, p, beta);
  if (rootWeights) for (let i = 0; i < n; i++) alpha[i] *= rootWeights[i];
  return { alpha, beta };
}

/**
 * The part of y outside of Q and of the q directions that were computed, projected out twice: if they hold all of y,
 * the rounding that the first projection leaves is as large as the remainder itself, and 1/(n·lambda) would turn it
 * into coefficients that new rows see.
 */
function residualBeyond(
  y: Float64Array,
  vectors: Float64Array,
  q: number,
  free: Float64Array,
  p: number,
): Float64Array {
  const n = y.length;
  const rest = y.slice();
  for (let pass = 0; pass < 2; pass++) {
    for (const [directions, count] of [
      [vectors, q],
      [free, p],
    ] as const) {
      const along = alongFree(rest, directions, count);
      for (let j = 0; j < count; j++) for (let i = 0, o = j * n; i < n; i++, o++) rest[i] -= along[j] * directions[o];
    }
  }
  return rest;
}

/** Q'y of p directions Q (n×p column-major). */
export function alongFree(y: Float64Array, free: Float64Array, p: number): Float64Array {
  const n = y.length;
  const along = new Float64Array(p);
  for (let a = 0; a < p; a++) for (let i = 0, o = a * n; i < n; i++, o++) along[a] += free[o] * y[i];
  return along;
}
