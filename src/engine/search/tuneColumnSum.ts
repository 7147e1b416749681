import { silently } from '../contract/context';
import type { Matrix } from '../contract/data';
import type { Computing } from '../linalg/linalg';
import { boundedBfgs, type Slope } from './boundedBfgs';
import { ABSENT, type ColumnSum, startOfSum, variances, weightPlaces } from './columnSum';
import { columnSumSlope } from './columnSumSlope';
import { problemOn, type SearchProblem } from './searchProblem';
import type { Hyperparameters, Tuned, TuneRule } from './tune';

/**
 * The precision of the normal density that each logarithm has about its start: weak, so that the rows decide what they
 * can.
 */
const PULL = 0.02;
/** The most that a logarithm may fall or rise from its start. */
const DOWN = 10;
const UP = 7;

/** The fraction of the evaluations after which terms may leave. */
const FIRST_SHARE = 0.5;
/**
 * Every other row shows nearly where to go, at an eighth of the cost, if there are this many rows and as many as the
 * sum has numbers. Fits of few rows do without: no later refinement on more of them would find what was missed.
 */
const FEW_ROWS = 100;
const MANY_ROWS = 400;
/**
 * The factor by which a weight is reduced to measure its worth, and the log likelihood that a term must add to stay.
 */
const FAINT = 1e-3;
const WORTH = 4;

export interface SumRule extends Pick<TuneRule, 'lambda' | 'budget' | 'tolerance'> {
  /**
   * The number of rows of the fit it is tuned for, if these are some of them: the contribution of a term grows with
   * them.
   */
  readonly rows?: number;
}

/**
 * The numbers of a sum and the ridge of the highest restricted marginal likelihood with a weak prior about the sum's
 * start, from there or from `from`; undefined if the matrix is not positive definite there. From a sum with all its
 * terms, those leave on the way that could raise the likelihood of all rows of the fit by less than a factor e⁴.
 */
export function tuneColumnSum(
  problem: SearchProblem,
  sum: ColumnSum,
  { lambda, budget, tolerance = 1e-5, rows = problem.x.rows }: SumRule,
  context: Computing,
  from: Hyperparameters & { readonly curvature?: Float64Array } = startOfSum(sum),
): Tuned | undefined {
  const n = problem.x.rows;
  const count = sum.start.length;
  const logarithms = ({ scales, ridge }: Hyperparameters) =>
    Float64Array.of(...scales.map(Math.log), Math.log(lambda === undefined ? ridge : n * lambda));
  const centre = logarithms(startOfSum(sum));
  const fixed = (at: Float64Array, c: number) => (c === count ? lambda !== undefined : at[c] <= LEFT);
  let evaluations = 0;
  const stage = `searching ${sum.own.length + 1} kernels on ${n} rows`;
  const likelihoodOn = (some: SearchProblem) => {
    const slopeAt = columnSumSlope(some, sum);
    return (at: Float64Array) => {
      context.check();
      context.progress(evaluations++ / budget, stage);
      return slopeAt(at, silently(context));
    };
  };
  const likelihood = likelihoodOn(problem);
  const posterior = (of: typeof likelihood) => (at: Float64Array) => {
    const slope = of(at);
    let penalty = 0;
    const gradient = slope?.gradient.map((v, c) => {
      if (fixed(at, c)) return 0;
      const away = at[c] - centre[c];
      penalty += (0.5 * PULL * away ** 2) / n;
      return v + (PULL * away) / n;
    });
    return slope && gradient && { value: slope.value + penalty, gradient };
  };
  const search = (of: typeof likelihood, start: Float64Array, most: number, curvature: Float64Array | undefined) => {
    const range = (by: number) => start.map((v, c) => (fixed(start, c) ? v : centre[c] + by));
    const bounds = { lower: range(-DOWN), upper: range(UP) };
    return boundedBfgs(start, bounds, tolerance, most, posterior(of), curvature);
  };
  const start = logarithms(from);
  const whole = !start.some((v) => v <= LEFT);
  const fewer =
    whole && rows >= MANY_ROWS && n >= 2 * Math.max(FEW_ROWS, count) ? problemOn(problem, everyOther(n)) : problem;
  const first = whole ? Math.ceil(FIRST_SHARE * budget) : budget;
  let found = search(fewer === problem ? likelihood : likelihoodOn(fewer), start, first, from.curvature);
  if (found === undefined) return undefined;
  if (whole) {
    const left = withoutWorthless(sum, found.at, problem.x, (WORTH * n) / Math.max(n, rows), likelihood);
    if (lambda !== undefined) left[count] = start[count];
    found = search(likelihood, left, Math.max(1, budget - evaluations), found.inverse) ?? found;
  }
  const values = Array.from(found.at, Math.exp);
  return { scales: values.slice(0, count), ridge: values[count], value: found.value, curvature: found.inverse };
}

/** Rows 0, 2, 4, …: the rows of a search are in no order. */
const everyOther = (n: number) => Uint32Array.from({ length: Math.ceil(n / 2) }, (_, i) => 2 * i);

/** The logarithm of a weight no larger than that of a term that has left. */
const LEFT = Math.log(2 * ABSENT);

/**
 * The same numbers with weights of 0 for terms that contribute little. All that have fallen behind the others are made
 * faint at once, the differences they explained being noise from then on; the slope there gives the most that each
 * would contribute at the weight it had.
 */
function withoutWorthless(
  sum: ColumnSum,
  at: Float64Array,
  x: Matrix,
  worth: number,
  likelihood: (at: Float64Array) => Slope | undefined,
): Float64Array {
  const places = weightPlaces(sum);
  const values = Array.from(at, Math.exp);
  const ofAll = (numbers: readonly number[]) => places.reduce((total, c) => total + numbers[c], 0);
  const fallen = places.filter((c) => values[c] / ofAll(values) < sum.start[c] / ofAll(sum.start));
  if (fallen.length === 0) return at;
  const adds = variances(sum, values, x);
  const noise = places.reduce(
    (total, c, k) => (fallen.includes(c) ? total + adds[k] : total),
    values[values.length - 1],
  );
  const faint = at.map((v, c) => (fallen.includes(c) ? v + Math.log(FAINT) : v));
  faint[at.length - 1] = Math.max(at[at.length - 1], Math.log(noise));
  const slope = likelihood(faint);
  if (slope === undefined) return at;
  const brings = (c: number) => (-x.rows * slope.gradient[c]) / FAINT;
  const worthless = fallen.filter((c) => brings(c) < worth);
  // One term stays, however little it contributes.
  const best = worthless.reduce((a, b) => (brings(b) > brings(a) ? b : a), worthless[0]);
  const leaving = worthless.length < places.length ? worthless : worthless.filter((c) => c !== best);
  const gone = faint.map((v, c) => (leaving.includes(c) ? Math.log(ABSENT) : c < at.length - 1 ? at[c] : v));
  return leaving.length > 0 ? gone : at;
}
