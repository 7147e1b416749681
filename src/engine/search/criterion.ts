import { silently } from '../contract/context';
import { ridgeFilter } from '../filters/zones';
import type { Computing } from '../linalg/linalg';
import { leaveOneOutPaths } from '../spectrum/leaveOneOut';
import { marginalLikelihoodPath } from '../spectrum/marginalLikelihood';
import { type ResidualKernel, spectrumOf } from '../spectrum/spectrum';
import { evidenceOf, looOf, ridgePoint } from './ridgePoint';
import type { SearchProblem } from './searchProblem';

/** A search minimises the leave-one-out error, or minus the restricted log marginal likelihood per row. */
export type Criterion = 'loo' | 'marginalLikelihood';

/**
 * One number from a leave-one-out error of each target: for one target that error (y²); for several the mean of their
 * errors divided by the targets' variances, so that units do not matter. A target that is the same in all rows says
 * nothing about a kernel and does not count: a class that these rows lack, or a count that is 0 in all of them.
 */
export function targetWeights(problem: SearchProblem): number[] {
  const { y, rootWeights } = problem;
  if (y.length === 1) return [1];
  const shares = likelihoodWeights(problem);
  return y.map((values, t) => (shares[t] > 0 ? shares[t] / varianceOf(values, rootWeights) : 0));
}

/** The weight of each target's likelihood, as in `targetWeights`: weights add up to 1, or to 0 if no target varies. */
export function likelihoodWeights({ y, rootWeights }: Pick<SearchProblem, 'y' | 'rootWeights'>): number[] {
  const varying = y.map((values) => varies(values, rootWeights));
  const count = varying.filter(Boolean).length;
  return varying.map((one) => (one ? 1 / count : 0));
}

/** The sum of the contributions of the targets that count. */
export const weightedSum = (values: readonly number[], weights: readonly number[]): number =>
  values.reduce((sum, v, t) => (weights[t] > 0 ? sum + weights[t] * v : sum), 0);

/** True if weighted values differ by more than rounding. */
function varies(weighted: Float64Array, rootWeights: Float64Array | undefined): boolean {
  let first: number | undefined;
  for (let i = 0; i < weighted.length; i++) {
    const root = rootWeights?.[i] ?? 1;
    if (root === 0) continue;
    const value = weighted[i] / root;
    first ??= value;
    if (Math.abs(value - first) > ROUNDING * Math.abs(first)) return true;
  }
  return false;
}

const ROUNDING = 1e-14;

/** The criterion at each lambda, all targets sharing it, from a decomposition. */
export function criterionPath(
  { basis }: ResidualKernel,
  problem: SearchProblem,
  criterion: Criterion,
  lambdas: Float64Array,
  context: Computing,
): Float64Array {
  const path = new Float64Array(lambdas.length);
  if (criterion === 'loo') {
    const weights = targetWeights(problem);
    const filter = ridgeFilter(lambdas[0], basis.n);
    const errors = leaveOneOutPaths(basis, problem.y, filter, 'lambda', lambdas, silently(context));
    errors.forEach((error, t) => {
      for (let l = 0; l < path.length; l++) path[l] += weights[t] * error[l];
    });
    return path;
  }
  const weights = likelihoodWeights(problem);
  problem.y.forEach((y, t) => {
    if (weights[t] === 0) return;
    const likelihood = marginalLikelihoodPath(spectrumOf(basis, y), lambdas);
    for (let l = 0; l < path.length; l++) path[l] -= (likelihood[l] / basis.n) * weights[t];
  });
  return path;
}

/**
 * The criterion at one lambda without a decomposition; NaN if the kernel matrix plus ridge is not positive definite.
 */
export function criterionAt(
  gram: Float64Array,
  problem: SearchProblem,
  criterion: Criterion,
  lambda: number,
  context: Computing,
): number {
  return context.linalg.scope(() => {
    const point = ridgePoint(gram, problem, lambda, silently(context));
    if (point === undefined) return Number.NaN;
    return criterion === 'loo'
      ? weightedSum(looOf(point), targetWeights(problem))
      : weightedSum(evidenceOf(point, problem.y), likelihoodWeights(problem));
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
