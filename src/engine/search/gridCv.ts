import type { RunContext } from '../contract/context';
import type { Folds } from '../contract/data';
import type { LinearAlgebra } from '../linalg/linalg';
import type { SearchProblem } from './searchProblem';
import { type PoolOptions, runTrials } from './trialPool';

export interface CvGrid {
  readonly lengthScales: readonly (readonly number[])[];
  readonly lambdas: Float64Array;
  /** Mean over the folds of each fold's mean squared error (y²), scales×lambdas with lambdas running fastest. */
  readonly error: Float64Array;
  /** Standard error of that mean, from the scatter of the folds. */
  readonly standardError: Float64Array;
  /** The indices of the lowest error. */
  readonly least: { readonly lengthScale: number; readonly lambda: number };
}

/**
 * Exact K-fold cross-validation of ridge over a grid of length scales and `lambdas` (per sample of all rows, ascending; the
 * total ridge is held fixed across the folds): one decomposition for each length scale and no refit (spectrum/folds.ts).
 * Unpenalised features are fitted in every fold. `folds` (n) holds 0…count−1. With several targets errors are joined
 * as in criterion.ts.
 */
export function cvGrid(
  problem: SearchProblem,
  lengthScales: readonly (readonly number[])[],
  lambdas: Float64Array,
  folds: Folds,
  linalg: LinearAlgebra,
  context: RunContext,
  pool: PoolOptions = {},
): CvGrid {
  const trials = lengthScales.map((lengthScale) => ({
    kind: 'grid' as const,
    lengthScale,
    lambdas,
    folds: folds.of,
    count: folds.count,
  }));
  const results = runTrials<'grid'>(problem, trials, linalg, context, pool);
  const size = lambdas.length;
  const error = new Float64Array(lengthScales.length * size);
  const standardError = new Float64Array(error.length);
  results.forEach((result, s) => {
    error.set(result.error, s * size);
    standardError.set(result.standardError, s * size);
  });
  let least = 0;
  for (let i = 1; i < error.length; i++) if (error[i] < error[least]) least = i;
  return {
    lengthScales,
    lambdas,
    error,
    standardError,
    least: { lengthScale: Math.floor(least / size), lambda: least % size },
  };
}
