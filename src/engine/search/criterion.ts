import { type RunContext, silently } from '../contract/context';
import { ridgeFilter } from '../filters/zones';
import type { LinearAlgebra } from '../linalg/linalg';
import { leaveOneOutPaths } from '../spectrum/leaveOneOut';
import { marginalLikelihoodPath } from '../spectrum/marginalLikelihood';
import { type ResidualKernel, spectrumOf } from '../spectrum/spectrum';
import { evidenceOf, looOf, ridgePoint } from './ridgePoint';
import type { SearchProblem } from './searchProblem';

/** What a search makes least: the leave-one-out error, or minus the restricted log marginal likelihood per row. */
export type Criterion = 'loo' | 'marginalLikelihood';

/**
 * One number from a leave-one-out error of each target: that error (y²) for one target; for several the mean of their
 * errors as shares of the targets' variances, so that units do not matter.
 */
export function targetWeights({ y, rootWeights }: SearchProblem): number[] {
  if (y.length === 1) return [1];
  return y.map((values) => 1 / Math.max(Number.MIN_VALUE, varianceOf(values, rootWeights)) / y.length);
}

/** The criterion at each lambda, all targets sharing it, from a decomposition. */
export function criterionPath(
  { basis }: ResidualKernel,
  problem: SearchProblem,
  criterion: Criterion,
  lambdas: Float64Array,
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array {
  const path = new Float64Array(lambdas.length);
  if (criterion === 'loo') {
    const weights = targetWeights(problem);
    const filter = ridgeFilter(lambdas[0], basis.n);
    const errors = leaveOneOutPaths(basis, problem.y, filter, 'lambda', lambdas, linalg, silently(context));
    errors.forEach((error, t) => {
      for (let l = 0; l < path.length; l++) path[l] += weights[t] * error[l];
    });
    return path;
  }
  for (const y of problem.y) {
    const likelihood = marginalLikelihoodPath(spectrumOf(basis, y), lambdas);
    for (let l = 0; l < path.length; l++) path[l] -= likelihood[l] / basis.n / problem.y.length;
  }
  return path;
}

/** The criterion at one lambda without a decomposition; NaN where the kernel matrix plus ridge is not positive definite. */
export function criterionAt(
  gram: Float64Array,
  problem: SearchProblem,
  criterion: Criterion,
  lambda: number,
  linalg: LinearAlgebra,
  context: RunContext,
): number {
  return linalg.scope(() => {
    const point = ridgePoint(gram, problem, lambda, linalg, silently(context));
    if (point === undefined) return Number.NaN;
    if (criterion === 'loo') {
      const weights = targetWeights(problem);
      return looOf(point).reduce((sum, error, t) => sum + weights[t] * error, 0);
    }
    return evidenceOf(point, problem.y).reduce((sum, v) => sum + v / problem.y.length, 0);
  });
}

/** Variance of a target from its weighted values. */
function varianceOf(weighted: Float64Array, rootWeights: Float64Array | undefined): number {
  const n = weighted.length;
  let mean = 0;
  for (let i = 0; i < n; i++) mean += (weighted[i] * (rootWeights?.[i] ?? 1)) / n;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += (weighted[i] - mean * (rootWeights?.[i] ?? 1)) ** 2;
  return sum / n;
}
