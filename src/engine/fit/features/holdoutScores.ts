import type { RunContext } from '../../contract/context';
import type { Sample } from '../../contract/data';
import { scoreHoldout } from '../../spectrum/livePrediction';
import { coverageOf } from '../../statistics/intervals';
import { bootstrapScores } from '../bootstrap';
import type { HoldoutResult } from '../predictHoldout';

/** Held-out predictions with intervals of one width, scored. */
export function scoredHoldout(
  { rows, lines }: Pick<Sample, 'rows' | 'lines'>,
  observed: Float64Array,
  predicted: Float64Array,
  intervalWidth: number,
  seed: number,
  context: RunContext,
): Omit<HoldoutResult, 'live'> {
  const m = observed.length;
  const lower = predicted.map((v) => v - intervalWidth);
  const upper = predicted.map((v) => v + intervalWidth);
  return {
    predictions: {
      rows,
      lines,
      observed,
      predicted,
      lower,
      upper,
    },
    scores: {
      ...scoreHoldout(observed, predicted),
      n: m,
      ...bootstrapScores(observed, predicted, seed, context),
      ...coverageOf(observed, lower, upper),
    },
  };
}
