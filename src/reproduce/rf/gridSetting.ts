import type { Random } from '../../engine/data/random';
import type { Computing } from '../../engine/linalg/linalg';
import { flipped } from '../matrices';

/**
 * Rows are uniform on 16 points of [0, 1), where cosines and sines up to frequency 7 are orthonormal: ridge needs but the counts of rows and of features at each
 * point, so that any n and M within reach of a double are drawn exactly. Matrices are dimension×dimension, column-major, in coefficients of that basis.
 */
const POINTS = 16;
const FREQUENCIES = 7;
export const GRID_DIMENSION = 2 * FREQUENCIES + 1;
const D = GRID_DIMENSION;

const BASIS: readonly Float64Array[] = Array.from({ length: POINTS }, (_, p) =>
  Float64Array.from({ length: D }, (__, j) => {
    const angle = (2 * Math.PI * ((j + 1) >> 1) * p) / POINTS;
    return j === 0 ? 1 : Math.SQRT2 * (j % 2 === 1 ? Math.cos(angle) : Math.sin(angle));
  }),
);

/**
 * Features sqrt(lambda_j/p_j)·e_j with p proportional to lambda, for which alpha = 1; or shifts sum_j
 * sqrt(lambda_j)·e_j(w)·e_j, whose leverages are all N(lambda).
 */
export type GridFeatures = 'basis' | 'shifts';

/** A kernel with eigenvalues proportional to k^(−1/g), so that |psi| ≤ kappa = 1; f* = L^r·c with ||c|| = 1, and y = f* ± 1/2. */
export interface GridSetting {
  readonly features: GridFeatures;
  readonly r: number;
  readonly g: number;
  readonly eigenvalues: Float64Array;
  readonly target: Float64Array;
  /** Bound on |y|, and ||f*|| in H. */
  readonly b: number;
  readonly norm: number;
}

export function gridSetting(features: GridFeatures, r: number, g: number): GridSetting {
  const decay = Float64Array.from({ length: D }, (_, j) => Math.max(1, (j + 1) >> 1) ** (-1 / g));
  const sum = decay.reduce((a, v) => a + v, 0);
  // psi² is at most 2·sum lambda for single functions; |psi| is largest where a shift is 0.
  const largest =
    features === 'basis' ? 2 * sum : decay.reduce((a, v, j) => a + Math.sqrt(v) * BASIS[0][j] ** 2, 0) ** 2;
  const eigenvalues = decay.map((v) => v / largest);
  const source = Float64Array.from({ length: D }, (_, j) => (j + 1) ** -0.55);
  const length = Math.hypot(...source);
  const target = eigenvalues.map((v, j) => (v ** r * source[j]) / length);
  const values = BASIS.map((e) => e.reduce((a, v, j) => a + v * target[j], 0));
  const norm = Math.sqrt(target.reduce((a, v, j) => a + v ** 2 / eigenvalues[j], 0));
  return { features, r, g, eigenvalues, target, b: Math.max(...values.map(Math.abs)) + NOISE, norm };
}

const NOISE = 0.5;

/** N(lambda) and F(lambda) = sup ||(L + lambda)^-1/2·psi||², both exact. */
export function gridDimensions({ features, eigenvalues }: GridSetting, lambda: number) {
  const effective = eigenvalues.reduce((sum, v) => sum + v / (v + lambda), 0);
  const trace = eigenvalues.reduce((sum, v) => sum + v, 0);
  return { effective, maximal: features === 'shifts' ? effective : trace / (eigenvalues[D - 1] + lambda) };
}

/** L_M of M features: the sum of psi·psi'/M. */
export function drawGridFeatures({ features, eigenvalues }: GridSetting, m: number, random: Random): Float64Array {
  const l = new Float64Array(D * D);
  if (features === 'basis') {
    const trace = eigenvalues.reduce((sum, v) => sum + v, 0);
    multinomial(m, eigenvalues, random).forEach((drawn, j) => {
      l[j * (D + 1)] = (trace * drawn) / m;
    });
    return l;
  }
  const roots = eigenvalues.map(Math.sqrt);
  multinomial(m, new Float64Array(POINTS).fill(1), random).forEach((drawn, p) => {
    for (let j = 0; j < D; j++)
      for (let i = 0; i < D; i++) l[j * D + i] += (drawn / m) * roots[i] * BASIS[p][i] * roots[j] * BASIS[p][j];
  });
  return l;
}

