import { type RunContext, silently } from '../contract/context';
import type { LinearAlgebra } from '../linalg/linalg';
import { boundedBfgs } from './boundedBfgs';
import { type ColumnSum, startOfSum } from './columnSum';
import { columnSumSlope } from './columnSumSlope';
import type { SearchProblem } from './searchProblem';
import type { Hyperparameters, Tuned, TuneRule } from './tune';

/** Precision of the normal density that each logarithm has about its start: weak, as the rows are to say what they can. */
const PULL = 0.02;
/** How far a logarithm may leave its start. */
const DOWN = 10;
const UP = 7;

/**
 * The numbers of a sum and the ridge of greatest restricted marginal likelihood with a weak prior about the sum's start, from there or from
 * `from`; undefined where the matrix is not positive definite there.
 */
export function tuneColumnSum(
  problem: SearchProblem,
  sum: ColumnSum,
  { lambda, budget, tolerance = 1e-5 }: Pick<TuneRule, 'lambda' | 'budget' | 'tolerance'>,
  linalg: LinearAlgebra,
  context: RunContext,
  from: Hyperparameters & { readonly curvature?: Float64Array } = startOfSum(sum),
): Tuned | undefined {
  const n = problem.x.rows;
  const count = sum.start.length;
  const logarithms = ({ scales, ridge }: Hyperparameters) =>
    Float64Array.of(...scales.map(Math.log), Math.log(lambda === undefined ? ridge : n * lambda));
  const [start, centre] = [logarithms(from), logarithms(startOfSum(sum))];
  const bounds = { lower: centre.map((v) => v - DOWN), upper: centre.map((v) => v + UP) };
  bounds.lower[count] = lambda === undefined ? Math.log(1e-7) : start[count];
  bounds.upper[count] = lambda === undefined ? Math.log(1e5) : start[count];
  let evaluations = 0;
  const evaluate = (at: Float64Array) => {
    context.check();
    context.progress(evaluations++ / budget, `searching ${sum.own.length + 1} kernels on ${n} rows`);
    const slope = columnSumSlope(problem, sum, at, linalg, silently(context));
    if (slope === undefined) return undefined;
    let penalty = 0;
    const gradient = slope.gradient.map((v, c) => {
      const away = at[c] - centre[c];
      penalty += (0.5 * PULL * away ** 2) / n;
      return v + (PULL * away) / n;
    });
    if (lambda !== undefined) gradient[count] = 0;
    return { value: slope.value + penalty, gradient };
  };
  const found = boundedBfgs(start, bounds, tolerance, budget, evaluate, from.curvature);
  if (found === undefined) return undefined;
  const values = Array.from(found.at, Math.exp);
  return { scales: values.slice(0, count), ridge: values[count], value: found.value, curvature: found.inverse };
}
