import type { Sample } from '../contract/data';
import type { HoldoutPredictions, LivePredictor, Scores } from '../contract/run';
import { scoreHoldout } from '../spectrum/livePrediction';
import { missedAlike, rightAlike } from '../statistics/designEffect';
import { coverageOf } from '../statistics/intervals';
import { heldOutIntervals } from '../statistics/meanInterval';
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
  const intervals = heldOutIntervals(observed, predicted, effect?.errors);
  return {
    predictions: { rows, lines, observed, predicted, lower, upper },
    scores: {
      ...scoreHoldout(observed, predicted),
      typicalMiss: median(errors.map(Math.abs)),
      n: observed.length,
      r2Interval: intervals.r2,
      rmseInterval: intervals.rmse,
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
