import type { Sample } from '../contract/data';
import type { HoldoutPredictions, LivePredictor, Scores } from '../contract/run';
import { scoreHoldout } from '../spectrum/livePrediction';
import { coverageOf } from '../statistics/intervals';
import { bootstrapScores } from './bootstrap';
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
  return {
    predictions: { rows, lines, observed, predicted, lower, upper },
    scores: {
      ...scoreHoldout(observed, predicted),
      n: observed.length,
      ...bootstrapScores(observed, predicted, session.seed, session),
      ...coverageOf(observed, lower, upper),
    },
  };
}

/** The ends of intervals of these half-widths. */
export const around = (predicted: Float64Array, half: Float64Array): readonly [Float64Array, Float64Array] => [
  predicted.map((v, j) => v - half[j]),
  predicted.map((v, j) => v + half[j]),
];
