import type { Random } from '../../engine/data/random';
import { type Computing, full, type LinearAlgebra } from '../../engine/linalg/linalg';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { sumOfSquares } from '../statistics';

/**
 * The setting of RF section 4 in the real Fourier basis of [0, 1], ordered 1, √2·cos 2πx, √2·sin 2πx, √2·cos 4πx, …: there the
 * spline kernel Λ_q (1 for frequency 0) is diagonal with entries |k|^−q, and L² distances are those of coefficients.
 */
export interface SplineSetting {
  readonly r: number;
  readonly g: number;
  readonly sigma: number;
  /** Makes f* lie strictly inside the range of L^r. */
  readonly epsilon: number;
  /** The centre of f*. */
  readonly x0: number;
}

/**
 * Number of frequencies. Those beyond add 2.5e-6 at most to the diagonal of the kernel matrix, beside n·lambda of 0.1
 * and more: 1e-4 of the risk. The square of the target has less than 1e-13 there. A random feature has coefficients of
 * k^(−1/2g), 2.4e-4 at most: together (2/3)·64^−3·||w||²/M in the risk, 1e-3 of it or less for the M found.
 */
export const FREQUENCIES = 64;
/** Basis functions. */
export const DIMENSION = 2 * FREQUENCIES + 1;

/** |k|^−order for each basis function, 1 for the constant. */
export function splineEigenvalues(order: number): Float64Array {
  return Float64Array.from({ length: DIMENSION }, (_, j) => Math.max(1, (j + 1) >> 1) ** -order);
}

/** Basis functions at a point, DIMENSION of them, into `into`; by the angle-addition recurrence, exact to some 1e-14. */
export function fourierAt(x: number, into: Float64Array): void {
  const [c, s] = [Math.cos(2 * Math.PI * x), Math.sin(2 * Math.PI * x)];
  let cos = Math.SQRT2;
  let sin = 0;
  into[0] = 1;
  for (let k = 1; k <= FREQUENCIES; k++) {
    const next = cos * c - sin * s;
    sin = cos * s + sin * c;
    cos = next;
    into[2 * k - 1] = cos;
    into[2 * k] = sin;
  }
}

/** Coefficients of f* = Λ_(r/g + ½ + epsilon)(·, x0). */
export function targetCoefficients({ r, g, epsilon, x0 }: SplineSetting): Float64Array {
  const decay = splineEigenvalues(r / g + 0.5 + epsilon);
  const at = new Float64Array(DIMENSION);
  fourierAt(x0, at);
  return at.map((v, j) => v * decay[j]);
}

/**
 * The quantities that ridge regression needs from n rows: G = E'E/n of the basis functions E (n×DIMENSION), and E'y/n.
 */
export interface SplineSample {
  /** Column-major, both triangles. */
  readonly gram: Float64Array;
  readonly response: Float64Array;
}

/**
 * n uniform points with y = f*(x) + normal noise. Products of two basis functions are sums of functions of twice the frequency, so
 * G needs but 4·FREQUENCIES means over the rows, and no n×DIMENSION matrix.
 */
export function drawSplineSample(n: number, setting: SplineSetting, random: Random, check: () => void): SplineSample {
  const target = targetCoefficients(setting);
  const response = new Float64Array(DIMENSION);
  const most = 2 * FREQUENCIES;
  const cosines = new Float64Array(most + 1);
  const sines = new Float64Array(most + 1);
  const at = new Float64Array(DIMENSION);
  for (let i = 0; i < n; i++) {
    if (i % 1000 === 0) check();
    const x = random.uniform();
    fourierAt(x, at);
    let y = setting.sigma * random.normal();
    for (let j = 0; j < DIMENSION; j++) y += target[j] * at[j];
    for (let j = 0; j < DIMENSION; j++) response[j] += (y * at[j]) / n;
    const [c, s] = [Math.cos(2 * Math.PI * x), Math.sin(2 * Math.PI * x)];
    let cos = 1;
    let sin = 0;
    for (let k = 0; k <= most; k++) {
      cosines[k] += cos / n;
      sines[k] += sin / n;
      const next = cos * c - sin * s;
      sin = cos * s + sin * c;
      cos = next;
    }
  }
  return { gram: fourierGram(cosines, sines), response };
}

