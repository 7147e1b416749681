import { silently } from '../contract/context';
import { fillKernel } from '../kernels/expression';
import { meanDiagonal } from '../kernels/kernelMatrix';
import type { Computing } from '../linalg/linalg';
import { counted } from '../words/sentence';
import { boundedBfgs, type Slope } from './boundedBfgs';
import { criterionAt, criterionPath, likelihoodWeights } from './criterion';
import { criterionSlope, slopeOf } from './criterionGradient';
import { decomposeAt, problemOn, type SearchProblem, weightedGramAt } from './searchProblem';

/** Which length scale each of the d encoded columns has: 0 … count − 1. Without a length scale, as for the linear kernel, count is 0. */
export interface ScaleGroups {
  readonly of: Int32Array;
  readonly count: number;
}

/** One group of all columns. */
export const oneScale = (d: number): ScaleGroups => ({ of: new Int32Array(d), count: 1 });

/** Hyperparameters of a ridge fit, in a form that means the same on any number of rows. */
export interface Hyperparameters {
  /** One length scale for each group. */
  readonly scales: readonly number[];
  /** Total ridge n·lambda: noise over signal variance of the Gaussian process. */
  readonly ridge: number;
}

export interface Tuned extends Hyperparameters {
  /** Minus the restricted log marginal likelihood per row, and the log density of the scales if they have one. */
  readonly value: number;
  /** The inverse curvature that the search has found, for another on nearly the same rows. */
  readonly curvature: Float64Array;
}

export interface TuneRule {
  readonly groups: ScaleGroups;
  /** The lambda per sample, if the person has set it. */
  readonly lambda?: number;
  /** Evaluations of the likelihood with its gradient. */
  readonly budget: number;
  /** A step that gains less of the likelihood per row is the last one: 1e-5. */
  readonly tolerance?: number;
  /**
   * The common length scale. If it is given, the logarithm of each scale has a Cauchy density of width 1 about its
   * logarithm: many scales on few rows fit noise, and scales that the rows hardly determine stay near it.
   */
  readonly reference?: number;
}

const TOLERANCE = 1e-5;
/**
 * The factors by which a scale may become shorter or longer than at the start: a column with the longest hardly counts.
 */
const SHORTER = 1 / 64;
const LONGER = 1000;
/** The lowest and the highest total ridge, in units of the mean of k(x, x). */
const LEAST_RIDGE = 1e-7;
const MOST_RIDGE = 1e5;
/** How many times the start gets ten times the ridge if the matrix is not positive definite to rounding. */
const RAISES = 4;
/** Difference in the logarithms for kernels without derivatives. */
const DIFFERENCE = 1e-4;
/** Octaves from the first guess at which a common scale is tried before the search. */
const OCTAVES = [1, -1, -3];
/** Rows of these trials, each a decomposition. */
const FIRST_ROWS = 150;

/** The d length scales of d encoded columns; a single one if the kernel has none. */
export function scalesOf({ of, count }: ScaleGroups, scales: readonly number[]): number[] {
  return count === 0 ? [1] : Array.from(of, (group) => scales[group]);
}

/**
 * The length scales and the ridge of the highest restricted marginal likelihood on all rows of `problem`, by
 * quasi-Newton steps in their logarithms from `start`; undefined if the matrix is positive definite nowhere near it. A
 * start that is a `Tuned` also provides its curvature.
 */
export function tune(
  problem: SearchProblem,
  { groups, lambda, budget, tolerance = TOLERANCE, reference }: TuneRule,
  start: Hyperparameters & { readonly curvature?: Float64Array },
  context: Computing,
): Tuned | undefined {
  const n = problem.x.rows;
  const { count } = groups;
  const unit = meanDiagonal(
    fillKernel(problem.template, scalesOf(groups, start.scales)),
    problem.x,
    FIRST_ROWS,
    context,
  );
  const from = Float64Array.of(
    ...start.scales.map(Math.log),
    Math.log(lambda === undefined ? start.ridge : n * lambda),
  );
  const lower = from.map((v, c) => (c < count ? v + Math.log(SHORTER) : Math.log(LEAST_RIDGE * unit)));
  const upper = from.map((v, c) => (c < count ? v + Math.log(LONGER) : Math.log(MOST_RIDGE * unit)));
  if (lambda !== undefined) lower[count] = upper[count] = from[count];
  let evaluations = 0;
  const stage = `searching ${counted(Math.max(1, count), 'length scale')} on ${counted(n, 'row')}`;
  const evaluate = (at: Float64Array) => {
    context.check();
    context.progress(evaluations++ / budget, stage);
    const slope = likelihoodSlope(problem, groups, at, silently(context));
    if (slope && lambda !== undefined) slope.gradient[count] = 0;
    return slope && reference !== undefined ? withPrior(slope, at, count, Math.log(reference), n) : slope;
  };
  for (let raise = 0; raise <= RAISES; raise++) {
    const found = boundedBfgs(from, { lower, upper }, tolerance, budget, evaluate, start.curvature);
    if (found) {
      const values = Array.from(found.at, Math.exp);
      return { scales: values.slice(0, count), ridge: values[count], value: found.value, curvature: found.inverse };
    }
    if (lambda !== undefined) break;
    from[count] += Math.log(10);
  }
  return undefined;
}

