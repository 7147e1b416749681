/**
 * 95 % percentile intervals of R² and RMSE from resampled rows: the same seeded resamples every time, so that the
 * interval moves smoothly with the slider. About 200,000 draws whatever the number of rows.
 */
export function resampledScores(
  observed: Float64Array,
  predicted: Float64Array,
): { readonly r2: [number, number]; readonly rmse: [number, number] } {
  const m = observed.length;
  const times = Math.max(40, Math.min(400, Math.round(200_000 / m)));
  const squared = observed.map((v, j) => (v - predicted[j]) ** 2);
  let mean = 0;
  for (const v of observed) mean += v / m;
  const r2 = new Float64Array(times);
  const rmse = new Float64Array(times);
  let state = 0x9e3779b9;
  for (let t = 0; t < times; t++) {
    let error = 0;
    let sum = 0;
    let square = 0;
    for (let q = 0; q < m; q++) {
      // xorshift32 (Marsaglia 2003): ample for resampling, and fast enough for a drag.
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      const j = (((state >>> 0) / 4294967296) * m) | 0;
      const centred = observed[j] - mean;
      error += squared[j];
      sum += centred;
      square += centred * centred;
    }
    rmse[t] = Math.sqrt(error / m);
    r2[t] = 1 - error / (square - (sum * sum) / m);
  }
  return { r2: central(r2), rmse: central(rmse) };
}

/** The central 95 % of finite values. */
function central(values: Float64Array): [number, number] {
  const sorted = values.filter(Number.isFinite).sort();
  if (sorted.length === 0) return [Number.NaN, Number.NaN];
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))];
  return [at(0.025), at(0.975)];
}
