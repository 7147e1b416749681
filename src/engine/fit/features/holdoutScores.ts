import type { RunContext } from '../../contract/context';
import type { Sample } from '../../contract/data';
import { scoreHoldout } from '../../spectrum/livePrediction';
import { coverageOf } from '../../statistics/intervals';
import { bootstrapScores } from '../bootstrap';
import type { HoldoutResult } from '../predictHoldout';

/** Held-out predictions with intervals of these half-widths, scored. */
export function scoredHoldout(
  { rows, lines }: Pick<Sample, 'rows' | 'lines'>,
  { observed, predicted }: Pick<HoldoutResult['predictions'], 'observed' | 'predicted'>,
  half: Float64Array,
  seed: number,
  context: RunContext,
): Omit<HoldoutResult, 'live'> {
  const m = observed.length;
  const lower = predicted.map((v, j) => v - half[j]);
  const upper = predicted.map((v, j) => v + half[j]);
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
