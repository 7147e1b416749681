import type { Computing } from '../linalg/linalg';
import { ridgeFoldErrors } from '../spectrum/ridgeFolds';
import { targetWeights } from './criterion';
import { decomposeAt, type SearchProblem } from './searchProblem';

/**
 * The kernel matrix may lose this fraction of the smallest total ridge to a low-rank factor: fold errors change by as
 * little.
 */
const LEFT_OUT = 1e-8;

/** One decomposition and the exact K-fold errors from it at every lambda. */
export interface FoldGrid {
  readonly kind: 'grid';
  readonly lengthScale: readonly number[];
  /** Ascending, per sample of all rows. */
  readonly lambdas: Float64Array;
  /** 0…count−1 for each row. */
  readonly folds: Uint16Array;
  readonly count: number;
}

/**
 * The error at each lambda, targets joined as in criterion.ts. Plain data in and out, so that any thread may compute it: the
 * same numbers on every core of as many threads.
 */
export function computeFoldGrid(
  problem: SearchProblem,
  { lengthScale, lambdas, folds, count }: FoldGrid,
  context: Computing,
): Float64Array {
  const n = problem.x.rows;
  const { basis } = decomposeAt(problem, lengthScale, LEFT_OUT * n * lambdas[0], context);
  const error = new Float64Array(lambdas.length);
  const weights = targetWeights(problem);
  ridgeFoldErrors(basis, problem.y, { of: folds, count }, lambdas, context).forEach((ofTarget, t) => {
    for (let l = 0; l < lambdas.length; l++) error[l] += weights[t] * ofTarget.error[l];
  });
  return error;
}
