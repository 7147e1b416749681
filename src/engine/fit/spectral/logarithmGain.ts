import type { Callout } from '../../contract/callout';
import type { Design } from '../../contract/data';
import { axisValue, filterAt } from '../../filters/anyFilter';
import { indexOfLeast } from '../../spectrum/indexOfLeast';
import { leaveOneOut, leaveOneOutPath } from '../../spectrum/leaveOneOut';
import { wilson } from '../../statistics/classes';
import { median } from '../../statistics/robustScale';
import { plain } from '../../words/numbers';
import { byLogarithm } from '../../words/rareCallouts';
import type { FitSession } from '../session';
import type { DecomposedProblem } from './family';
import type { OutputFit } from './fitOutputs';

/** Typical misses closer to each other than this ratio make no difference to anyone. */
const WORTH = 0.9;

/**
 * Callouts about a target that `mayGrowByFactors` if its logarithm, with the same kernel, predicts the target more
 * closely: with each row left out in turn at the lambda of the lowest error, more than half of the rows are missed by
 * less (95 % Wilson interval), the median miss is a tenth lower, and the mean miss is lower, and a tenth lower than
 * that of always predicting the geometric mean.
 */
export function logarithmCallouts(
  design: Design,
  { family, residual: { basis } }: Pick<DecomposedProblem, 'family' | 'residual'>,
  { filter, paths }: Pick<OutputFit, 'filter' | 'paths'>,
  session: FitSession,
): Callout[] {
  const { y } = design.train;
  const { rootWeights } = session.problem;
  const root = (i: number) => rootWeights?.[i] ?? 1;
  const [axis] = family.axes;
  const values = paths.find((path) => path.axis === axis)?.values ?? Float64Array.of(axisValue(filter, axis));
  // At the lambda that is best for either target, not at one that a person tries.
  const leftOut = (of: Float64Array) => {
    const weighted = of.map((v, i) => v * root(i));
    const errors = leaveOneOutPath(basis, weighted, filter, axis, values, session.silent());
    const best = filterAt(filter, axis, values[indexOfLeast(errors)]);
    return leaveOneOut(basis, weighted, best).residuals.map((e, i) => e / root(i));
  };
  const counting = Uint32Array.from(y.keys()).filter((i) => root(i) > 0);
  const of = (residuals: Float64Array) => Float64Array.from(counting, (i) => residuals[i]);
  return byMisses(design, counting, of(leftOut(y)), of(leftOut(y.map(Math.log))));
}

/**
 * The same from the misses of these rows (0-based), each left out, in a fit of the target and in one of its logarithm.
 */
export function byMisses(
  { train: { y }, target }: Pick<Design, 'train' | 'target'>,
  counting: Uint32Array,
  plainly: Float64Array,
  inLogarithms: Float64Array,
): Callout[] {
  const without = plainly.map(Math.abs);
  const through = inLogarithms.map((miss, k) => Math.abs(y[counting[k]] * (1 - Math.exp(-miss))));
  const middle = Math.exp(Array.from(counting, (i) => Math.log(y[i])).reduce((sum, v) => sum + v, 0) / counting.length);
  const constant = Float64Array.from(counting, (i) => Math.abs(y[i] - middle));
  const closer = through.reduce((sum, miss, k) => sum + (miss < without[k] ? 1 : 0), 0);
  const [typical, other] = [median(through), median(without)];
  const clear = wilson(closer, counting.length)[0] > 0.5 && typical < WORTH * other;
  // Skewed values are nearer to their median than to their mean, even if no column tells anything about them.
  if (!clear || sumOf(through) >= sumOf(without) || sumOf(through) >= WORTH * sumOf(constant)) return [];
  return [byLogarithm(target, { through: plain(typical, 2), without: plain(other, 2) })];
}

const sumOf = (values: Float64Array): number => values.reduce((sum, v) => sum + v, 0);
