import type { Matrix } from '../../contract/data';
import { featureCount } from '../../contract/kernel';
import { evaluateBlocks } from '../../features/blocks';
import { landmarkCoefficients } from '../../features/maps/landmarkFeatures';
import type { Computing } from '../../linalg/linalg';
import { matrix, multiply } from '../../linalg/multiply';
import type { Unpenalised } from '../../spectrum/unpenalised';
import { solveUpper } from '../../spectrum/unpenalisedErrors';
import type { FeatureProjectionBasis } from './featureProjection';
import { eachFeatureBlock, unwhitenedRows } from './featureRows';

/** Fits on the same features: weights of Z (M) and of the orthonormal unpenalised directions Q (p). */
export interface LinearFit {
  readonly weights: Float64Array;
  readonly along: Float64Array;
}

/** Solves R·beta = along: the coefficients of the retained unpenalised features themselves. */
export function unpenalisedWeights({ p, r }: Unpenalised, along: Float64Array): Float64Array {
  const beta = along.slice();
  solveUpper(r, p, beta);
  return beta;
}

/** The members that fits on the same features share. */
export type FittedFeatures = Pick<FeatureProjectionBasis, 'map' | 'blocks' | 'unpenalised'>;

/** Predictions of each fit for the rows x (m×d), streamed in the memory of one block. */
export function predictFeatures(
  { map, blocks, unpenalised }: FittedFeatures,
  fits: readonly LinearFit[],
  x: Matrix,
  context: Computing,
): Float64Array[] {
  const m = x.rows;
  const count = featureCount(map);
  const predicted = fits.map(() => new Float64Array(m));
  const { values } = blocks.length > 0 ? evaluateBlocks(blocks, x, context) : { values: new Float64Array(0) };
  fits.forEach(({ along }, f) => {
    unpenalisedWeights(unpenalised, along).forEach((weight, a) => {
      const column = unpenalised.kept[a] * m;
      for (let i = 0; i < m; i++) predicted[f][i] += weight * values[column + i];
    });
  });
  // Landmarks use the coefficients of their kernel values, so that rows need no whitening of m² operations each.
  const weights = new Float64Array(count * fits.length);
  fits.forEach((fit, f) => {
    weights.set(map.kind === 'landmarks' ? landmarkCoefficients(map, fit.weights, context) : fit.weights, f * count);
  });
  eachFeatureBlock(unwhitenedRows({ map, x }, context), context, 'predicting', (z, size, from) => {
    const products = new Float64Array(size * fits.length);
    multiply(matrix(z, size, count), matrix(weights, count, fits.length), products, context);
    fits.forEach((_, f) => {
      for (let i = 0; i < size; i++) predicted[f][from + i] += products[f * size + i];
    });
  });
  return predicted;
}
