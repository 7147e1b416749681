import type { Design } from '../../contract/data';
import type { FilterSpec } from '../../contract/filter';
import type { ModelOutput } from '../../contract/model';
import { rowBlock } from '../../kernels/rows';
import { halfWidths } from '../../model/halfWidths';
import { baseOf, type ProjectionBasis, predictProjected, projectRows } from '../../model/projection';
import { type HoldoutResult, intervalEnds, LIVE_LIMIT, scoredHoldout } from '../holdout';
import type { FitSession } from '../session';

/** Rows predicted at once. */
const ROWS = 512;

/** One output as fitted. */
export interface FittedOutput extends ModelOutput {
  readonly filter: FilterSpec;
  /** Q'y of the weighted target, p numbers. */
  readonly along: Float64Array;
}

/** Predicts the held-out rows with their intervals, scores them, and prepares their live predictors: one result for each output. */
export function predictHoldout(
  projection: ProjectionBasis,
  outputs: readonly FittedOutput[],
  sample: NonNullable<Design['holdout']>,
  session: FitSession,
): HoldoutResult[] {
  const m = sample.y.length;
  const { rank } = projection.residual.basis;
  const p = m * rank <= LIVE_LIMIT ? new Float32Array(m * rank) : undefined;
  const results = outputs.map(() => ({
    predicted: new Float64Array(m),
    half: new Float64Array(m),
    base: new Float64Array(m),
  }));
  for (let j0 = 0; j0 < m; j0 += ROWS) {
    const rows = Math.min(ROWS, m - j0);
    const projected = projectRows(projection, rowBlock(sample.x, j0, rows), session.silent());
    p?.set(projected.p, j0 * rank);
    outputs.forEach((output, o) => {
      results[o].predicted.set(predictProjected(projected, output, projection.rootWeights), j0);
      results[o].base.set(baseOf(projected, output.along), j0);
      results[o].half.set(halfWidths(projected, output, projection.residual.basis, projection.rootWeights), j0);
    });
    session.progress((j0 + rows) / m, 'predicting the held-out rows');
  }
  return results.map(({ predicted, half, base }, o) => ({
    ...scoredHoldout(
      sample,
      session.problem.outputs[o].heldOut ?? sample.y,
      predicted,
      intervalEnds(predicted, half),
      session,
    ),
    ...(p && { live: { rows: m, rank, p, base } }),
  }));
}
