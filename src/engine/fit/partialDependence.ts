import type { Matrix, Transform } from '../contract/data';
import type { PartialDependence } from '../contract/run';
import { kernelCross } from '../kernels/kernelMatrix';
import type { Coefficients } from '../model/coefficients';
import {
  baseOf,
  keptFeatures,
  livePredictor,
  type ProjectionBasis,
  predictProjected,
  projectCross,
  projectRows,
} from '../model/projection';
import { meanOfColumns, shownColumn, type VariedColumn, variedColumns, withColumn } from './partialColumns';
import type { FitSession } from './session';

export interface PartialOutput extends Coefficients {
  readonly along: Float64Array;
}

/**
 * The mean prediction as one raw column moves over a grid and the others keep their values (Friedman 2001), for up to 24
 * columns: the mean is over a seeded sample of the training rows, and is taken of the kernel and the unpenalised features,
 * so that it follows every filter. One list for each output.
 */
export function partialDependence(
  projection: ProjectionBasis,
  outputs: readonly PartialOutput[],
  transform: Transform,
  order: Uint32Array,
  session: FitSession,
): PartialDependence[][] {
  const { x, rootWeights, residual } = projection;
  const predict = (rows: Matrix) =>
    predictProjected(projectRows(projection, rows, session.linalg, session.silent()), outputs[0], rootWeights);
  const { columns, background, done } = variedColumns(x, transform, order, x.rows, predict, session);
  const curves: PartialDependence[][] = outputs.map(() => []);
  columns.forEach((varied, k) => {
    const part = session.part(done + ((1 - done) * k) / columns.length, done + ((1 - done) * (k + 1)) / columns.length);
    part.progress(0, 'partial dependence');
    const projected = meanProjection(projection, background, varied, part);
    outputs.forEach(({ along }, o) => {
      curves[o].push({
        ...shownColumn(varied),
        predictor: livePredictor(projected, residual.basis.rank, baseOf(projected, along)),
      });
    });
  });
  return curves;
}

/** Kernel values and features averaged over the background rows, at each point of the column's grid, then projected. */
function meanProjection(projection: ProjectionBasis, background: Matrix, varied: VariedColumn, session: FitSession) {
  const n = projection.x.rows;
  const p = projection.residual.basis.unpenalised;
  const count = varied.points.rows;
  const cross = new Float64Array(n * count);
  const features = new Float64Array(p * count);
  for (let g = 0; g < count; g++) {
    const rows = withColumn(background, varied, g);
    meanOfColumns(kernelCross(projection.kernel, projection.x, rows, session.linalg, session.silent()), n, cross, g);
    if (p > 0) meanOfColumns(keptFeatures(projection, rows, session.linalg, session.silent()), p, features, g);
  }
  const { rootWeights } = projection;
  if (rootWeights) for (let o = 0; o < cross.length; o++) cross[o] *= rootWeights[o % n];
  return projectCross(projection, cross, features, new Float64Array(count), session.linalg, session.silent());
}
