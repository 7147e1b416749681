import { partOf, type RunContext, silently } from '../contract/context';
import type { Matrix, Transform } from '../contract/data';
import type { PartialDependence } from '../contract/run';
import { kernelCross } from '../kernels/kernelMatrix';
import type { LinearAlgebra } from '../linalg/linalg';
import type { Coefficients } from '../model/coefficients';
import {
  baseOf,
  keptFeatures,
  livePredictor,
  predictProjected,
  projectCross,
  projectRows,
  type Reach,
} from '../model/projection';
import { levelsOf, type MovedColumn, meanOfColumns, movedColumns, withColumn } from './partialColumns';
import { rugOf } from './rawColumn';

export interface PartialOutput extends Coefficients {
  readonly along: Float64Array;
}

/**
 * The mean prediction as one raw column moves over a grid and the others keep their values (Friedman 2001), for up to 24
 * columns: the mean is over a seeded sample of the training rows, and is taken of the kernel and the unpenalised features,
 * so that it follows every filter. One list for each output.
 */
export function partialDependence(
  reach: Reach,
  outputs: readonly PartialOutput[],
  transform: Transform,
  order: Uint32Array,
  linalg: LinearAlgebra,
  context: RunContext,
): PartialDependence[][] {
  const { x, rootWeights, residual } = reach;
  const predict = (rows: Matrix) =>
    predictProjected(projectRows(reach, rows, linalg, silently(context)), outputs[0], rootWeights);
  const { columns, background } = movedColumns(x, transform, order, x.rows, predict, context);
  const found: PartialDependence[][] = outputs.map(() => []);
  columns.forEach((moved, k) => {
    const part = partOf(context, k / columns.length, (k + 1) / columns.length);
    part.progress(0, 'partial dependence');
    const projected = meanProjection(reach, background, moved, linalg, part);
    const { input } = moved.column;
    outputs.forEach(({ along }, o) => {
      found[o].push({
        column: input.column,
        kind: input.kind,
        grid: moved.grid,
        ...levelsOf(input),
        predictor: livePredictor(projected, residual.basis.rank, baseOf(projected, along)),
        rug: rugOf(moved.raw),
      });
    });
  });
  return found;
}

/** Kernel values and features averaged over the background rows, at each point of the column's grid, then projected. */
function meanProjection(
  reach: Reach,
  background: Matrix,
  moved: MovedColumn,
  linalg: LinearAlgebra,
  context: RunContext,
) {
  const n = reach.x.rows;
  const p = reach.residual.basis.unpenalised;
  const count = moved.points.rows;
  const cross = new Float64Array(n * count);
  const features = new Float64Array(p * count);
  for (let g = 0; g < count; g++) {
    const rows = withColumn(background, moved, g);
    meanOfColumns(kernelCross(reach.kernel, reach.x, rows, linalg, silently(context)), n, cross, g);
    if (p > 0) meanOfColumns(keptFeatures(reach, rows, linalg, silently(context)), p, features, g);
  }
  const { rootWeights } = reach;
  if (rootWeights) for (let o = 0; o < cross.length; o++) cross[o] *= rootWeights[o % n];
  return projectCross(reach, cross, features, new Float64Array(count), linalg, silently(context));
}