/**
 * A common scale (none if `count` is 0) and a ridge to begin with: the most likely of some octaves about `guess`, on
 * few rows, from one decomposition each.
 */
export function firstGuess(
  problem: SearchProblem,
  { count }: ScaleGroups,
  guess: number,
  lambda: number | undefined,
  context: Computing,
): Hyperparameters {
  const rows = Math.min(FIRST_ROWS, problem.x.rows);
  const few = problemOn(
    problem,
    Uint32Array.from({ length: rows }, (_, i) => i),
  );
  const unit = meanDiagonal(fillKernel(few.template, [guess]), few.x, rows, context);
  const lambdas =
    lambda === undefined
      ? Float64Array.from({ length: 21 }, (_, i) => (unit * 10 ** (i / 3 - 6)) / rows)
      : Float64Array.of(lambda);
  const scales = (scale: number) => (count === 0 ? [] : [scale]);
  let best = { scales: scales(guess), ridge: rows * lambdas[lambdas.length >> 1] };
  // If no target varies on these rows, all length scales are alike.
  let least = likelihoodWeights(few).some((weight) => weight > 0) ? Number.POSITIVE_INFINITY : 0;
  for (const octave of count === 0 ? [0] : OCTAVES) {
    context.check();
    const scale = guess * 2 ** octave;
    const residual = decomposeAt(few, [scale], 0, silently(context));
    const path = criterionPath(residual, few, 'marginalLikelihood', lambdas, silently(context));
    path.forEach((value, l) => {
      if (value < least) [least, best] = [value, { scales: scales(scale), ridge: rows * lambdas[l] }];
    });
  }
  return best;
}

/** Minus the log likelihood per row and its gradient by the logarithms of the scales and of the ridge. */
export function likelihoodSlope(
  problem: SearchProblem,
  groups: ScaleGroups,
  at: Float64Array,
  context: Computing,
): Slope | undefined {
  const { of, count } = groups;
  const d = problem.x.columns;
  const values = Array.from(at, Math.exp);
  const lambda = values[count] / problem.x.rows;
  const slope = slopeOf(problem.template);
  if (slope === undefined && count > 0) return byDifferences(problem, groups, at, context);
  const full = count === 0 ? new Array<number>(d).fill(1) : scalesOf(groups, values);
  const each = criterionSlope(problem, slope, 'marginalLikelihood', full, lambda, context);
  if (each === undefined) return undefined;
  const gradient = new Float64Array(count + 1);
  for (let c = 0; c < d; c++) if (count > 0) gradient[of[c]] += each.gradient[c];
  gradient[count] = each.gradient[d];
  return Number.isFinite(each.value) && gradient.every(Number.isFinite) ? { value: each.value, gradient } : undefined;
}

/** Central differences; undefined if a value is not finite. */
function byDifferences(
  problem: SearchProblem,
  groups: ScaleGroups,
  at: Float64Array,
  context: Computing,
): Slope | undefined {
  const value = (there: Float64Array) =>
    context.linalg.scope(() => {
      const values = Array.from(there, Math.exp);
      const gram = weightedGramAt(problem, scalesOf(groups, values), context);
      const lambda = values[groups.count] / problem.x.rows;
      return criterionAt(gram, problem, 'marginalLikelihood', lambda, context);
    });
  const shifted = (c: number, by: number) => value(at.map((v, i) => (i === c ? v + by : v)));
  const gradient = at.map((_, c) => (shifted(c, DIFFERENCE) - shifted(c, -DIFFERENCE)) / (2 * DIFFERENCE));
  const here = value(at);
  return Number.isFinite(here) && gradient.every(Number.isFinite) ? { value: here, gradient } : undefined;
}

/** Adds minus the log density of the scales, per row, to a slope. */
function withPrior({ value, gradient }: Slope, at: Float64Array, count: number, centre: number, n: number): Slope {
  const slopes = gradient.slice();
  let penalty = 0;
  for (let c = 0; c < count; c++) {
    const z = at[c] - centre;
    penalty += Math.log1p(z * z);
    slopes[c] += (2 * z) / (1 + z * z) / n;
  }
  return { value: value + penalty / n, gradient: slopes };
}
