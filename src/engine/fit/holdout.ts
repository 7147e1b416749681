import type { RunContext } from '../contract/context';
import type { Sample } from '../contract/data';
import type { HoldoutPredictions, LivePredictor, Scores } from '../contract/run';
import { Random } from '../data/random';
import { scoreHoldout } from '../spectrum/livePrediction';
import { central95 } from '../statistics/central95';
import { missedAlike, rightAlike } from '../statistics/designEffect';
import { coverageOf } from '../statistics/intervals';
import { rootInterval } from '../statistics/meanInterval';
import { median } from '../statistics/robustScale';
import type { FitSession } from './session';

/** Numbers that the live predictor may hold: 16 MB as float32. */
export const LIVE_LIMIT = 4_000_000;

export interface HoldoutResult {
  readonly predictions: HoldoutPredictions;
  readonly scores: Scores;
  /** Absent when it would be too large to send. */
  readonly live?: LivePredictor;
}

/** Held-out predictions between the ends of their intervals, scored. */
export function scoredHoldout(
  { rows, lines }: Pick<Sample, 'rows' | 'lines'>,
  observed: Float64Array,
  predicted: Float64Array,
  [lower, upper]: readonly [Float64Array, Float64Array],
  session: FitSession,
): Omit<HoldoutResult, 'live'> {
  const { division } = session.problem;
  const errors = observed.map((v, j) => v - predicted[j]);
  const inside = observed.map((v, j) => Number(v >= lower[j] && v <= upper[j]));
  const effect = division && { errors: missedAlike(division, errors), inside: rightAlike(division, inside) };
  return {
    predictions: { rows, lines, observed, predicted, lower, upper },
    scores: {
      ...scoreHoldout(observed, predicted),
      typicalMiss: median(errors.map(Math.abs)),
      n: observed.length,
      ...bootstrapScores(observed, predicted, session.seed, session, effect?.errors),
      ...(effect && Math.max(effect.errors, effect.inside) > 1 && { designEffect: effect }),
      ...coverageOf(observed, lower, upper),
    },
  };
}

/** The ends of intervals of these half-widths. */
export const intervalEnds = (predicted: Float64Array, half: Float64Array): readonly [Float64Array, Float64Array] => [
  predicted.map((v, j) => v - half[j]),
  predicted.map((v, j) => v + half[j]),
];

const RESAMPLES = 1000;
/** The most draws in total: very many rows get fewer resamples, since their intervals are narrow anyway. */
const DRAWS = 2e7;

interface ScoreIntervals {
  readonly r2Interval: readonly [number, number];
  readonly rmseInterval: readonly [number, number];
}

/**
 * 95 % intervals of RMSE (meanInterval.ts), and of R² over resampled rows (1000 seeded resamples; fewer, but at least
 * 200, beyond 20,000 rows). Resamples in which the observed values are all alike have no R² and are left out of its
 * interval. If `designEffect` rows, missed alike, say as much as one, m/designEffect rows count.
 */
export function bootstrapScores(
  observed: Float64Array,
  predicted: Float64Array,
  seed: number,
  context: Pick<RunContext, 'check'>,
  designEffect = 1,
): ScoreIntervals {
  const m = observed.length;
  const times = Math.max(200, Math.min(RESAMPLES, Math.floor(DRAWS / m)));
  const random = new Random(seed);
  let mean = 0;
  for (const v of observed) mean += v / m;
  const centred = observed.map((v) => v - mean);
  const squared = centred.map((v) => v * v);
  const missed = observed.map((v, j) => (v - predicted[j]) ** 2);
  const r2 = new Float64Array(times);
  for (let t = 0; t < times; t++) {
    context.check();
    let error = 0;
    let sum = 0;
    let squares = 0;
    for (let q = 0; q < m; q++) {
      const j = random.below(m);
      error += missed[j];
      sum += centred[j];
      squares += squared[j];
    }
    const spread = squares - (sum * sum) / m;
    // Rows that differ only by rounding have no R².
    r2[t] = spread > 1e-12 * squares ? 1 - error / spread : Number.NaN;
  }
  const [low, high] = central95(r2, m, designEffect);
  return { r2Interval: [low, Math.min(1, high)], rmseInterval: rootInterval(missed, designEffect) };
}
