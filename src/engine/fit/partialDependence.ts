import type { Calibration } from '../contract/classes';
import type { Matrix, Transform } from '../contract/data';
import type { PartialDependence } from '../contract/run';
import { kernelCross, kernelGram } from '../kernels/kernelMatrix';
import { rowBlock } from '../kernels/rows';
import type { Coefficients } from '../model/coefficients';
import {
  baseOf,
  keptFeatures,
  livePredictor,
  type ProjectedRows,
  type ProjectionBasis,
  predictAt,
  predictProjected,
  projectCross,
} from '../model/projection';
import { probabilitiesOf } from '../statistics/calibration';
import { curveAt, meanOfColumns, shownColumn, type VariedColumn, variedColumns, withColumn } from './partialColumns';
import type { FitSession } from './session';

export interface PartialOutput extends Coefficients {
  readonly along: Float64Array;
}

/**
 * The mean prediction as one raw column moves over a grid and the others keep their values (Friedman 2001), for up to 24
 * columns: the mean is over a seeded sample of the training rows, and is taken of the kernel and the unpenalised features,
 * so that it follows every filter. Of classes with a calibration also the mean probability, at the fitted filter alone. One list for each
 * output.
 */
export function partialDependence(
  projection: ProjectionBasis,
  outputs: readonly PartialOutput[],
  transform: Transform,
  order: Uint32Array,
  calibration: Calibration | undefined,
  session: FitSession,
): PartialDependence[][] {
  const { x, residual } = projection;
  const predict = (rows: Matrix) => predictAt(projection, rows, outputs[0], session.linalg, session.silent());
  const { columns, background, done } = variedColumns(x, transform, order, x.rows, predict, session);
  const curves: PartialDependence[][] = outputs.map(() => []);
  const predicted = outputs.map((output) =>
    predictAt(projection, background, output, session.linalg, session.silent()),
  );
  columns.forEach((varied, k) => {
    const part = session.part(done + ((1 - done) * k) / columns.length, done + ((1 - done) * (k + 1)) / columns.length);
    part.progress(0, 'partial dependence');
    const probabilities = calibration && outputs.map(() => new Float64Array(varied.grid.length));
    const visit = (rows: ProjectedValues, g: number) => {
      if (calibration && probabilities) meanProbability(calibration, outputs, rows, probabilities, g);
    };
    const projected = meanProjection(projection, background, varied, visit, part);
    const means = outputs.map((output) =>
      predictProjected({ ...projected, cross: unweighted(projected.cross, projection) }, output),
    );
    outputs.forEach(({ along }, o) => {
      curves[o].push({
        ...shownColumn(varied),
        predictor: livePredictor(projected, residual.basis.rank, baseOf(projected, along), true),
        share: shareOf(curveAt(varied, means[o], varied.raw), predicted[o]),
        ...(probabilities && { probability: probabilities[o] }),
      });
    });
  });
  return curves;
}

type ProjectedValues = Pick<ProjectedRows, 'rows' | 'cross' | 'features'>;

/** Column g of the mean probabilities, one list for each output: a probability is no straight line of its score, so that rows come first. */
function meanProbability(
  calibration: Calibration,
  outputs: readonly PartialOutput[],
  rows: ProjectedValues,
  into: readonly Float64Array[],
  g: number,
): void {
  // Kernel values without the roots of the weights, as the coefficients have them.
  const scores = outputs.map((output) => predictProjected(rows, output));
  probabilitiesOf(calibration, scores).forEach((values, o) => {
    into[o][g] = values.reduce((sum, p) => sum + p, 0) / values.length;
  });
}

/** Kernel values and features averaged over the background rows, at each point of the column's grid, then projected. */
function meanProjection(
  projection: ProjectionBasis,
  background: Matrix,
  varied: VariedColumn,
  visit: (rows: ProjectedValues, g: number) => void,
  session: FitSession,
) {
  const n = projection.x.rows;
  const p = projection.residual.basis.unpenalised;
  const count = varied.points.rows;
  const cross = new Float64Array(n * count);
  const features = new Float64Array(p * count);
  for (let g = 0; g < count; g++) {
    const rows = withColumn(background, varied, g);
    const values = kernelCross(projection.kernel, projection.x, rows, session.linalg, session.silent());
    const kept = keptFeatures(projection, rows, session.linalg, session.silent());
    meanOfColumns(values, n, cross, g);
    if (p > 0) meanOfColumns(kept, p, features, g);
    visit({ rows: rows.rows, cross: values, features: kept }, g);
  }
  const { rootWeights } = projection;
  if (rootWeights) for (let o = 0; o < cross.length; o++) cross[o] *= rootWeights[o % n];
  return projectCross(
    projection,
    cross,
    features,
    meanKernels(projection, background, varied, session),
    session.linalg,
    session.silent(),
  );
}

/** Rows whose pairs a mean of the kernel between the averaged rows of a point is over. */
const PAIRED = 40;

/** The kernel between the mean over rows with the column at a grid point and itself, for each point. */
function meanKernels(
  { kernel }: ProjectionBasis,
  background: Matrix,
  varied: VariedColumn,
  session: FitSession,
): Float64Array {
  const some = rowBlock(background, 0, Math.min(PAIRED, background.rows));
  return Float64Array.from({ length: varied.points.rows }, (_, g) => {
    const gram = kernelGram(kernel, withColumn(some, varied, g), session.linalg, session.silent());
    return gram.reduce((sum, v) => sum + v, 0) / gram.length;
  });
}

/** Kernel values without the roots of the weights, as the coefficients have them. */
function unweighted(cross: Float64Array, { x, rootWeights }: ProjectionBasis): Float64Array {
  return rootWeights ? cross.map((v, o) => (rootWeights[o % x.rows] > 0 ? v / rootWeights[o % x.rows] : 0)) : cross;
}

/** cov(a, b)/var(b) over the rows where a is known; 0 where b does not vary. */
function shareOf(a: Float64Array, b: Float64Array): number {
  const known = Array.from(a.keys()).filter((i) => !Number.isNaN(a[i]));
  const mean = (values: Float64Array) => known.reduce((sum, i) => sum + values[i] / known.length, 0);
  const [ma, mb] = [mean(a), mean(b)];
  const both = known.reduce((sum, i) => sum + (a[i] - ma) * (b[i] - mb), 0);
  const variance = known.reduce((sum, i) => sum + (b[i] - mb) ** 2, 0);
  return variance > 0 ? both / variance : 0;
}
