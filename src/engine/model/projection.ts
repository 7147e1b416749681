import type { Matrix } from '../contract/data';
import type { FeatureBlock, KernelSpec } from '../contract/kernel';
import type { LivePredictor } from '../contract/run';
import { evaluateBlocks } from '../features/blocks';
import { kernelCross, kernelDiagonal } from '../kernels/kernelMatrix';
import { dot } from '../linalg/dot';
import type { Computing } from '../linalg/linalg';
import type { ResidualKernel } from '../spectrum/spectrum';
import type { Coefficients } from './coefficients';

/** A fit's training rows as new rows are projected onto them. */
export interface ProjectionBasis {
  readonly kernel: KernelSpec;
  readonly x: Matrix;
  readonly rootWeights?: Float64Array;
  readonly blocks: readonly FeatureBlock[];
  readonly residual: ResidualKernel;
}

/** m new rows in the terms of the spectrum. */
export interface ProjectedRows {
  readonly rows: number;
  /** S·k(X, x_j), n×m. */
  readonly cross: Float64Array;
  /** Kept unpenalised features, p×m: column j belongs to row j; and R^-T times them. */
  readonly features: Float64Array;
  readonly whitened: Float64Array;
  /** P' = U'·S·k(X, x_j)/sqrt(n) − coupling·R^-T·F(x_j)', rank×m. */
  readonly p: Float64Array;
  /** Residual kernel k'(x_j, x_j), and ||R^-T·F(x_j)'||². */
  readonly prior: Float64Array;
  readonly leverage: Float64Array;
}

/** Projects the rows z (m×d): with it f(x_j) = base_j + sum_i P_ji·g_i/mu_i·c_i for every filter g and every target. */
export function projectRows(projection: ProjectionBasis, z: Matrix, context: Computing): ProjectedRows {
  const { kernel, x, rootWeights } = projection;
  const cross = kernelCross(kernel, x, z, context);
  if (rootWeights) scaleInPlace(cross, rootWeights);
  const features = keptFeatures(projection, z, context);
  return projectCross(projection, cross, features, kernelDiagonal(kernel, z, context), context);
}

/** The same from kernel values and features that are at hand, or that are means of several rows'. */
export function projectCross(
  { residual }: ProjectionBasis,
  cross: Float64Array,
  features: Float64Array,
  diagonal: Float64Array,
  context: Computing,
): ProjectedRows {
  const { linalg } = context;
  const { basis, r, coupling, inner } = residual;
  const { n, rank, unpenalised: p, vectors, free } = basis;
  const m = diagonal.length;
  const projected = new Float64Array(rank * m);
  const block = (values: Float64Array, lead: number) => ({ values, offset: 0, lead });
  const root = 1 / Math.sqrt(n);
  if (rank > 0)
    linalg.gemm(true, false, rank, m, n, root, block(vectors, n), block(cross, n), 0, block(projected, rank), context);
  const whitened = whiten(features, r, p, m);
  const prior = diagonal.slice();
  const leverage = new Float64Array(m);
  if (p > 0) {
    if (rank > 0)
      linalg.gemm(
        false,
        false,
        rank,
        m,
        p,
        -1,
        block(coupling, rank),
        block(whitened, p),
        1,
        block(projected, rank),
        context,
      );
    const along = new Float64Array(p * m);
    linalg.gemm(true, false, p, m, n, 1, block(free, n), block(cross, n), 0, block(along, p), context);
    for (let j = 0; j < m; j++) {
      for (let a = 0; a < p; a++) {
        const v = whitened[j * p + a];
        leverage[j] += v * v;
        prior[j] -= 2 * v * along[j * p + a];
        for (let b = 0; b < p; b++) prior[j] += v * inner[b * p + a] * whitened[j * p + b];
      }
    }
  }
  // Values that rounding takes below zero are zero.
  for (let j = 0; j < m; j++) prior[j] = Math.max(0, prior[j]);
  return { rows: m, cross, features, whitened, p: projected, prior, leverage };
}

