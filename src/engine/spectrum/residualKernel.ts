import { partOf, silently } from '../contract/context';
import { type Computing, full } from '../linalg/linalg';
import { tallSvd } from '../linalg/tallSvd';
import { applyReflections, type Reflections, reflectedComplement, reflectionsOnto } from './reflections';
import { descending, fixSign, type ResidualKernel } from './spectrum';
import { type Unpenalised, unpenalisedOf } from './unpenalised';

/** Columns of U that are reflected together, so that the core's memory holds these and not another n×n. */
const COLUMNS = 512;

/**
 * Decomposes the residual kernel (I − QQ')·K·(I − QQ')/n (CKRR Thm 3.2), Q spanning the unpenalised features. `gram` (n×n, in
 * the core's memory) is overwritten; `features` (n×p0, undefined for none) and the Gram matrix are already multiplied by the
 * roots of the row weights. The result outlives the caller's scope.
 *
 * The p reflections that turn Q into unit vectors are applied to K from both sides, and the eigenpairs are those of its last
 * n − p rows and columns. An n×n eigenproblem of the projected matrix would have Q in its null space, and where the kernel is
 * numerically rank-deficient itself, its eigenvectors for zero would be any mixture of Q and what lies outside.
 *
 * Throws `parameter/invalid` when there are as many unpenalised features as rows, `numerics/failed` when an entry is
 * not finite or the residual kernel is not positive semidefinite.
 */
export function residualKernel(
  gram: Float64Array,
  n: number,
  features: Float64Array | undefined,
  p0: number,
  context: Computing,
): ResidualKernel {
  const free = unpenalisedOf(features, n, p0, silently(context));
  const { p } = free;
  const q = n - p;
  const images = imagesUnder(gram, n, free, context);
  const reflections = reflectionsOnto(free.q, n, p);
  const block = p === 0 ? gram : context.linalg.scope(() => reflectedComplement(reflections, gram, context));
  const eigen = context.linalg.symmetricEigen(block, q, partOf(context, 0.05, 0.97));
  const vectors = new Float64Array(n * q);
  for (let j = 0; j < q; j++) vectors.set(eigen.vectors.subarray((q - 1 - j) * q, (q - j) * q), j * n + p);
  finishVectors(vectors, q, reflections, context);
  return residualFrom(free, n, vectors, eigen.values, images, context);
}

/** K·Q (n×p) and Q'·K·Q (p×p) for K = `gram`. */
export function imagesUnder(gram: Float64Array, n: number, { p, q }: Unpenalised, context: Computing): Images {
  const image = new Float64Array(n * p);
  const inner = new Float64Array(p * p);
  if (p > 0) {
    context.linalg.gemm(false, false, n, p, n, 1, full(gram, n), full(q, n), 0, full(image, n), context);
    context.linalg.gemm(true, false, p, p, n, 1, full(q, n), full(image, n), 0, full(inner, p), context);
  }
  return { image, inner };
}

/**
 * `residualKernel` for K = Z·Z' from tall features Z (n×M, random features over sqrt(M), times the roots of the row weights;
 * unchanged) without any n×n matrix: singular values s of Z's last n − p rows after the reflections give mu = s²/n, and q =
 * min(M, n − p) directions alone are computed. Time n·M², memory n·M. The same errors.
 */
export function featureResidualKernel(
  z: Float64Array,
  n: number,
  M: number,
  features: Float64Array | undefined,
  p0: number,
  context: Computing,
): ResidualKernel {
  const { linalg } = context;
  const free = unpenalisedOf(features, n, p0, silently(context));
  const { p } = free;
  const rows = n - p;
  const q = Math.min(M, rows);
  const reflections = reflectionsOnto(free.q, n, p);
  const vectors = new Float64Array(n * q);
  const squares = linalg.scope(() => {
    const rotated = linalg.allocate(n * M);
    rotated.set(z.subarray(0, n * M));
    applyReflections(reflections, true, rotated, M, context);
    const wide = M > rows;
    const below = linalg.allocate(rows * M);
    for (let j = 0; j < M; j++)
      for (let i = 0; i < rows; i++) below[wide ? j + i * M : i + j * rows] = rotated[j * n + p + i];
    const part = partOf(context, 0.05, 0.97);
    const svd = wide ? tallSvd(below, M, rows, part) : tallSvd(below, rows, M, part);
    const left = wide ? svd.v : svd.u;
    for (let j = 0; j < q; j++) vectors.set(left.subarray(j * rows, (j + 1) * rows), j * n + p);
    return svd.values.map((s) => s * s);
  });
  finishVectors(vectors, q, reflections, context);
  // K·Q = Z·(Z'Q) and Q'·K·Q = (Z'Q)'·(Z'Q).
  const along = new Float64Array(M * p);
  const image = new Float64Array(n * p);
  const inner = new Float64Array(p * p);
  if (p > 0) {
    linalg.gemm(true, false, M, p, n, 1, full(z, n), full(free.q, n), 0, full(along, M), context);
    linalg.gemm(false, false, n, p, M, 1, full(z, n), full(along, M), 0, full(image, n), context);
    linalg.gemm(true, false, p, p, M, 1, full(along, M), full(along, M), 0, full(inner, p), context);
  }
  return residualFrom(free, n, vectors, squares.toReversed(), { image, inner }, context);
}

/** Rotates columns (0; v) by the reflections and fixes their signs. */
function finishVectors(vectors: Float64Array, q: number, reflections: Reflections, context: Computing): void {
  const { n, p } = reflections;
  if (p > 0) {
    context.linalg.scope(() => {
      const strip = context.linalg.allocate(n * Math.min(COLUMNS, q));
      for (let from = 0; from < q; from += COLUMNS) {
        const to = Math.min(q, from + COLUMNS);
        strip.set(vectors.subarray(from * n, to * n));
        applyReflections(reflections, false, strip, to - from, context);
        vectors.set(strip.subarray(0, (to - from) * n), from * n);
      }
    });
  }
  for (let j = 0; j < q; j++) fixSign(vectors, j * n, n);
}

type Images = Pick<ResidualKernel, 'image' | 'inner'>;

/** The residual kernel with these eigenvalues of (I − QQ')·K·(I − QQ'), ascending, and their vectors in the opposite order. */
export function residualFrom(
  { p, q: free, r, kept, dropped }: Unpenalised,
  n: number,
  vectors: Float64Array,
  values: Float64Array,
  { image, inner }: Images,
  context: Computing,
): ResidualKernel {
  const eigen = { n, vectors, ...descending({ values }, n, sizeOf(inner)) };
  const { rank } = eigen;
  const coupling = new Float64Array(rank * p);
  if (coupling.length > 0) {
    const scale = 1 / Math.sqrt(n);
    context.linalg.gemm(
      true,
      false,
      rank,
      p,
      n,
      scale,
      full(vectors, n),
      full(image, n),
      0,
      full(coupling, rank),
      context,
    );
  }
  const basis = { ...eigen, free, unpenalised: p };
  return { basis, r, kept, dropped, image, coupling, inner };
}

/** The Frobenius norm of Q'·K·Q. */
function sizeOf(inner: Float64Array): number {
  return Math.sqrt(inner.reduce((sum, v) => sum + v * v, 0));
}
