/**
 * 95 % percentile intervals of R² and RMSE from resampled rows: the same seeded resamples every time, so that the
 * interval moves smoothly with the slider. About 200,000 draws whatever the number of rows.
 */
export function resampledScores(
  observed: Float64Array,
  predicted: Float64Array,
): { readonly r2: [number, number]; readonly rmse: [number, number] } {
  const m = observed.length;
  const squared = observed.map((v, j) => (v - predicted[j]) ** 2);
  let mean = 0;
  for (const v of observed) mean += v / m;
  const r2: number[] = [];
  const rmse: number[] = [];
  resampled(m, (rows) => {
    let error = 0;
    let sum = 0;
    let square = 0;
    for (const j of rows) {
      const centred = observed[j] - mean;
      error += squared[j];
      sum += centred;
      square += centred * centred;
    }
    rmse.push(Math.sqrt(error / m));
    r2.push(1 - error / (square - (sum * sum) / m));
  });
  return { r2: central(Float64Array.from(r2)), rmse: central(Float64Array.from(rmse)) };
}

/** The RMSE or mean absolute error of one way to predict, its interval, and that of how far it is above another's, on the same resampled rows. */
export function pairedErrors(
  measure: 'rmse' | 'mae',
  observed: Float64Array,
  predicted: Float64Array,
  other: Float64Array,
): { readonly error: number; readonly interval: [number, number]; readonly difference: [number, number] } {
  const power = measure === 'rmse' ? 2 : 1;
  const losses = (of: Float64Array) => observed.map((v, j) => Math.abs(v - of[j]) ** power);
  const inUnits = (mean: number) => mean ** (1 / power);
  const [own, others] = [losses(predicted), losses(other)];
  const error: number[] = [];
  const difference: number[] = [];
  resampled(observed.length, (rows) => {
    let a = 0;
    let b = 0;
    for (const j of rows) {
      a += own[j];
      b += others[j];
    }
    error.push(inUnits(a / rows.length));
    difference.push(inUnits(a / rows.length) - inUnits(b / rows.length));
  });
  return {
    error: inUnits(own.reduce((sum, v) => sum + v, 0) / own.length),
    interval: central(Float64Array.from(error)),
    difference: central(Float64Array.from(difference)),
  };
}

/** Calls `each` with the rows of every resample, always the same ones. */
function resampled(m: number, each: (rows: Uint32Array) => void): void {
  const times = Math.max(40, Math.min(400, Math.round(200_000 / m)));
  const rows = new Uint32Array(m);
  let state = 0x9e3779b9;
  for (let t = 0; t < times; t++) {
    for (let q = 0; q < m; q++) {
      // xorshift32 (Marsaglia 2003): ample for resampling, and fast enough for a drag.
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      rows[q] = (((state >>> 0) / 4294967296) * m) | 0;
    }
    each(rows);
  }
}

/** The central 95 % of finite values. */
function central(values: Float64Array): [number, number] {
  const sorted = values.filter(Number.isFinite).sort();
  if (sorted.length === 0) return [Number.NaN, Number.NaN];
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))];
  return [at(0.025), at(0.975)];
}
