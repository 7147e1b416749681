import { silently } from '../engine/contract/context';
import { formOf, type ScaledShape } from '../engine/kernels/formOf';
import { type Computing, full } from '../engine/linalg/linalg';

/** k(X, X) (n×n) and k(Z, X) (m×n) of n and m rows of d columns, column-major, in the core's memory. */
export function kernelsOf(shape: ScaledShape, x: Float64Array, z: Float64Array, d: number, context: Computing) {
  const { linalg } = context;
  const form = formOf(shape);
  const [n, m] = [x.length / d, z.length / d];
  return {
    gram: linalg.kernelMatrix(form, x, n, x, n, d, true, context, linalg.allocate(n * n)),
    cross: linalg.kernelMatrix(form, z, m, x, n, d, false, context, linalg.allocate(m * n)),
  };
}

/** op(A)·B of column-major matrices with inner length k, op transposing when asked. */
export function times(a: Float64Array, b: Float64Array, k: number, context: Computing, transposed = false) {
  const [m, n] = [a.length / k, b.length / k];
  const c = new Float64Array(m * n);
  const left = full(a, transposed ? k : m);
  context.linalg.gemm(transposed, false, m, n, k, 1, left, full(b, k), 0, full(c, m), context);
  return c;
}

/** A^+·B for a symmetric n×n matrix A; eigenvalues below rounding count for 0. */
export function solved(a: Float64Array, n: number, b: Float64Array, context: Computing): Float64Array {
  const { values, vectors } = context.linalg.symmetricEigen(a.slice(), n, silently(context));
  const least = 1e-12 * Math.max(...values.map(Math.abs));
  const scores = times(vectors, b, n, context, true);
  const divided = scores.map((v, at) => (Math.abs(values[at % n]) > least ? v / values[at % n] : 0));
  return times(vectors, divided, n, context);
}

/** The transpose, columns×rows, of a column-major matrix of `rows` rows. */
export const flipped = (a: Float64Array, rows: number, columns = a.length / rows): Float64Array =>
  a.map((_, at) => a[Math.floor(at / columns) + (at % columns) * rows]);

/** L·A·L' of n×n matrices, A symmetric. */
export const congruent = (l: Float64Array, a: Float64Array, n: number, context: Computing) =>
  times(l, flipped(times(l, a, n, context), n), n, context);
/** The largest difference of two vectors, as a fraction of the largest number of the first. */
export const farthest = (a: Float64Array, b: Float64Array) =>
  Math.max(...a.map((v, i) => Math.abs(v - b[i]))) / Math.max(...a.map(Math.abs));