/** The retained unpenalised features of m rows, p×m. */
export function keptFeatures(
  { blocks, residual }: Pick<ProjectionBasis, 'blocks' | 'residual'>,
  z: Matrix,
  context: Computing,
): Float64Array {
  const p = residual.basis.unpenalised;
  if (p === 0) return new Float64Array(0);
  return transposeKept(evaluateBlocks(blocks, z, context).values, z.rows, residual.kept.subarray(0, p));
}

/** Some columns of an m×p0 matrix as a p×m one. */
export function transposeKept(values: Float64Array, m: number, columns: Uint32Array): Float64Array {
  const p = columns.length;
  const out = new Float64Array(p * m);
  for (let a = 0; a < p; a++) for (let j = 0; j < m; j++) out[j * p + a] = values[columns[a] * m + j];
  return out;
}

/** R^-T·f for each column of f (p×m): forward substitution with R' lower triangular. */
function whiten(features: Float64Array, r: Float64Array, p: number, m: number): Float64Array {
  const out = features.slice();
  for (let j = 0; j < m; j++) {
    for (let a = 0; a < p; a++) {
      let sum = out[j * p + a];
      for (let b = 0; b < a; b++) sum -= r[a * p + b] * out[j * p + b];
      out[j * p + a] = sum / r[a * p + a];
    }
  }
  return out;
}

/** base_j = F(x_j)·R^-1·Q'y: the least-squares fit on the unpenalised features alone. `along` is Q'y (p). */
export function baseOf(
  { rows, whitened }: Pick<ProjectedRows, 'rows' | 'whitened'>,
  along: Float64Array,
): Float64Array {
  const p = along.length;
  const base = new Float64Array(rows);
  for (let j = 0; j < rows; j++) for (let a = 0; a < p; a++) base[j] += whitened[j * p + a] * along[a];
  return base;
}

/** P in single precision: columns of P' are rows of P, and a figure needs no more. */
export function livePredictor(
  { rows, p, prior, leverage }: ProjectedRows,
  rank: number,
  base: Float64Array,
): LivePredictor {
  return { rows, rank, p: Float32Array.from(p), base, prior, leverage };
}

/** f at the rows z (m×d), m·n kernel values and as many products: `projectRows` takes n for each of them. */
export function predictAt(
  projection: Pick<ProjectionBasis, 'kernel' | 'x' | 'blocks' | 'residual'>,
  z: Matrix,
  fit: Coefficients,
  context: Computing,
): Float64Array {
  const cross = kernelCross(projection.kernel, projection.x, z, context);
  return predictProjected({ rows: z.rows, cross, features: keptFeatures(projection, z, context) }, fit);
}

function scaleInPlace(values: Float64Array, factors: Float64Array): void {
  const n = factors.length;
  for (let o = 0; o < values.length; o += n) for (let i = 0; i < n; i++) values[o + i] *= factors[i];
}

/** f(x_j) = sum_i alpha_i·k(x_i, x_j) + F(x_j)·beta. The cross kernel holds the roots of the weights already, as alpha does. */
export function predictProjected(
  { rows, cross, features }: Pick<ProjectedRows, 'rows' | 'cross' | 'features'>,
  { alpha, beta }: Coefficients,
  rootWeights?: Float64Array,
): Float64Array {
  const n = alpha.length;
  const p = beta.length;
  const bare = rootWeights ? alpha.map((a, i) => (rootWeights[i] > 0 ? a / rootWeights[i] : 0)) : alpha;
  const predicted = new Float64Array(rows);
  for (let j = 0; j < rows; j++) {
    let f = dot(cross, j * n, bare, 0, n);
    for (let a = 0; a < p; a++) f += features[j * p + a] * beta[a];
    predicted[j] = f;
  }
  return predicted;
}
