import { central95 } from '../../engine/statistics/central95';
import { meanInterval, rootInterval } from '../../engine/statistics/meanInterval';

/**
 * 95 % intervals of RMSE, and of R² from resampled rows: the same seeded resamples every time, so that the
 * interval moves smoothly with the slider. About 200,000 draws whatever the number of rows, of which `designEffect` say as
 * much as one.
 */
export function resampledScores(
  observed: Float64Array,
  predicted: Float64Array,
  designEffect = 1,
): { readonly r2: [number, number]; readonly rmse: [number, number] } {
  const m = observed.length;
  const squares = observed.map((v, j) => (v - predicted[j]) ** 2);
  const errors = resampledSums(squares);
  const [sums, spreads] = centredSums.get(observed) ?? resampledCentred(observed);
  centredSums.set(observed, [sums, spreads]);
  return {
    r2: central95(
      errors.map((error, t) => {
        const spread = spreads[t] - (sums[t] * sums[t]) / m;
        return spread > ROUNDING * spreads[t] ? 1 - error / spread : Number.NaN;
      }),
      m,
      designEffect,
    ),
    rmse: rootInterval(squares, designEffect),
  };
}

/** The sums of centred values and of their squares, which a drag does not change. */
const centredSums = new WeakMap<Float64Array, readonly Float64Array[]>();

function resampledCentred(observed: Float64Array): readonly Float64Array[] {
  const mean = observed.reduce((sum, v) => sum + v / observed.length, 0);
  const centred = observed.map((v) => v - mean);
  return [centred, centred.map((v) => v * v)].map(resampledSums);
}

/** Relative to a sum of squares: resampled rows that differ by less are all alike, and have no R². */
const ROUNDING = 1e-12;

/**
 * The RMSE or mean absolute error of one way to predict, its interval, and the interval of how far it is above
 * another's, on the same resampled rows.
 */
export function pairedErrors(
  measure: 'rmse' | 'mae',
  observed: Float64Array,
  predicted: Float64Array,
  other: Float64Array,
  designEffect = 1,
): { readonly error: number; readonly interval: [number, number]; readonly difference: [number, number] } {
  const power = measure === 'rmse' ? 2 : 1;
  const losses = (of: Float64Array) => observed.map((v, j) => Math.abs(v - of[j]) ** power);
  const inUnits = (mean: number) => mean ** (1 / power);
  const [own, others] = [losses(predicted), losses(other)];
  const errors = (losses: Float64Array) => resampledSums(losses).map((sum) => inUnits(sum / losses.length));
  const [error, otherError] = [errors(own), errors(others)];
  return {
    error: inUnits(own.reduce((sum, v) => sum + v, 0) / own.length),
    interval: measure === 'rmse' ? rootInterval(own, designEffect) : meanInterval(own, designEffect),
    difference: central95(
      error.map((v, t) => v - otherError[t]),
      observed.length,
      designEffect,
    ),
  };
}

/** The 95 % interval of how far the median of `other` (m) is above that of `own` (m), both taken on the same resampled rows. `designEffect`: the number of rows that say as much as one. */
export function pairedMedians(own: Float64Array, other: Float64Array, designEffect = 1): [number, number] {
  const [first, second] = [own, other].map(resampledMedians);
  return central95(
    second.map((v, t) => v - first[t]),
    own.length,
    designEffect,
  );
}

/** The median of `values` (m) over every resample of the m rows: the least one that half of the resample does not exceed. */
function resampledMedians(values: Float64Array): Float64Array {
  const m = values.length;
  const counts = resamples(m);
  const order = Uint32Array.from(values.keys()).sort((a, b) => values[a] - values[b]);
  const medians = new Float64Array(counts.length / Math.max(1, m));
  for (let t = 0; t < medians.length; t++) {
    let place = -1;
    for (let below = 0; 2 * below < m; ) below += counts[t * m + order[++place]];
    medians[t] = values[order[Math.max(0, place)]];
  }
  return medians;
}

/** The sum of `values` (m) over every resample of the m rows. */
function resampledSums(values: Float64Array): Float64Array {
  const m = values.length;
  const counts = resamples(m);
  const sums = new Float64Array(counts.length / Math.max(1, m));
  for (let t = 0, at = 0; t < sums.length; t++) {
    let sum = 0;
    for (let j = 0; j < m; j++, at++) sum += counts[at] * values[j];
    sums[t] = sum;
  }
  return sums;
}

/** Resamples of the number of rows asked for last: a drag asks for the same ones at every step. */
let lastResamples = { m: 0, counts: new Uint8Array() };

/** How often each of m rows is in each resample, resample by resample, always the same ones. A byte is enough: m draws hold a row once on average. */
function resamples(m: number): Uint8Array {
  if (lastResamples.m === m) return lastResamples.counts;
  const times = Math.max(40, Math.min(400, Math.round(200_000 / m)));
  const counts = new Uint8Array(times * m);
  let state = 0x9e3779b9;
  for (let t = 0; t < times; t++)
    for (let q = 0; q < m; q++) {
      // xorshift32 (Marsaglia 2003): ample for resampling.
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      counts[t * m + ((((state >>> 0) / 4294967296) * m) | 0)]++;
    }
  lastResamples = { m, counts };
  return counts;
}