/** G from means of cos 2πkx and sin 2πkx, k = 0 … 2·FREQUENCIES. */
function fourierGram(cosines: Float64Array, sines: Float64Array): Float64Array {
  const gram = new Float64Array(DIMENSION ** 2);
  const set = (i: number, j: number, v: number) => {
    gram[i + j * DIMENSION] = v;
    gram[j + i * DIMENSION] = v;
  };
  gram[0] = 1;
  for (let a = 1; a <= FREQUENCIES; a++) {
    set(2 * a - 1, 0, Math.SQRT2 * cosines[a]);
    set(2 * a, 0, Math.SQRT2 * sines[a]);
    for (let b = 1; b <= a; b++) {
      const [sum, difference] = [a + b, a - b];
      set(2 * a - 1, 2 * b - 1, cosines[difference] + cosines[sum]);
      set(2 * a, 2 * b, cosines[difference] - cosines[sum]);
      set(2 * a, 2 * b - 1, sines[sum] + sines[difference]);
      set(2 * a - 1, 2 * b, sines[sum] - sines[difference]);
    }
  }
  return gram;
}

/**
 * Any of the ridge regressions of RF section 4 as f̂ = B·(H + lambda·I)^-1·c in coefficients of the Fourier basis: H (p×p, symmetric,
 * lower triangle), c (p), B (DIMENSION×p). In the core's memory: it lives until the scope around it ends.
 */
export interface ReducedRidge {
  readonly p: number;
  readonly h: Float64Array;
  readonly c: Float64Array;
  readonly back: Float64Array;
}

/** Kernel ridge regression with eigenvalues `spectrum`: H = Λ^½·G·Λ^½. */
export function kernelRidge(
  { gram, response }: SplineSample,
  spectrum: Float64Array,
  linalg: LinearAlgebra,
): ReducedRidge {
  const p = DIMENSION;
  const h = linalg.allocate(p * p);
  const back = linalg.allocate(p * p).fill(0);
  const root = spectrum.map(Math.sqrt);
  for (let j = 0; j < p; j++) {
    for (let i = 0; i < p; i++) h[i + j * p] = root[i] * gram[i + j * p] * root[j];
    back[j + j * p] = root[j];
  }
  return { p, h, c: response.map((v, j) => v * root[j]), back };
}

/** ||f̂ − f*||² in L² at one lambda. */
export function splineRiskAt(
  { p, h, c, back }: ReducedRidge,
  target: Float64Array,
  lambda: number,
  context: Computing,
): number {
  const { linalg } = context;
  return linalg.scope(() => {
    const factor = linalg.allocate(p * p);
    factor.set(h.subarray(0, p * p));
    for (let j = 0; j < p; j++) factor[j + j * p] += lambda;
    if (linalg.cholesky(factor, p, context) !== undefined) return Number.POSITIVE_INFINITY;
    const w = linalg.allocate(p);
    w.set(c);
    linalg.solveLower(factor, p, false, w, 1, context);
    linalg.solveLower(factor, p, true, w, 1, context);
    return distance(back, p, w, target, context);
  });
}

/** The least ||f̂ − f*||² over `lambdas`, ascending, and where it is. */
export function leastRisk(
  { p, h, c, back }: ReducedRidge,
  target: Float64Array,
  lambdas: Float64Array,
  context: Computing,
): { readonly risk: number; readonly lambda: number } {
  const { linalg } = context;
  return linalg.scope(() => {
    const copy = linalg.allocate(p * p);
    copy.set(h.subarray(0, p * p));
    const { values, vectors } = linalg.symmetricEigen(copy, p, context);
    const scores = new Float64Array(p);
    linalg.gemv(true, p, p, 1, full(vectors, p), c, 0, scores, context);
    const directions = linalg.allocate(DIMENSION * p);
    const into = full(directions, DIMENSION);
    linalg.gemm(false, false, DIMENSION, p, p, 1, full(back, DIMENSION), full(vectors, p), 0, into, context);
    const risks = lambdas.map((lambda) => {
      const w = scores.map((score, j) => score / (Math.max(0, values[j]) + lambda));
      return distance(directions, p, w, target, context);
    });
    const best = indexOfLeast(risks);
    return { risk: risks[best], lambda: lambdas[best] };
  });
}

/** ||B·w − f||² for B (DIMENSION×p). */
function distance(b: Float64Array, p: number, w: Float64Array, target: Float64Array, context: Computing): number {
  const { linalg } = context;
  const f = target.slice();
  linalg.gemv(false, DIMENSION, p, 1, full(b, DIMENSION), w, -1, f, context);
  return sumOfSquares(f);
}
