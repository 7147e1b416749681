import { BoxSolver } from './boxDual';
import type { BoxLimits } from './boxProblem';
import type { PathSolver } from './path';

/** The relative duality gap of every point unless another is requested. */
const TOLERANCE = 1e-6;

export interface DualPathOptions {
  /**
   * The relative duality gap (`BoxSolution.gap`) of every point; 1e-6 by default. A point that rounding keeps further
   * off is visited as it stands: its remainder states how far.
   */
  readonly tolerance?: number;
}

export interface WeightedPathOptions extends DualPathOptions {
  /** n weights of the rows' losses, at least 0; all 1 by default. */
  readonly weights?: Float64Array;
}

/** K-l_inf, SIGN eq. 13 with its penalty as the bound |alpha_i| ≤ c·w_i. Strengths: c, ascending. */
export function infinityPath(options: WeightedPathOptions = {}): PathSolver {
  return boundedPath(options, { below: 1, above: 1, epsilon: 0, intercept: false }, (c) => c);
}

/** K-l_1, SIGN eq. 14: no bounds, penalty epsilon. Strengths: epsilon, descending; from the largest |y| on alpha is 0. */
export function onePath({ tolerance = TOLERANCE }: DualPathOptions = {}): PathSolver {
  return ({ gram, y, strengths }, visit, context) =>
    context.linalg.scope(() => {
      const solver = new BoxSolver(gram, y, false, context);
      const lower = new Float64Array(gram.n).fill(Number.NEGATIVE_INFINITY);
      const upper = new Float64Array(gram.n).fill(Number.POSITIVE_INFINITY);
      for (let index = 0; index < strengths.length; index++) {
        const { gap: remainder, ...point } = solver.attempt({ lower, upper, epsilon: strengths[index] }, tolerance);
        if (!visit({ index, remainder, ...point })) return;
      }
    });
}

/**
 * Support vector regression, (1/n)·sum of w_i·max(|r_i| − epsilon, 0) + (lambda/2)·||f||²: |alpha_i| ≤ w_i/(n·lambda).
 * Strengths: lambda per sample, descending.
 */
export function tubePath(
  options: WeightedPathOptions & { readonly epsilon: number; readonly intercept: boolean },
): PathSolver {
  const { epsilon, intercept } = options;
  return boundedPath(options, { below: 1, above: 1, epsilon, intercept }, perSample);
}

/**
 * Quantile tau, (1/n)·sum of w_i·(tau·max(r_i, 0) + (1 − tau)·max(−r_i, 0)) + (lambda/2)·||f||²:
 * (tau − 1)·w_i/(n·lambda) ≤ alpha_i ≤ tau·w_i/(n·lambda). Strengths: lambda per sample, descending.
 */
export function quantilePath(
  options: WeightedPathOptions & { readonly tau: number; readonly intercept: boolean },
): PathSolver {
  const { tau, intercept } = options;
  return boundedPath(options, { below: 1 - tau, above: tau, epsilon: 0, intercept }, perSample);
}

const perSample = (lambda: number, n: number) => 1 / (n * lambda);

/** Bounds −below·C·w and above·C·w, with C from the strength. */
function boundedPath(
  { tolerance = TOLERANCE, weights }: WeightedPathOptions,
  shape: { readonly below: number; readonly above: number; readonly epsilon: number; readonly intercept: boolean },
  boundOf: (strength: number, n: number) => number,
): PathSolver {
  return ({ gram, y, strengths }, visit, context) =>
    context.linalg.scope(() => {
      const { n } = gram;
      const solver = new BoxSolver(gram, y, shape.intercept, context);
      const limits: BoxLimits = { lower: new Float64Array(n), upper: new Float64Array(n), epsilon: shape.epsilon };
      let last = 0;
      for (let index = 0; index < strengths.length; index++) {
        const bound = boundOf(strengths[index], n);
        for (let i = 0; i < n; i++) {
          const rowBound = weights ? bound * weights[i] : bound;
          limits.lower[i] = -shape.below * rowBound;
          limits.upper[i] = shape.above * rowBound;
        }
        const { gap: remainder, ...point } = solver.attempt(limits, tolerance, last > 0 ? bound / last : 1);
        last = bound;
        if (!visit({ index, remainder, ...point })) return;
      }
    });
}
