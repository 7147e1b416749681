import type { Matrix } from '../../contract/data';
import { type FeatureMap, featureCount, featureScale } from '../../contract/kernel';
import type { ModelOutput } from '../../contract/model';
import { firstFeatures } from '../../features/featureMaps';
import { full } from '../../linalg/linalg';
import type { Coefficients } from '../../model/coefficients';
import { featureResidualKernel } from '../../spectrum/residualKernel';
import { conformalQuantile } from '../../statistics/intervals';
import { type ErrorSize, errorIntervals, modelSpread } from '../errorIntervals';
import type { FitSession } from '../session';
import { eachFeatureBlock } from './featureRows';
import { type FittedFeatures, predictFeatures } from './predictFeatures';

/** The most features that the size of errors is fitted on: it varies smoothly, so the first features suffice. */
const MOST_FEATURES = 300;

/** Intervals of one target: of one width, or of the size of its errors as a linear function of the features. */
export interface FeatureIntervals {
  readonly intervalWidth: number;
  readonly size?: ErrorSize & {
    /** Weights of the map's M features as they are scaled; 0 beyond the first. */
    readonly weights: Float64Array;
  };
}

/** Intervals from the errors of `rows` (0-based) left out one at a time. Classes, and fits without an intercept, have one width. */
export function featureIntervals(
  fitted: FittedFeatures,
  rows: Uint32Array,
  residuals: Float64Array,
  session: FitSession,
): FeatureIntervals {
  const { problem, linalg, seed } = session;
  const { x } = problem;
  if (problem.classes || constantAt(fitted) < 0) return { intervalWidth: conformalQuantile(residuals) };
  const errors = new Float64Array(x.rows).fill(Number.NaN);
  rows.forEach((row, i) => {
    errors[row] = residuals[i];
  });
  const { map } = fitted;
  const count = featureCount(map);
  const first = firstFeatures(map, Math.min(count, MOST_FEATURES));
  const decompose = (of: Uint32Array) => {
    const z = featuresOf(first, x, of, session);
    const constant = new Float64Array(of.length).fill(1);
    return featureResidualKernel(z, of.length, featureCount(first), constant, 1, session.silent());
  };
  const { intervalWidth, size } = errorIntervals(errors, seed, decompose, session);
  if (size === undefined) return { intervalWidth };
  const z = featuresOf(first, x, size.rows, session);
  const weights = new Float64Array(count);
  const n = size.rows.length;
  linalg.gemv(
    true,
    n,
    featureCount(first),
    1,
    full(z, n),
    size.alpha,
    0,
    weights.subarray(0, featureCount(first)),
    session,
  );
  // Random features are scaled by their number, those of landmarks are not.
  const rescale = featureScale(first) / featureScale(map);
  return { intervalWidth, size: { ...size, weights: weights.map((w) => w * rescale) } };
}

/** Half-widths at the rows of x. */
export function featureHalfWidths(
  fitted: FittedFeatures,
  { intervalWidth, size }: FeatureIntervals,
  x: Matrix,
  session: FitSession,
): Float64Array {
  if (size === undefined) return new Float64Array(x.rows).fill(intervalWidth);
  const fit = { weights: size.weights, along: new Float64Array(fitted.unpenalised.p) };
  const [logs] = predictFeatures(fitted, [fit], x, session.silent());
  const [low, high] = size.range;
  return logs.map((h) =>
    Math.min(intervalWidth * Math.exp(Math.min(high, Math.max(low, h + size.constant))), size.largest),
  );
}

/** The intervals as a model stores them; `expanded` turns coefficients on the map's features into those of the model. */
export function modelledIntervals(
  fitted: FittedFeatures,
  { intervalWidth, size }: FeatureIntervals,
  expanded: (weights: Float64Array, beta: Float64Array) => Coefficients,
): Pick<ModelOutput, 'intervalWidth' | 'spread'> {
  if (size === undefined) return { intervalWidth };
  const beta = new Float64Array(fitted.unpenalised.p);
  beta[constantAt(fitted)] = size.constant;
  return { intervalWidth, spread: modelSpread(size, expanded(size.weights, beta)) };
}

/** The place of the intercept among the retained unpenalised features; −1 without one. */
function constantAt({ blocks, unpenalised: { p, kept } }: FittedFeatures): number {
  return blocks[0]?.kind === 'constant' ? kept.subarray(0, p).indexOf(0) : -1;
}

/** Z of some rows, without weights, column-major. */
function featuresOf(map: FeatureMap, x: Matrix, rows: Uint32Array, session: FitSession): Float64Array {
  const n = rows.length;
  const count = featureCount(map);
  const all = new Float64Array(n * count);
  eachFeatureBlock({ map, x, rows }, session.silent(), '', (z, size, from) => {
    for (let j = 0; j < count; j++) all.set(z.subarray(j * size, (j + 1) * size), j * n + from);
  });
  return all;
}
