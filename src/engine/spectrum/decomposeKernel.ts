import { partOf, silently } from '../contract/context';
import type { FeatureBlock, KernelSpec } from '../contract/kernel';
import { evaluateBlocks } from '../features/blocks';
import { type PartialCholesky, partialCholesky } from '../kernels/partialCholesky';
import { polynomialOrder } from '../kernels/polynomialOrder';
import { householderQr } from '../linalg/householderQr';
import { type Computing, full } from '../linalg/linalg';
import { featureResidualKernel, imagesUnder, residualFrom, residualKernel } from './residualKernel';
import { fixSign, type ResidualKernel } from './spectrum';
import { type Unpenalised, unpenalisedOf } from './unpenalised';
import { multiplyRows, type WeightedFeatures, type WeightedRows, weightedFeatures, weightedGram } from './weighted';

/** A kernel with so few features, as a fraction of the rows, is decomposed without its matrix. */
const FEW_FEATURES = 0.7;

/**
 * The residual kernel matrix of the training rows, decomposed in the cheapest way: from the features if the kernel is
 * one of few random features, from a low-rank factor if the matrix has one to rounding, in full otherwise.
 */
export function decomposeKernel(
  kernel: KernelSpec,
  training: WeightedRows,
  blocks: readonly FeatureBlock[],
  context: Computing,
): ResidualKernel {
  const { x, rootWeights } = training;
  const n = x.rows;
  return context.linalg.scope(() => {
    const features = weightedFeatures(blocks, training, context);
    if (kernel.kind === 'features' && kernel.map.bias.length < FEW_FEATURES * n) {
      const count = kernel.map.bias.length;
      const { values } = evaluateBlocks([{ kind: 'units', map: kernel.map, name: '' }], x, context);
      const z = (rootWeights ? multiplyRows(values, rootWeights) : values).map((v) => v / Math.sqrt(count));
      return featureResidualKernel(z, n, count, features?.values, features?.columns ?? 0, context);
    }
    context.progress(0, 'kernel matrix');
    const gram = weightedGram(kernel, training, partOf(context, 0, 0.1));
    const rest = partOf(context, 0.1, 1);
    return decomposeGram(kernel, gram, n, features, rest);
  });
}

/**
 * The residual kernel of a kernel's matrix (n×n, overwritten), from a low-rank factor if there is one. The part of the
 * matrix that the factor leaves out has a trace of at most `tolerance` or of rounding. The result outlives every scope.
 */
export function decomposeGram(
  kernel: KernelSpec,
  gram: Float64Array,
  n: number,
  features: WeightedFeatures | undefined,
  context: Computing,
  tolerance = 0,
): ResidualKernel {
  const unpenalised = [features?.values, features?.columns ?? 0] as const;
  const definite = polynomialOrder(kernel) === 0;
  const low = definite ? lowRankResidual(gram, n, ...unpenalised, context, tolerance) : undefined;
  return low ?? residualKernel(gram, n, ...unpenalised, context);
}

/** If the rank is more than this fraction of the rows, the full decomposition is as fast. */
const WORTHWHILE = 0.55;
/** The part of the Gram matrix that may be left out as no more than rounding, in roundings of its trace. */
const ROUNDINGS = 4;

/**
 * The residual kernel of a positive semidefinite Gram matrix of low numerical rank rho, such as smooth kernels with
 * long length scales have, at about n·rho² instead of n³; undefined, usually after a few hundredths of the time of the
 * full decomposition, if rho would exceed 0.55·n. `gram` (n×n) is unchanged; `features` n×p0, both scaled by root
 * weights.
 *
 * K ≈ L·L' leaves out a trace of at most `tolerance`, 4·eps·trace(K) by default, the effect of rounding on a full
 * decomposition: eigenvalues of K/n then agree to that over n, shares and residuals of a filter to that over n·lambda.
 * With the QR of [Q L], whose trailing block R2 belongs to (I − QQ')L, the eigenpairs of R2·R2'/n (rho×rho) give mu and
 * U ⟂ Q: reflections keep the columns orthonormal even if Q lies almost in the span of L, as the constant does. The
 * missing directions have mu = 0.
 */
export function lowRankResidual(
  gram: Float64Array,
  n: number,
  features: Float64Array | undefined,
  p0: number,
  context: Computing,
  tolerance = 0,
): ResidualKernel | undefined {
  let trace = 0;
  for (let i = 0; i < n; i++) trace += gram[i + i * n];
  const most = Math.floor(WORTHWHILE * n) - p0;
  if (!(trace > 0) || most < 1) return undefined;
  return context.linalg.scope(() => {
    const bound = Math.max(tolerance, ROUNDINGS * Number.EPSILON * trace);
    const factor = partialCholesky(gram, n, most, bound, partOf(context, 0, 0.3));
    if (factor === undefined) return undefined;
    context.progress(0.3, 'decomposing the kernel matrix');
    const unpenalised = unpenalisedOf(features, n, p0, silently(context));
    const { values, vectors } = eigenpairs(factor, n, unpenalised, partOf(context, 0.3, 1));
    const images = imagesUnder(gram, n, unpenalised, context);
    return residualFrom(unpenalised, n, vectors, values, images, context);
  });
}

/**
 * Eigenpairs of (I − QQ')·L·L'·(I − QQ') in the span of [Q L] without Q: as many values as L has columns, ascending, and their
 * vectors in the opposite order, with the signs of the contract.
 */
function eigenpairs(
  { l, rank }: PartialCholesky,
  n: number,
  { p, q }: Unpenalised,
  context: Computing,
): { readonly values: Float64Array; readonly vectors: Float64Array } {
  const { linalg } = context;
  const size = p + rank;
  const joined = linalg.allocate(n * size);
  joined.set(q);
  joined.set(l.subarray(0, n * rank), n * p);
  const r = householderQr(joined, n, size, silently(context));
  context.progress(0.5, 'decomposing the kernel matrix');
  const small = linalg.allocate(rank * rank);
  const trailing = { values: r, offset: p + p * size, lead: size };
  linalg.syrk(false, rank, rank, 1, trailing, 0, full(small, rank), context);
  const eigen = linalg.symmetricEigen(small, rank, silently(context));
  const product = linalg.allocate(n * rank);
  const columns = { values: joined, offset: n * p, lead: n };
  linalg.gemm(false, false, n, rank, rank, 1, columns, full(eigen.vectors, rank), 0, full(product, n), context);
  const vectors = new Float64Array(n * rank);
  for (let j = 0; j < rank; j++) {
    vectors.set(product.subarray((rank - 1 - j) * n, (rank - j) * n), j * n);
    fixSign(vectors, j * n, n);
  }
  context.progress(1, 'decomposing the kernel matrix');
  return { values: eigen.values, vectors };
}
