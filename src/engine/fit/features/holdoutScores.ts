import type { RunContext } from '../../contract/context';
import type { Sample } from '../../contract/data';
import { scoreHoldout } from '../../spectrum/livePrediction';
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
  let inside = 0;
  for (let j = 0; j < m; j++) if (Math.abs(observed[j] - predicted[j]) <= intervalWidth) inside++;
  return {
    predictions: {
      rows,
      lines,
      observed,
      predicted,
      lower: predicted.map((v) => v - intervalWidth),
      upper: predicted.map((v) => v + intervalWidth),
    },
    scores: {
      ...scoreHoldout(observed, predicted),
      n: m,
      ...bootstrapScores(observed, predicted, seed, context),
      coverage: inside / m,
    },
  };
}
