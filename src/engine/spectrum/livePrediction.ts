import type { FilterSpec } from '../contract/filter';
import type { LivePredictor, SpectrumData } from '../contract/run';
import { equivalentLambda, filterShares } from '../filters/anyFilter';
import { deviationAt } from './deviation';

/** Products from which it pays to go on from the last step of a slider. */
const MANY_PRODUCTS = 1e6;
/** Predictions that have shrunk by more than this since they were last computed in full have lost digits. */
const SHRUNK = 1e-3;

/** The weights and predictions at the last filter, and the largest prediction since all products were last summed. */
interface Step {
  readonly weights: Float64Array;
  readonly predicted: Float64Array;
  readonly largest: number;
}

const LAST = new WeakMap<LivePredictor, Step>();

/**
 * Predictions of any filter without the kernel: base_j + sum_i P_ji·(g_i/mu_i)·c_i. Returns `predictor.rows` values in units
 * of y.
 */
export function predictLive(predictor: LivePredictor, spectrum: SpectrumData, filter: FilterSpec): Float64Array {
  const { rows, rank, p, base } = predictor;
  const { n, mu, coordinates } = spectrum;
  const share = filterShares(filter, mu, rank, n);
  const weights = new Float64Array(rank);
  for (let i = 0; i < rank; i++) weights[i] = share[i] === 0 ? 0 : (share[i] / mu[i]) * coordinates[i];
  const sum = (before: Float64Array, by: Float64Array, first: number) =>
    before.map((v, j) => v + dot(p, j * rank + first, by));
  if (rows * rank < MANY_PRODUCTS) return sum(base, weights, 0);
  const last = LAST.get(predictor);
  let [from, to] = [0, rank];
  while (last && from < to && weights[from] === last.weights[from]) from++;
  while (last && from < to && weights[to - 1] === last.weights[to - 1]) to--;
  const changed =
    last && 2 * (to - from) < rank && weights.subarray(from, to).map((v, i) => v - last.weights[from + i]);
  // Moving the bounds of a zone changes few weights: only their products are summed anew.
  const stepped = changed && sum(last.predicted, changed, from);
  const size = stepped ? largestOf(stepped) : 0;
  const goesOn = stepped && size > SHRUNK * last.largest;
  const predicted = goesOn ? stepped : sum(base, weights, 0);
  LAST.set(predictor, { weights, predicted, largest: goesOn ? Math.max(last.largest, size) : largestOf(predicted) });
  return predicted.slice();
}

const largestOf = (values: Float64Array): number => values.reduce((most, v) => Math.max(most, Math.abs(v)), 0);

/**
 * The standard deviation of a new observation at the predictor's points, in units of the noise's; NaN if it has no
 * prior.
 */
export function liveDeviation(predictor: LivePredictor, spectrum: SpectrumData, filter: FilterSpec): Float64Array {
  const { rows, rank, p, prior, leverage } = predictor;
  if (prior === undefined) return new Float64Array(rows).fill(Number.NaN);
  const { n, mu } = spectrum;
  return deviationAt(p, prior, leverage ?? new Float64Array(rows), { n, mu, rank }, filter);
}

/** How many times the noise may be what the filter implies of it. */
const MOST_NOISE = 10;

/**
 * Variance of the fitted function alone at the predictor's points, sigma²·(deviation² − 1), in units of y squared. A
 * filter that fits nearly every row exactly implies a function of any size beside such noise: sigma² is then at most ten
 * times that of the Gaussian process whose size is the most likely one at this filter, sum (1 − g_i)·c_i².
 */
export function liveVariance(
  predictor: LivePredictor,
  spectrum: SpectrumData,
  sigma2: number,
  filter: FilterSpec,
): Float64Array {
  const { n, mu, rank, coordinates, beyond } = spectrum;
  const lambda = equivalentLambda(filter, mu, rank, n);
  const left = coordinates.reduce((sum, c, i) => sum + (c * c) / (1 + mu[i] / lambda), beyond.count * beyond.score);
  const noise = Math.min(sigma2, MOST_NOISE * left);
  return liveDeviation(predictor, spectrum, filter).map((deviation) => noise * (deviation * deviation - 1));
}

export interface HoldoutScores {
  readonly r2: number;
  readonly rmse: number;
  readonly mae: number;
}

/** R², RMSE and MAE of predictions, in units of y. R² is NaN if the observed values are all equal. */
export function scoreHoldout(observed: Float64Array, predicted: Float64Array): HoldoutScores {
  const n = observed.length;
  let mean = 0;
  for (const v of observed) mean += v / n;
  let squared = 0;
  let absolute = 0;
  let spread = 0;
  for (let i = 0; i < n; i++) {
    const miss = observed[i] - predicted[i];
    squared += miss * miss;
    absolute += Math.abs(miss);
    spread += (observed[i] - mean) ** 2;
  }
  return { r2: spread > 0 ? 1 - squared / spread : Number.NaN, rmse: Math.sqrt(squared / n), mae: absolute / n };
}

/** Four running sums: the additions of one do not wait for another's, which halves the time of a drag. */
function dot(a: Float32Array, from: number, b: Float64Array): number {
  const whole = b.length - (b.length % 4);
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let o = from;
  for (let i = 0; i < whole; i += 4, o += 4) {
    s0 += a[o] * b[i];
    s1 += a[o + 1] * b[i + 1];
    s2 += a[o + 2] * b[i + 2];
    s3 += a[o + 3] * b[i + 3];
  }
  for (let i = whole; i < b.length; i++, o++) s0 += a[o] * b[i];
  return s0 + s1 + (s2 + s3);
}
