import { silently } from '../../contract/context';
import type { Matrix } from '../../contract/data';
import { type FeatureBlock, type FeatureMap, featureCount, featureScale } from '../../contract/kernel';
import type { LivePredictor } from '../../contract/run';
import { evaluateBlocks } from '../../features/blocks';
import { evaluateFeatures } from '../../features/featureMaps';
import { landmarkKernel, whitenLandmarks } from '../../features/maps/landmarkFeatures';
import type { Computing } from '../../linalg/linalg';
import { matrix, multiply, transpose } from '../../linalg/multiply';
import type { Unpenalised } from '../../spectrum/unpenalised';
import type { FeatureSpectrum } from './featureSpectrum';

/** A fit on features as new rows are projected onto it. */
export interface FeatureProjectionBasis {
  readonly map: FeatureMap;
  readonly blocks: readonly FeatureBlock[];
  readonly unpenalised: Unpenalised;
  readonly spectrum: FeatureSpectrum;
}

/** Z (m×M) and the retained unpenalised features (m×p) of rows, or means of them over rows. */
export interface FeatureValues {
  readonly rows: number;
  readonly z: Float64Array;
  readonly free: Float64Array;
}

export function featureValues(
  { map, blocks, unpenalised: { p, kept } }: FeatureProjectionBasis,
  x: Matrix,
  context: Computing,
  evaluate = evaluateFeatures,
): FeatureValues {
  const m = x.rows;
  const scale = featureScale(map);
  const z = evaluate(map, x, silently(context));
  for (let i = 0; i < z.length; i++) z[i] *= scale;
  const free = new Float64Array(m * p);
  if (p > 0) {
    const { values } = evaluateBlocks(blocks, x, silently(context));
    for (let a = 0; a < p; a++) free.set(values.subarray(kept[a] * m, (kept[a] + 1) * m), a * m);
  }
  return { rows: m, z, free };
}

/** Means of the features over each of the `samples` of rows, one row each. For landmarks, kernel values are averaged and the means whitened. */
export function meanFeatures(
  projection: FeatureProjectionBasis,
  samples: readonly Matrix[],
  context: Computing,
): FeatureValues {
  const { map } = projection;
  const m = samples.length;
  const z = new Float64Array(m * featureCount(map));
  const free = new Float64Array(m * projection.unpenalised.p);
  samples.forEach((x, i) => {
    context.check();
    const values = featureValues(projection, x, context, unwhitened);
    addMeans(values.z, values.rows, z, i, m);
    addMeans(values.free, values.rows, free, i, m);
  });
  if (map.kind === 'landmarks') whitenLandmarks(map, z, m, silently(context));
  return { rows: m, z, free };
}

/** φ of rows or, for landmarks, their kernel values before whitening. */
function unwhitened(map: FeatureMap, x: Matrix, context: Computing): Float64Array {
  if (map.kind !== 'landmarks') return evaluateFeatures(map, x, context);
  const values = new Float64Array(x.rows * featureCount(map));
  landmarkKernel(map, x, context, values);
  return values;
}

/** Row i of `means` (m rows) is the mean of each column of `values`. */
function addMeans(values: Float64Array, rows: number, means: Float64Array, i: number, m: number): void {
  for (let from = 0, at = i; from < values.length; from += rows, at += m) {
    let sum = 0;
    for (let o = from; o < from + rows; o++) sum += values[o];
    means[at] = sum / rows;
  }
}

/**
 * Projections for the panel's sliders: P_ji = z'(x_j)·v_i·sqrt(mu_i) with z' = z − Z'Q·R^-T·F(x)', which is k'(x_j, X)·u_i/sqrt(n) of `LivePredictor`, and
 * for each target the base F(x)·R^-1·Q'y. With `intervals` also the residual kernel ||z'||² and the leverage on F.
 */
export function projectFeatures(
  { map, unpenalised: { p, r }, spectrum }: FeatureProjectionBasis,
  { rows: m, z, free }: FeatureValues,
  along: readonly Float64Array[],
  context: Computing,
  intervals = false,
): LivePredictor[] {
  const count = featureCount(map);
  const [{ mu, rank }] = spectrum.spectra;
  // F·R^-1, m×p: forward substitution along the columns of R.
  const whitened = free.slice();
  for (let a = 0; a < p; a++) {
    for (let b = 0; b < a; b++) for (let j = 0; j < m; j++) whitened[a * m + j] -= whitened[b * m + j] * r[a * p + b];
    for (let j = 0; j < m; j++) whitened[a * m + j] /= r[a * p + a];
  }
  const residual = z.slice();
  if (p > 0) multiply(matrix(whitened, m, p), transpose(matrix(spectrum.free, count, p)), residual, context, -1);
  const onto = new Float64Array(rank * m);
  if (rank > 0)
    multiply(transpose(matrix(spectrum.vectors, count, rank)), transpose(matrix(residual, m, count)), onto, context);
  const projected = new Float32Array(rank * m);
  const roots = mu.map(Math.sqrt);
  for (let j = 0, o = 0; j < m; j++) for (let i = 0; i < rank; i++, o++) projected[o] = onto[o] * roots[i];
  const bands = intervals ? { prior: squares(residual, m), leverage: squares(whitened, m) } : {};
  return along.map((qy) => {
    const base = new Float64Array(m);
    for (let a = 0; a < p; a++) for (let j = 0; j < m; j++) base[j] += whitened[a * m + j] * qy[a];
    return { rows: m, rank, p: projected, base, ...bands };
  });
}

/** Sums of squares along the rows of a column-major matrix. */
function squares(values: Float64Array, m: number): Float64Array {
  const sums = new Float64Array(m);
  for (let o = 0; o < values.length; o++) sums[o % m] += values[o] * values[o];
  return sums;
}
