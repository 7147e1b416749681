import { jacobi } from './jacobi';

/** A Gaussian kernel on some rows with the mean of y unpenalised, by the shortest dense algebra. */
export interface ExampleBasis {
  readonly n: number;
  readonly rank: number;
  /** n − 1 eigenvalues of the residual kernel matrix over n, descending. */
  readonly mu: Float64Array;
  readonly clipped: number;
  /** Row j holds the entries u_ij of the n − 1 eigenvectors at training row j. */
  readonly vectors: readonly Float64Array[];
  /** P, k'(x, x) and the intercept's leverage 1/n at new points, which a LivePredictor needs for each. */
  at(point: readonly number[]): { readonly p: Float64Array; readonly prior: number };
  /** The mean of P over new points. */
  meanOver(points: readonly (readonly number[])[]): Float64Array;
}

/** `xs` are training rows, already scaled; `kernel` any positive definite function of two of them. */
export function exampleBasis(
  xs: readonly (readonly number[])[],
  kernel: (a: readonly number[], b: readonly number[]) => number,
): ExampleBasis {
  const n = xs.length;
  const gram = xs.map((a) => Float64Array.from(xs, (b) => kernel(a, b)));
  const means = gram.map((row) => row.reduce((s, v) => s + v, 0) / n);
  const mean = means.reduce((s, v) => s + v, 0) / n;
  const centred = gram.map((row, i) => row.map((v, j) => (v - means[i] - means[j] + mean) / n));
  // Helmert's basis of the complement of the constant, so that every eigenvector found is at right angles to it: vector c ends with entry c + 1.
  const basis = Array.from({ length: n - 1 }, (_, c) =>
    Float64Array.from({ length: c + 2 }, (_, j) => (j <= c ? 1 : -(c + 1)) / Math.sqrt((c + 1) * (c + 2))),
  );
  const half = basis.map((h) => Float64Array.from(centred, (row) => dot(h, row)));
  const inside = half.map((row) => Float64Array.from(basis, (h) => dot(h, row)));
  const { values, vectors: rotated } = jacobi(inside);
  const vectors = Array.from({ length: n }, () => new Float64Array(n - 1));
  basis.forEach((h, c) => {
    h.forEach((v, j) => {
      const [to, from] = [vectors[j], rotated[c]];
      for (let i = 0; i < n - 1; i++) to[i] += v * from[i];
    });
  });
  const mu = values.map((v) => Math.max(0, v));
  const rank = mu.filter((v) => v > n * Number.EPSILON * mu[0]).length;
  /** P of a point, or of several, by its kernel with the training rows, or their mean. */
  const projected = (k: readonly number[]): Float64Array => {
    const p = new Float64Array(rank);
    k.forEach((v, j) => {
      const [scale, u] = [v - means[j], vectors[j]];
      for (let i = 0; i < rank; i++) p[i] += scale * u[i];
    });
    return p.map((v) => v / Math.sqrt(n));
  };
  return {
    n,
    rank,
    mu,
    clipped: values.filter((v) => v < 0).length,
    vectors,
    at(point) {
      const k = xs.map((x) => kernel(point, x));
      const own = k.reduce((s, v) => s + v, 0) / n;
      return { p: projected(k), prior: kernel(point, point) - 2 * own + mean };
    },
    meanOver: (points) =>
      projected(xs.map((x) => points.reduce((s, point) => s + kernel(point, x), 0) / points.length)),
  };
}

/** Over the entries of the shorter one. */
function dot(shorter: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < shorter.length; j++) sum += shorter[j] * other[j];
  return sum;
}

/** c_i = u_i'y/sqrt(n). */
export function coordinatesOf({ n, vectors }: ExampleBasis, y: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: n - 1 }, (_, i) => vectors.reduce((s, u, j) => s + u[i] * y[j], 0) / Math.sqrt(n));
}
