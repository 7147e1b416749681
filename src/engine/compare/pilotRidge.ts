import { silently } from '../contract/context';
import { type FeatureBlock, type FeatureMap, featureCount, featureScale, type KernelSpec } from '../contract/kernel';
import { evaluateBlocks } from '../features/blocks';
import { evaluateFeatures } from '../features/featureMaps';
import { lambdaScale } from '../filters/grids';
import { ridgeFilter } from '../filters/zones';
import { coarseLambdaGrid } from '../fit/spectral/axisGrid';
import { kernelCross, meanDiagonal } from '../kernels/kernelMatrix';
import { type Computing, full } from '../linalg/linalg';
import { coefficients } from '../model/coefficients';
import { decomposeKernel } from '../spectrum/decomposeKernel';
import { indexOfLeast } from '../spectrum/indexOfLeast';
import { leaveOneOutPaths } from '../spectrum/leaveOneOut';
import { featureResidualKernel } from '../spectrum/residualKernel';
import { type ResidualKernel, spectrumOf } from '../spectrum/spectrum';
import { weightedFeatures } from '../spectrum/weighted';
import type { PilotRows } from './pilotRows';

/** Rows whose diagonal is the unit of lambda. */
const UNIT_ROWS = 200;

/** The means by which pilot fits compute. */
export interface PilotMeans {
  readonly kernel: KernelSpec;
  readonly blocks: readonly FeatureBlock[];
  readonly context: Computing;
}

/**
 * Ridge regression on some rows, at the lambda of the lowest leave-one-out error of all outputs together. Errors are in
 * units of the outputs' variance.
 */
export interface PilotRidge {
  /**
   * Mean squared error on other rows, without the largest hundredth of the squares: a single row far outside can have
   * more than all others together, and would alone decide how methods compare.
   */
  errorOn(rows: PilotRows): number;
}

/** The fraction of the largest squared errors that is left out. */
const TRIMMED = 0.01;

/** The pilot with the exact kernel. */
export function pilotExact(rows: PilotRows, means: PilotMeans): PilotRidge {
  const { kernel, blocks, context } = means;
  const residual = decomposeKernel(kernel, rows, blocks, silently(context));
  return ridge(rows, residual, means, (alpha, other) => {
    const cross = kernelCross(kernel, rows.x, other.x, silently(context));
    const predicted = new Float64Array(other.x.rows);
    context.linalg.gemv(true, rows.x.rows, other.x.rows, 1, full(cross, rows.x.rows), alpha, 0, predicted, context);
    return predicted;
  });
}

/** The pilot with random features or landmarks in place of the kernel. */
export function pilotFeatures(rows: PilotRows, map: FeatureMap, means: PilotMeans): PilotRidge {
  const { blocks, context } = means;
  const { linalg } = context;
  const [n, count] = [rows.x.rows, featureCount(map)];
  const scale = featureScale(map);
  const scaled = (x: PilotRows['x']) => evaluateFeatures(map, x, silently(context)).map((v) => v * scale);
  const z = scaled(rows.x);
  const weighted = rows.rootWeights ? z.map((v, o) => v * (rows.rootWeights?.[o % n] ?? 1)) : z;
  const free = weightedFeatures(blocks, rows, silently(context));
  const quiet = silently(context);
  const residual = linalg.scope(() =>
    featureResidualKernel(weighted, n, count, free?.values, free?.columns ?? 0, quiet),
  );
  return ridge(rows, residual, means, (alpha, other) => {
    const weights = new Float64Array(count);
    linalg.gemv(true, n, count, 1, full(z, n), alpha, 0, weights, context);
    const predicted = new Float64Array(other.x.rows);
    linalg.gemv(false, other.x.rows, count, 1, full(scaled(other.x), other.x.rows), weights, 0, predicted, context);
    return predicted;
  });
}

function ridge(
  rows: PilotRows,
  residual: ResidualKernel,
  { kernel, blocks, context }: PilotMeans,
  kernelPart: (alpha: Float64Array, other: PilotRows) => Float64Array,
): PilotRidge {
  context.check();
  const { basis } = residual;
  const lambdas = coarseLambdaGrid(lambdaScale(meanDiagonal(kernel, rows.x, UNIT_ROWS, context)));
  const filter = ridgeFilter(lambdas[0], basis.n);
  const paths = leaveOneOutPaths(basis, rows.y, filter, 'lambda', lambdas, silently(context));
  const mean = lambdas.map((_, l) => paths.reduce((sum, path) => sum + path[l] / paths.length, 0));
  const best = indexOfLeast(mean);
  const fitted = rows.y.map((y) => {
    const { coordinates } = spectrumOf(basis, y);
    return coefficients(residual, y, coordinates, { ...filter, lambda: lambdas[best] }, rows.rootWeights);
  });
  return {
    errorOn(other) {
      const m = other.x.rows;
      const { values } = evaluateBlocks(blocks, other.x, silently(context));
      const errors = fitted.map(({ alpha, beta }, t) => {
        const predicted = kernelPart(alpha, other);
        beta.forEach((b, a) => {
          const from = residual.kept[a] * m;
          for (let i = 0; i < m; i++) predicted[i] += b * values[from + i];
        });
        const squares = predicted.map((v, i) => (other.y[t][i] - v * (other.rootWeights?.[i] ?? 1)) ** 2).sort();
        const untrimmed = Math.ceil((1 - TRIMMED) * m);
        return squares.subarray(0, untrimmed).reduce((sum, v) => sum + v, 0) / untrimmed;
      });
      return errors.reduce((sum, v) => sum + v / errors.length, 0);
    },
  };
}
