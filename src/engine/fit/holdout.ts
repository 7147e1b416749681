import { type RunContext, silently } from '../contract/context';
import type { Design } from '../contract/data';
import type { FilterSpec } from '../contract/filter';
import type { HoldoutPredictions, LivePredictor, Scores } from '../contract/run';
import { rowBlock } from '../kernels/rows';
import type { LinearAlgebra } from '../linalg/linalg';
import type { Coefficients } from '../model/coefficients';
import { baseOf, predictProjected, projectRows, type Reach } from '../model/projection';
import { deviationAt } from '../spectrum/deviation';
import { scoreHoldout } from '../spectrum/livePrediction';
import { bootstrapScores } from './bootstrap';

/** Numbers that the live predictor may hold: 16 MB as float32. */
const LIVE_LIMIT = 4_000_000;
/** Rows predicted at once. */
const ROWS = 512;

/** One output as fitted. */
export interface FittedOutput extends Coefficients {
  readonly name: string;
  readonly filter: FilterSpec;
  /** Q'y of the weighted target, p of them. */
  readonly along: Float64Array;
  readonly intervalWidth: number;
  /** Held-out values in the coding of the output. */
  readonly heldOut?: Float64Array;
}

export interface HoldoutResult {
  readonly predictions: HoldoutPredictions;
  readonly scores: Scores;
  /** Absent when it would be too large to send. */
  readonly live?: LivePredictor;
}

/** Predicts the held-out rows with their intervals, scores them, and prepares their live predictors: one result for each output. */
export function predictHoldout(
  reach: Reach,
  outputs: readonly FittedOutput[],
  sample: NonNullable<Design['holdout']>,
  seed: number,
  linalg: LinearAlgebra,
  context: RunContext,
): HoldoutResult[] {
  const m = sample.y.length;
  const { rank } = reach.residual.basis;
  const p = m * rank <= LIVE_LIMIT ? new Float32Array(m * rank) : undefined;
  const found = outputs.map(() => ({
    predicted: new Float64Array(m),
    half: new Float64Array(m),
    base: new Float64Array(m),
  }));
  for (let j0 = 0; j0 < m; j0 += ROWS) {
    const rows = Math.min(ROWS, m - j0);
    const projected = projectRows(reach, rowBlock(sample.x, j0, rows), linalg, silently(context));
    p?.set(projected.p, j0 * rank);
    outputs.forEach((output, o) => {
      found[o].predicted.set(predictProjected(projected, output, reach.rootWeights), j0);
      found[o].base.set(baseOf(projected, output.along), j0);
      const deviation = deviationAt(
        projected.p,
        projected.prior,
        projected.leverage,
        reach.residual.basis,
        output.filter,
      );
      for (let j = 0; j < rows; j++) found[o].half[j0 + j] = output.intervalWidth * deviation[j];
    });
    context.progress((j0 + rows) / m, 'predicting the held-out rows');
  }
  return outputs.map(({ heldOut = sample.y }, o) => {
    const { predicted, half, base } = found[o];
    const lower = predicted.map((v, j) => v - half[j]);
    const upper = predicted.map((v, j) => v + half[j]);
    let inside = 0;
    for (let j = 0; j < m; j++) if (heldOut[j] >= lower[j] && heldOut[j] <= upper[j]) inside++;
    return {
      predictions: { rows: sample.rows, lines: sample.lines, observed: heldOut, predicted, lower, upper },
      scores: {
        ...scoreHoldout(heldOut, predicted),
        n: m,
        ...bootstrapScores(heldOut, predicted, seed, context),
        coverage: inside / m,
      },
      ...(p && { live: { rows: m, rank, p, base } }),
    };
  });
}
