import type { Folds } from '../contract/data';
import type { Computing } from '../linalg/linalg';
import type { SearchProblem } from './searchProblem';
import { type PoolOptions, runTrials } from './trialPool';

/**
 * Exact K-fold cross-validation of ridge over a grid of length scales and `lambdas` (per sample of all rows, ascending; the
 * total ridge is held fixed across the folds): one decomposition for each length scale and no refit (spectrum/folds.ts).
 * Unpenalised features are fitted in every fold. `folds` (n) holds 0…count−1. For each length scale the mean over the folds
 * of each fold's mean squared error (y²) at each lambda; with several targets errors are joined as in criterion.ts.
 */
export function cvGrid(
  problem: SearchProblem,
  lengthScales: readonly (readonly number[])[],
  lambdas: Float64Array,
  { of, count }: Folds,
  context: Computing,
  pool: PoolOptions = {},
): readonly Float64Array[] {
  const trials = lengthScales.map((lengthScale) => ({ kind: 'grid' as const, lengthScale, lambdas, folds: of, count }));
  return runTrials<'grid'>(problem, trials, context, pool);
}
