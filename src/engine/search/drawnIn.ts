import { silently } from '../contract/context';
import type { Computing } from '../linalg/linalg';
import { robustScale } from '../statistics/robustScale';
import { ridgePoint } from './ridgePoint';
import { type SearchProblem, weightedGramAt } from './searchProblem';
import { type Hyperparameters, type ScaleGroups, scalesOf } from './tune';

/** Robust standard deviations beyond which a leave-one-out residual is drawn in: one normal residual in eighty; and the most that are. */
const FAR = 2.5;
const MOST = 1 / 20;

/**
 * The same problem with far targets drawn in: if a leave-one-out residual at these hyperparameters is beyond 2.5 robust
 * standard deviations of all, the target becomes the prediction plus that much (Huber's pseudo-values), for one row in
 * twenty at most. A likelihood of normal noise would explain a few far targets by short length scales. About 4n³/3
 * operations.
 */
export function drawnIn(
  problem: SearchProblem,
  groups: ScaleGroups,
  { scales, ridge }: Hyperparameters,
  context: Computing,
): SearchProblem {
  const { x, y, rootWeights } = problem;
  const counts = (_: number, i: number) => rootWeights === undefined || rootWeights[i] > 0;
  return context.linalg.scope(() => {
    const gram = weightedGramAt(problem, scalesOf(groups, scales), context);
    const point = ridgePoint(gram, problem, ridge / x.rows, silently(context));
    if (point === undefined) return problem;
    const near = y.map((values, t) => {
      const residuals = point.coefficients[t].map((v, i) => v / point.diagonal[i]);
      const counted = residuals.filter(counts);
      const sizes = counted.map(Math.abs).sort();
      const most = Math.max(FAR * robustScale(counted).scale, sizes[Math.floor((1 - MOST) * (sizes.length - 1))]);
      return values.map((v, i) => {
        const beyond = Math.abs(residuals[i]) - most;
        return beyond > 0 ? v - Math.sign(residuals[i]) * beyond : v;
      });
    });
    return { ...problem, y: near };
  });
}
