import type { Calibration } from '../../contract/classes';
import type { Matrix } from '../../contract/data';
import type { KernelSpec } from '../../contract/kernel';
import { kernelCross, kernelDiagonal, kernelGram } from '../../kernels/kernelMatrix';
import { movedCross } from '../../kernels/movedCross';
import { rowBlock } from '../../kernels/rows';
import type { Coefficients } from '../../model/coefficients';
import {
  baseOf,
  keptFeatures,
  livePredictor,
  type ProjectedRows,
  type ProjectionBasis,
  predictAt,
  predictProjected,
  projectCross,
} from '../../model/projection';
import { type MeanKernel, meanInParts, meanOfTerms, onPoints, seenIn } from '../meanKernel';
import {
  type ColumnPredictor,
  curveAt,
  meanOfColumns,
  meanProbabilities,
  type VariedColumn,
  withColumn,
} from '../partialColumns';
import type { FitSession } from '../session';

export interface PartialOutput extends Coefficients {
  readonly along: Float64Array;
}

/**
 * The mean is taken of the kernel and the unpenalised features, so that it follows every filter. Classes with a calibration also have the mean
 * probability, at the fitted filter alone.
 */
export function spectralColumns(
  projection: ProjectionBasis,
  outputs: readonly PartialOutput[],
  calibration: Calibration | undefined,
  session: FitSession,
): ColumnPredictor {
  const { x, residual } = projection;
  const predict = (rows: Matrix, output: PartialOutput) => predictAt(projection, rows, output, session.silent());
  return {
    size: x.rows,
    moving(rows) {
      const cross = movedCross(projection.kernel, x, rows, session.silent());
      return (moved, columns) => {
        const features = keptFeatures(projection, moved, session.silent());
        return [predictProjected({ rows: rows.rows, cross: cross(moved, columns), features }, outputs[0])];
      };
    },
    over(background) {
      const predicted = outputs.map((output) => predict(background, output));
      const stays = meanOfTerms(x, background, session);
      return (varied, part) => {
        const probabilities = calibration && outputs.map(() => new Float64Array(varied.grid.length));
        // Kernel values without the roots of the weights, as the coefficients have them.
        const visit = (rows: ProjectedValues, g: number) =>
          calibration &&
          meanProbabilities(
            calibration,
            outputs.map((output) => predictProjected(rows, output)),
          ).forEach((mean, o) => {
            if (probabilities) probabilities[o][g] = mean;
          });
        const projected = meanProjection(
          projection,
          background,
          varied,
          { stays, ...(calibration && { visit }) },
          part,
        );
        const unrooted = { ...projected, cross: unweighted(projected.cross, projection) };
        return outputs.map((output, o) => ({
          predictor: livePredictor(projected, residual.basis.rank, baseOf(projected, output.along)),
          share: shareOf(curveAt(varied, predictProjected(unrooted, output), varied.raw), predicted[o]),
          ...(probabilities && { probability: probabilities[o] }),
        }));
      };
    },
  };
}

type ProjectedValues = Pick<ProjectedRows, 'rows' | 'cross' | 'features'>;

/** Kernel values and features averaged over the background rows, at each point of the column's grid, then projected. */
function meanProjection(
  projection: ProjectionBasis,
  background: Matrix,
  varied: VariedColumn,
  { stays, visit }: { readonly stays: MeanKernel; readonly visit?: (rows: ProjectedValues, g: number) => void },
  session: FitSession,
) {
  const { kernel, x, rootWeights } = projection;
  const n = x.rows;
  const p = projection.residual.basis.unpenalised;
  const count = varied.points.rows;
  const context = session.silent();
  // A probability is not a mean of kernels, so every row needs all of them.
  const { cross, left } = visit
    ? { cross: new Float64Array(n * count), left: kernel }
    : meanInParts({ kernel, x, background, stays }, varied, session);
  const features = new Float64Array(p * count);
  const m = background.rows;
  const together = Math.max(1, Math.floor(PANEL / (n * m)));
  for (let start = 0; start < count && (left || p > 0); start += together) {
    const end = Math.min(count, start + together);
    const rows = withColumn(background, varied, start, end);
    const kept = keptFeatures(projection, rows, context);
    const values = left && kernelCross(left, x, rows, context);
    for (let g = start; g < end; g++) {
      const of = (all: Float64Array, height: number) =>
        all.subarray((g - start) * m * height, (g - start + 1) * m * height);
      if (p > 0) meanOfColumns(of(kept, p), p, features, g);
      if (values) meanOfColumns(of(values, n), n, cross, g);
      if (values) visit?.({ rows: m, cross: of(values, n), features: of(kept, p) }, g);
    }
  }
  if (rootWeights) for (let o = 0; o < cross.length; o++) cross[o] *= rootWeights[o % n];
  const means = meanKernels(kernel, background, varied, session);
  return projectCross(projection, cross, features, means, context);
}

/** Kernel values computed at a time, so that work done once per row of the fit is shared by many points. */
const PANEL = 1e6;

/** The most rows whose pairs give the mean of the kernel between the averaged rows of a point. */
const PAIRED = 40;

/** The kernel between the mean over rows with the column at a grid point and itself, for each point. */
function meanKernels(kernel: KernelSpec, background: Matrix, varied: VariedColumn, session: FitSession): Float64Array {
  const { others, only, both } = seenIn(kernel, varied);
  const some = rowBlock(background, 0, Math.min(PAIRED, background.rows));
  const meanOf = (kernel: KernelSpec, rows: Matrix) => {
    const gram = kernelGram(kernel, rows, session.silent());
    return gram.reduce((sum, v) => sum + v, 0) / gram.length;
  };
  const stays = others ? meanOf(others, some) : 0;
  const own = only && kernelDiagonal(only, onPoints(some, varied), session.silent());
  return Float64Array.from(
    { length: varied.points.rows },
    (_, g) => stays + (own?.[g] ?? 0) + (both ? meanOf(both, withColumn(some, varied, g)) : 0),
  );
}

/** Kernel values without the roots of the weights, as the coefficients have them. */
function unweighted(cross: Float64Array, { x, rootWeights }: ProjectionBasis): Float64Array {
  return rootWeights ? cross.map((v, o) => (rootWeights[o % x.rows] > 0 ? v / rootWeights[o % x.rows] : 0)) : cross;
}

/** cov(a, b)/var(b) over the rows at which a is known; 0 if b does not vary. */
function shareOf(a: Float64Array, b: Float64Array): number {
  const known = Array.from(a.keys()).filter((i) => !Number.isNaN(a[i]));
  const mean = (values: Float64Array) => known.reduce((sum, i) => sum + values[i] / known.length, 0);
  const [ma, mb] = [mean(a), mean(b)];
  const both = known.reduce((sum, i) => sum + (a[i] - ma) * (b[i] - mb), 0);
  const variance = known.reduce((sum, i) => sum + (b[i] - mb) ** 2, 0);
  return variance > 0 ? both / variance : 0;
}
