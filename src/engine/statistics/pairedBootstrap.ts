import { mersenneTwister } from './mersenneTwister';

const RESAMPLES = 1000;
/** The number of draws in total: fewer resamples if there are very many rows, whose intervals are narrow anyway. */
const DRAWS = 1e7;

/**
 * The mean loss of each of several fits over resamples of the same m rows (seeded; 1,000, or at least 200 beyond 10,000
 * rows). A resample is the same rows for every fit, so that the difference of two lists, or of any function of them, is
 * paired row by row: its central 95 % is the percentile interval of the difference (Efron and Tibshirani 1993, ch. 13).
 * Losses are m each.
 */
export function resampledMeans(losses: readonly Float64Array[], seed: number): readonly Float64Array[] {
  const m = losses[0]?.length ?? 0;
  const times = Math.max(200, Math.min(RESAMPLES, Math.floor(DRAWS / Math.max(1, m))));
  const draw = mersenneTwister([seed, 0]);
  const means = losses.map(() => new Float64Array(times));
  const rows = new Uint32Array(m);
  for (let t = 0; t < times; t++) {
    for (let q = 0; q < m; q++) rows[q] = Math.floor((draw() / 2 ** 32) * m);
    losses.forEach((loss, f) => {
      let sum = 0;
      for (let q = 0; q < m; q++) sum += loss[rows[q]];
      means[f][t] = sum / m;
    });
  }
  return means;
}
