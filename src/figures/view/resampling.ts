import { central95 } from '../../engine/statistics/central95';
import { meanOf } from '../../engine/statistics/mean';
import { meanInterval, rootInterval } from '../../engine/statistics/meanInterval';

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
    error: inUnits(meanOf(own)),
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
