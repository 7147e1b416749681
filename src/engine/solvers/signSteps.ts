import type { Computing } from '../linalg/linalg';
import { type Gram, gramProduct } from './gram';
import type { PathSolver } from './path';
import { SignRates } from './signRates';

/** Steps between two computations of the residuals from scratch. */
const RENEW = 4096;

/**
 * Kernel sign gradient descent, alpha += stepSize·sign(y − K·alpha) from alpha = 0, with sign(0) = 0 (SIGN section 5,
 * KSGD): gradient descent on the l1 loss in feature space (Prop. 5). Strengths are times t = steps·stepSize, taken at
 * the nearest integer number of steps. A step takes O(n) plus the cost of its sign flips (`SignRates`). alpha is
 * stepSize times integers, so that no rounding adds up in it.
 */
export function signStepPath(stepSize: number): PathSolver {
  return ({ gram, y, strengths }, visit, context) => {
    const { n } = gram;
    const counts = new Float64Array(n);
    const alpha = new Float64Array(n);
    const residuals = Float64Array.from(y);
    const rates = new SignRates(gram, residuals, context);
    const { signs, product } = rates;
    const coefficients = () => {
      for (let i = 0; i < n; i++) alpha[i] = stepSize * counts[i];
      return alpha;
    };
    for (let index = 0, steps = 0; index < strengths.length; index++) {
      const from = steps;
      for (const until = Math.round(strengths[index] / stepSize); steps < until; ) {
        context.check();
        for (let i = 0; i < n; i++) {
          counts[i] += signs[i];
          residuals[i] -= stepSize * product[i];
        }
        if (++steps % RENEW === 0) {
          gramProduct(gram, coefficients(), residuals, context);
          for (let i = 0; i < n; i++) residuals[i] = y[i] - residuals[i];
        }
        rates.follow(residuals);
      }
      if (!visit({ index, alpha: coefficients(), intercept: 0, residuals, remainder: 0, iterations: steps - from }))
        return;
    }
  };
}

/**
 * The largest sensible step: the step s at which the first one leaves ||y − s·K·sign(y)||_1 unchanged. Below, the l1
 * norm, which the descent minimises, falls; beyond, it rises with the very first step. (The largest residual may rise
 * with every step, however small, which is what makes the method robust, and so sets no limit.) Infinite if K·sign(y) =
 * 0.
 */
export function signStepLimit(gram: Gram, y: Float64Array, context: Computing): number {
  const product = new Float64Array(gram.n);
  gramProduct(gram, y.map(Math.sign), product, context);
  // ||y − s·g||_1 is convex and piecewise linear in s, with kinks at y_i/g_i, where its slope grows by 2|g_i|.
  let slope = 0;
  const kinks: { readonly at: number; readonly growth: number }[] = [];
  for (let i = 0; i < y.length; i++) {
    slope -= y[i] === 0 ? -Math.abs(product[i]) : Math.sign(y[i]) * product[i];
    const at = y[i] / product[i];
    if (at > 0 && at < Number.POSITIVE_INFINITY) kinks.push({ at, growth: 2 * Math.abs(product[i]) });
  }
  kinks.sort((a, b) => a.at - b.at);
  let change = 0;
  let step = 0;
  for (const { at, growth } of kinks) {
    const next = change + slope * (at - step);
    if (next > 0) break;
    change = next;
    step = at;
    slope += growth;
  }
  return slope > 0 ? step - change / slope : Number.POSITIVE_INFINITY;
}