/** Means over n rows: G of e·e', and of e·y. */
export function drawGridRows({ target }: GridSetting, n: number, random: Random) {
  const [gram, response] = [new Float64Array(D * D), new Float64Array(D)];
  multinomial(n, new Float64Array(POINTS).fill(1), random).forEach((drawn, p) => {
    const e = BASIS[p];
    const f = e.reduce((sum, v, j) => sum + v * target[j], 0);
    const y = (drawn * f + NOISE * (2 * binomial(drawn, 0.5, random) - drawn)) / n;
    for (let j = 0; j < D; j++) {
      response[j] += e[j] * y;
      for (let i = 0; i < D; i++) gram[j * D + i] += (drawn / n) * e[i] * e[j];
    }
  });
  return { gram, response };
}

function eigen(matrix: Float64Array, context: Computing) {
  return context.linalg.scope(() => {
    const copy = context.linalg.allocate(D * D);
    copy.set(matrix);
    const { values, vectors } = context.linalg.symmetricEigen(copy, D, context);
    return { values: Float64Array.from(values), vectors: Float64Array.from(vectors) };
  });
}

export const largestEigenvalue = (matrix: Float64Array, context: Computing): number =>
  eigen(matrix, context).values[D - 1];

/** A function of a positive semidefinite matrix. */
export function ofMatrix(matrix: Float64Array, f: (value: number) => number, context: Computing): Float64Array {
  const { values, vectors } = eigen(matrix, context);
  const scaled = vectors.map((v, o) => v * f(Math.max(0, values[Math.floor(o / D)])));
  return productInTurn(scaled, flippedSquare(vectors));
}

export const flippedSquare = (matrix: Float64Array): Float64Array => flipped(matrix, D);

/** Products from the left on. */
export function productInTurn(...[first, ...others]: readonly Float64Array[]): Float64Array {
  return others.reduce(
    (a, b) =>
      Float64Array.from({ length: b.length }, (_, o) => {
        let sum = 0;
        for (let k = 0; k < D; k++) sum += a[k * D + (o % D)] * b[Math.floor(o / D) * D + k];
        return sum;
      }),
    first,
  );
}

/** Draws of each of several kinds among n, by the weights of the kinds. */
function multinomial(n: number, weights: Float64Array, random: Random): number[] {
  let [left, total] = [n, weights.reduce((sum, v) => sum + v, 0)];
  return Array.from(weights, (weight, k) => {
    const drawn = k === weights.length - 1 ? left : binomial(left, weight / total, random);
    left -= drawn;
    total -= weight;
    return drawn;
  });
}

/** Exact for any n: an order statistic of n uniform numbers is beta, and leaves half of them on either side (Relles 1972). */
export function binomial(n: number, p: number, random: Random): number {
  let [left, share, drawn] = [n, p, 0];
  while (left > 24) {
    const at = 1 + Math.floor(left / 2);
    const [a, b] = [gamma(at, random), gamma(left + 1 - at, random)];
    const x = a / (a + b);
    if (x <= share) {
      drawn += at;
      left -= at;
      share = Math.min(1, (share - x) / (1 - x));
    } else {
      left = at - 1;
      share = Math.min(1, share / x);
    }
  }
  for (let i = 0; i < left; i++) if (random.uniform() < share) drawn++;
  return drawn;
}

/** Gamma of shape ≥ 1 (Marsaglia and Tsang 2000). */
function gamma(shape: number, random: Random): number {
  const d = shape - 1 / 3;
  for (;;) {
    const z = random.normal();
    const v = (1 + z / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random.uniform()) < z ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}
