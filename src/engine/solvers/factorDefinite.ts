import { KernelscopeError } from '../contract/failure';
import type { Computing } from '../linalg/linalg';
import { scientific } from '../words/numbers';

/** The number of ridges tried beyond the one requested, each ten times the last. */
const RUNGS = 9;

/**
 * Lower Cholesky factor of A + ridge·I in place, A (n×n) positive semidefinite except for rounding; `fill` writes its
 * lower triangle into `a`, again after every failure. If the ridge is lost in rounding, the lowest that suffices of a
 * geometric ladder above n·eps·mean diagonal is taken: returns the ridge of the factor. Throws `numerics/failed` if an
 * entry is not finite or no rung suffices.
 */
export function factorDefinite(
  a: Float64Array,
  n: number,
  ridge: number,
  fill: () => void,
  context: Computing,
): number {
  let mean = 0;
  let added = ridge;
  for (let rung = -1; rung < RUNGS; rung++) {
    fill();
    if (rung === 0) {
      for (let i = 0; i < n; i++) mean += a[i + i * n] / n;
      if (!Number.isFinite(mean)) break;
    }
    if (rung >= 0) added = Math.max(ridge, n * Number.EPSILON * mean) * 10 ** rung;
    for (let i = 0; i < n; i++) a[i + i * n] += added;
    if (n === 0 || context.linalg.cholesky(a, n, context) === undefined) return added;
  }
  throw new KernelscopeError(
    'numerics/failed',
    `The kernel matrix could not be factored with ${scientific(ridge)} on its diagonal. Look for extreme values among the features, or raise lambda.`,
    { ridge, rows: n },
  );
}
