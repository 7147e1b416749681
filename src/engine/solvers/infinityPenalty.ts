import { KernelscopeError } from '../contract/failure';
import type { Computing } from '../linalg/linalg';
import { scientific } from '../words/numbers';
import { BoxSolver } from './boxDual';
import type { BoxSolution } from './boxProblem';
import { type Gram, subtractProduct } from './gram';

/** Values of c tried; bracketing halves at the latest, and pieces of the path are met exactly. */
const TRIALS = 200;
/** The part of the box problems' gaps in the gap of the whole problem. */
const SHARE = 0.01;
/** Growth of c while the residuals are still too large. */
const GROWTH = 4;
/** The fraction of the tolerance below lambdaTotal at which ||r||_1 is aimed. */
const AIM = 0.3;

export interface InfinityPenaltySolution {
  /** n. */
  readonly alpha: Float64Array;
  /** y − K·alpha, n; ||residuals||_1 ≤ lambdaTotal, up to its rounding, unless `limited`. */
  readonly residuals: Float64Array;
  /** The largest |alpha_i|. */
  readonly c: number;
  /** (objective − dual)/max of their sizes. */
  readonly gap: number;
  /** Solved box problems. */
  readonly trials: number;
  /**
   * Coefficients reached the size at which rounding in K·a shows (`BoxPoint.unbounded`) before the residuals were small enough, as on a
   * kernel matrix close to singular: this is the solution among those no larger, ||residuals||_1 is above lambdaTotal, and the
   * gap is that of the problem so bounded.
   */
  readonly limited: boolean;
}

/**
 * K-l_inf with the paper's penalty (SIGN eq. 13, K^-1 multiplied out): min ½a'Ka − y'a + lambdaTotal·||a||_inf. Its dual, max −½||f||²
 * over ||y − f||_1 ≤ lambdaTotal, says that the solution is that of the bound |a_i| ≤ c at which the residuals' l1 norm,
 * which only falls with c, is lambdaTotal: a root on a piecewise linear curve, by bracketed secants (Illinois). From lambdaTotal =
 * ||y||_1 on alpha is 0.
 *
 * `lambdaTotal` is above 0, n times the one per sample. Throws `numerics/failed` where the relative gap
 * `tolerance` cannot be met.
 */
export function solveInfinityPenalty(
  gram: Gram,
  y: Float64Array,
  lambdaTotal: number,
  tolerance: number,
  context: Computing,
  start?: Float64Array,
): InfinityPenaltySolution {
  const { n } = gram;
  if (l1(y) <= lambdaTotal)
    return { alpha: new Float64Array(n), residuals: y.slice(), c: 0, gap: 0, trials: 0, limited: false };
  return context.linalg.scope(() => {
    const solver = new BoxSolver(gram, y, false, context);
    if (start) solver.startAt(start);
    let before = 0;
    const solve = (c: number): BoxSolution => {
      const bound = { lower: new Float64Array(n).fill(-c), upper: new Float64Array(n).fill(c), epsilon: 0 };
      const solution = solver.solve(bound, SHARE * tolerance, before > 0 ? c / before : 1);
      before = c;
      return solution;
    };
    // [c, ||r||_1 less its aim] on both sides of the root; the aim is within the tolerance below lambdaTotal.
    let low: readonly [number, number] = [0, l1(y) - lambdaTotal];
    let high: readonly [number, number] | undefined;
    let side = 0;
    let c = (start && largest(start)) || firstBound(gram, y, low[1], context);
    for (let trials = 1; trials <= TRIALS; trials++) {
      const { alpha, residuals, gap: bounded } = solve(c);
      const size = largest(alpha);
      const sum = l1(residuals);
      const { absolute, scale } = gapAt(alpha, residuals, y, lambdaTotal, size);
      const slack = n * solver.rounding;
      const gap = Math.max(0, absolute - slack * size) / scale;
      if (sum <= lambdaTotal + slack && gap <= tolerance)
        return { alpha: alpha.slice(), residuals: residuals.slice(), c: size, gap, trials, limited: false };
      if (sum > lambdaTotal && size < c)
        return { alpha: alpha.slice(), residuals: residuals.slice(), c: size, gap: bounded, trials, limited: true };
      const excess = sum - lambdaTotal + (AIM * tolerance * scale) / c;
      if (excess > 0) {
        // An end that stays for a second time counts half, so that both ends move.
        if (high && side > 0) high = [high[0], high[1] / 2];
        low = [c, excess];
        side = 1;
      } else {
        if (side < 0) low = [low[0], low[1] / 2];
        high = [c, excess];
        side = -1;
      }
      c = high ? (low[0] * -high[1] + high[0] * low[1]) / (low[1] - high[1]) : c * GROWTH;
    }
    throw notReached(lambdaTotal, tolerance);
  });
}

/** The bound at which ||r||_1 would reach its aim if it kept its slope at c = 0, which is −s'Ks with s = sign(y). */
function firstBound(gram: Gram, y: Float64Array, excess: number, context: Computing): number {
  const signs = y.map(Math.sign);
  const fit = new Float64Array(gram.n);
  subtractProduct(gram, signs, fit, context);
  const slope = -fit.reduce((sum, v, i) => sum + v * signs[i], 0);
  return slope > 0 ? excess / slope : 1;
}

/** The gap −r'a + lambdaTotal·||a||_inf between primal and dual at a feasible f, and the larger of their sizes. */
function gapAt(
  alpha: Float64Array,
  residuals: Float64Array,
  y: Float64Array,
  lambdaTotal: number,
  size: number,
): { readonly absolute: number; readonly scale: number } {
  let norm = 0;
  let earned = 0;
  for (let i = 0; i < alpha.length; i++) {
    norm += alpha[i] * (y[i] - residuals[i]);
    earned += alpha[i] * residuals[i];
  }
  const absolute = lambdaTotal * size - earned;
  return { absolute, scale: Math.max(0.5 * norm, Math.abs(absolute - 0.5 * norm)) };
}

const l1 = (values: Float64Array): number => values.reduce((sum, v) => sum + Math.abs(v), 0);
const largest = (values: Float64Array): number => values.reduce((most, v) => Math.max(most, Math.abs(v)), 0);

function notReached(lambdaTotal: number, tolerance: number): KernelscopeError {
  return new KernelscopeError(
    'numerics/failed',
    `The bound on the coefficients that belongs to the penalty ${lambdaTotal} was not found to a relative duality gap of ${scientific(tolerance)}. Use a larger penalty or a shorter length scale.`,
    { lambdaTotal, tolerance },
  );
}
