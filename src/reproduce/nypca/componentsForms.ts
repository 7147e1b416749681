import type { Random } from '../../engine/data/random';
import { type Computing, full } from '../../engine/linalg/linalg';
import { tallQr } from '../../engine/linalg/tallQr';
import { topEigen } from '../../engine/linalg/topEigen';
import { sumOfSquares } from '../statistics';

/**
 * Rows uniform on [0, 1] and the kernel k(x, z) = sum_i lambda_i·e_i(x)·e_i(z) with e_i = √2·cos(pi·i·x), i = 1 … D. The e_i are
 * orthonormal in L² with mean 0, so that the covariance operator has eigenvalues exactly lambda_i, and in coordinates of √lambda_i·e_i
 * the space H is R^D with Sigma = diag(lambda): errors of any projection are exact expectations. With `mean` > 0 the kernel is that much
 * larger, the mean element is this constant, and H has a last direction, along which nothing varies: lambda_D is 0.
 */
export interface ComponentsSetting {
  /** polynomial i^−rate (the paper's alpha), exponential exp(−rate·i) (its tau). */
  readonly decay: 'polynomial' | 'exponential';
  readonly rate: number;
  /** D. */
  readonly dimension: number;
  /** Squared norm of the mean element. */
  readonly mean: number;
}

export function covarianceEigenvalues({ decay, rate, dimension, mean }: ComponentsSetting): Float64Array {
  return Float64Array.from({ length: dimension }, (_, i) => {
    if (mean > 0 && i === dimension - 1) return 0;
    return decay === 'polynomial' ? (i + 1) ** -rate : Math.exp(-rate * (i + 1));
  });
}

/** A sample as far as principal components need it. */
export interface ComponentsSample {
  /** n points. As they are independent, the first m are m landmarks drawn uniformly without replacement. */
  readonly x: Float64Array;
  /** Means of e_i over the rows, D. */
  readonly mean: Float64Array;
  /** Covariance of the e_i as a U-statistic (divisor n − 1), D×D, both triangles. */
  readonly covariance: Float64Array;
}

/**
 * n rows. 2·e_i·e_j = e_(i−j) + e_(i+j) up to factors of √2, so the covariance needs but 2D means over the rows; cosines by
 * Chebyshev's recurrence, in turns of 64 so that its error stays near 1e-13.
 */
export function drawComponentsSample(
  n: number,
  dimension: number,
  random: Random,
  check: () => void,
): ComponentsSample {
  const x = Float64Array.from({ length: n }, () => random.uniform());
  const cosines = new Float64Array(2 * dimension + 1);
  for (let i = 0; i < n; i++) {
    if (i % 500 === 0) check();
    eachCosine(x[i], 2 * dimension, (k, v) => {
      cosines[k] += v;
    });
  }
  for (let k = 0; k < cosines.length; k++) cosines[k] /= n;
  const mean = cosines.subarray(1, dimension + 1).map((v) => Math.SQRT2 * v);
  const covariance = new Float64Array(dimension ** 2);
  const unbiased = n / (n - 1);
  for (let j = 0; j < dimension; j++)
    for (let i = j; i < dimension; i++) {
      const v = unbiased * (cosines[i - j] + cosines[i + j + 2] - mean[i] * mean[j]);
      covariance[i + j * dimension] = v;
      covariance[j + i * dimension] = v;
    }
  return { x, mean, covariance };
}

/** √lambda_i·e_i of the points as columns, D×m: k(·, x_j) in coordinates, the last of which is the mean's if there is one. */
export function kernelSections(
  x: Float64Array,
  eigenvalues: Float64Array,
  mean: number,
  into: Float64Array,
  check: () => void,
): Float64Array {
  const d = eigenvalues.length;
  const scale = eigenvalues.map((v) => Math.sqrt(2 * v));
  x.forEach((at, j) => {
    if (j % 500 === 0) check();
    eachCosine(at, d, (k, v) => {
      if (k > 0) into[k - 1 + j * d] = scale[k - 1] * v;
    });
    if (mean > 0) into[d - 1 + j * d] = Math.sqrt(mean);
  });
  return into;
}

const TURN = 64;

/** cos(pi·k·x) for k = 0 … most. */
function eachCosine(x: number, most: number, take: (k: number, v: number) => void): void {
  const twice = 2 * Math.cos(Math.PI * x);
  let before = 0;
  let now = 0;
  for (let k = 0; k <= most; k++) {
    if (k % TURN === 0) {
      before = Math.cos(Math.PI * (k - 1) * x);
      now = Math.cos(Math.PI * k * x);
    } else {
      const next = twice * now - before;
      before = now;
      now = next;
    }
    take(k, now);
  }
}

/**
 * Σ̂ in coordinates of H: √lambda_i·√lambda_j·Ĉ_ij (D×D), Ĉ the covariance of the e_i. EKPCA's eigenfunctions are its eigenvectors:
 * its nonzero eigenpairs are those of K·H_n/(n(n − 1)).
 */
export function empiricalCovariance(
  { covariance }: ComponentsSample,
  eigenvalues: Float64Array,
  into: Float64Array,
): Float64Array {
  const d = eigenvalues.length;
  const root = eigenvalues.map(Math.sqrt);
  for (let j = 0; j < d; j++) for (let i = 0; i < d; i++) into[i + j * d] = root[i] * covariance[i + j * d] * root[j];
  return into;
}

/**
 * E||k(·, X) − P^l·k(·, X)||² of uncentred EKPCA, P^l onto the first l eigenvectors of its second moment (the setting of earlier papers):
 * tr C − tr V'C·V with C = diag(lambda) and the mean in the last place.
 */
export function uncentredError(
  { mean: means, covariance, x }: ComponentsSample,
  { eigenvalues, mean }: { readonly eigenvalues: Float64Array; readonly mean: number },
  l: number,
  context: Computing,
): number {
  const { linalg } = context;
  const [n, d] = [x.length, eigenvalues.length];
  return linalg.scope(() => {
    const centre = eigenvalues.map((v, i) => (i === d - 1 ? Math.sqrt(mean) : Math.sqrt(v) * means[i]));
    const moment = empiricalCovariance({ x, mean: means, covariance }, eigenvalues, linalg.allocate(d * d));
    for (let o = 0; o < d * d; o++) moment[o] = (moment[o] * (n - 1)) / n + centre[o % d] * centre[Math.floor(o / d)];
    const v = empiricalEigenfunctions(moment, d, l, context);
    let left = eigenvalues.reduce((sum, value) => sum + value, mean);
    for (let o = 0; o < d * l; o++) left -= (o % d === d - 1 ? mean : eigenvalues[o % d]) * v[o] ** 2;
    return left;
  });
}

/** The first l eigenfunctions of EKPCA, D×l in the core's memory. */
export function empiricalEigenfunctions(sigma: Float64Array, d: number, l: number, context: Computing): Float64Array {
  return topEigen(sigma, d, l, {}, context).vectors;
}

/**
 * The first l eigenfunctions of NY-EKPCA on the first m rows as landmarks, D×l: with Q an orthonormal basis of the span of their
 * k(·, X_j), eigenvectors of Q'Σ̂Q (NYPCA proposition 2). From D landmarks on the span is all of R^D, and they are EKPCA's.
 */
export function nystromEigenfunctions(
  sigma: Float64Array,
  { x }: ComponentsSample,
  { eigenvalues, mean }: { readonly eigenvalues: Float64Array; readonly mean: number },
  m: number,
  l: number,
  context: Computing,
): Float64Array {
  const { linalg } = context;
  const d = eigenvalues.length;
  if (m >= d) return empiricalEigenfunctions(sigma, d, l, context);
  const eigenfunctions = linalg.allocate(d * l);
  linalg.scope(() => {
    const q = kernelSections(x.subarray(0, m), eigenvalues, mean, linalg.allocate(d * m), () => context.check());
    tallQr(q, d, m, context);
    const image = linalg.allocate(d * m);
    linalg.gemm(false, false, d, m, d, 1, full(sigma, d), full(q, d), 0, full(image, d), context);
    const inner = linalg.allocate(m * m);
    linalg.gemm(true, false, m, m, d, 1, full(q, d), full(image, d), 0, full(inner, m), context);
    const { vectors } = topEigen(inner, m, l, {}, context);
    linalg.gemm(false, false, d, l, m, 1, full(q, d), full(vectors, m), 0, full(eigenfunctions, d), context);
  });
  return eigenfunctions;
}

/** How often each e_i is drawn among m random features √S·e_i, i with probability lambda_i/S, S = sum of lambda: k = E[phi·phi]; the constant for the mean is the last. */
export function drawFrequencies(eigenvalues: Float64Array, mean: number, m: number, random: Random): Float64Array {
  const total = eigenvalues.reduce((sum, v) => sum + v, mean);
  const counts = new Float64Array(eigenvalues.length);
  for (let t = 0; t < m; t++) {
    let left = total * random.uniform();
    let i = 0;
    // Frequencies descend in probability: a few steps on average.
    while (i < counts.length - 1 && left >= eigenvalues[i]) left -= eigenvalues[i++];
    counts[i]++;
  }
  return counts;
}

/**
 * RF-EKPCA on m features drawn as `counts`: features of one frequency are copies of each other, so the m×m covariance W'ĈW has the nonzero
 * eigenpairs of B^½·Ĉ·B^½ with B = WW' = diag(S·counts/m), on the frequencies drawn. Returns H = B^½·Y of `embeddedError`,
 * D×count with count the lesser of l and the number of frequencies.
 */
export function featureEigenfunctions(
  { covariance }: ComponentsSample,
  { eigenvalues, mean }: { readonly eigenvalues: Float64Array; readonly mean: number },
  counts: Float64Array,
  l: number,
  context: Computing,
): { readonly h: Float64Array; readonly count: number } {
  const { linalg } = context;
  const d = eigenvalues.length;
  const m = counts.reduce((sum, v) => sum + v, 0);
  const total = eigenvalues.reduce((sum, v) => sum + v, mean);
  const drawn = Array.from(counts.keys()).filter((i) => counts[i] > 0 && eigenvalues[i] > 0);
  const root = drawn.map((i) => Math.sqrt((total * counts[i]) / m));
  const [p, count] = [drawn.length, Math.min(l, drawn.length)];
  const h = linalg.allocate(d * count).fill(0);
  linalg.scope(() => {
    const inner = linalg.allocate(p * p);
    for (let b = 0; b < p; b++)
      for (let a = 0; a < p; a++) inner[a + b * p] = root[a] * covariance[drawn[a] + drawn[b] * d] * root[b];
    const { vectors } = topEigen(inner, p, count, {}, context);
    for (let j = 0; j < count; j++) for (let a = 0; a < p; a++) h[drawn[a] + j * d] = root[a] * vectors[a + j * p];
  });
  return { h, count };
}

/** Expected squared distance between k(·, X) and its reconstruction, in H (R^l) and in L² (T^l). */
export interface ReconstructionErrors {
  readonly inH: number;
  readonly inL2: number;
}

/** R^l(Sigma) = sum_{i>l} lambda_i and T^l(Sigma) = sum_{i>l} lambda_i² (NYPCA theorems 3(i) and 8(i)). */
export function populationErrors(eigenvalues: Float64Array, l: number): ReconstructionErrors {
  let inH = 0;
  let inL2 = 0;
  // From the smallest on, so that no digit is lost.
  for (let i = eigenvalues.length - 1; i >= l; i--) {
    inH += eigenvalues[i];
    inL2 += eigenvalues[i] ** 2;
  }
  return { inH, inL2 };
}

/**
 * Errors of the projection P = V·V' onto l orthonormal directions of H (V: D×l) after centring by the empirical mean m̂ (NYPCA (13), (14)
 * and section 4.2), Sigma = diag(lambda) and the true mean 0:
 * R = tr Sigma − tr V'Sigma·V + ||V'm̂||² and T = tr Sigma² − 2·tr V'Sigma²V + ||V'Sigma·V||²_F + m̂'P·Sigma·P·m̂.
 * Exact over a new row X; no sample of it is drawn. `mean` holds the means of the e_i.
 */
export function projectionErrors(
  v: Float64Array,
  l: number,
  eigenvalues: Float64Array,
  mean: Float64Array,
  context: Computing,
): ReconstructionErrors {
  const { linalg } = context;
  const d = eigenvalues.length;
  return linalg.scope(() => {
    const scaled = linalg.allocate(d * l);
    let captured = 0;
    let capturedSquared = 0;
    for (let j = 0; j < l; j++)
      for (let i = 0; i < d; i++) {
        const at = i + j * d;
        scaled[at] = eigenvalues[i] * v[at];
        captured += scaled[at] * v[at];
        capturedSquared += scaled[at] ** 2;
      }
    const centre = mean.map((m, i) => Math.sqrt(eigenvalues[i]) * m);
    const { scores, inL2 } = innerTerms(v, scaled, centre, l, context);
    const all = populationErrors(eigenvalues, 0);
    return {
      inH: all.inH - captured + sumOfSquares(scores),
      inL2: all.inL2 - 2 * capturedSquared + inL2.squares + inL2.form,
    };
  });
}

/**
 * T of the reconstruction whose embedding in L² maps e(X) − m̂ to H·H'(e(X) − m̂), H: D×l (random features; NYPCA section 4.2):
 * ||diag(lambda) − H·H'||²_F + ||H·H'm̂||².
 */
export function embeddedError(
  h: Float64Array,
  l: number,
  eigenvalues: Float64Array,
  mean: Float64Array,
  context: Computing,
): number {
  const { linalg } = context;
  const d = eigenvalues.length;
  return linalg.scope(() => {
    let captured = 0;
    for (let j = 0; j < l; j++) for (let i = 0; i < d; i++) captured += eigenvalues[i] * h[i + j * d] ** 2;
    const { inL2 } = innerTerms(h, h, mean, l, context);
    return populationErrors(eigenvalues, 0).inL2 - 2 * captured + inL2.squares + inL2.form;
  });
}

/** With M = A'B (A, B: D×l) and scores s = A'c: s itself, ||M||²_F and s'M·s. */
function innerTerms(a: Float64Array, b: Float64Array, c: Float64Array, l: number, context: Computing) {
  const { linalg } = context;
  const d = c.length;
  const inner = linalg.allocate(l * l);
  linalg.gemm(true, false, l, l, d, 1, full(a, d), full(b, d), 0, full(inner, l), context);
  const scores = new Float64Array(l);
  linalg.gemv(true, d, l, 1, full(a, d), c, 0, scores, context);
  const image = new Float64Array(l);
  linalg.gemv(false, l, l, 1, full(inner, l), scores, 0, image, context);
  return { scores, inL2: { squares: sumOfSquares(inner), form: scores.reduce((sum, s, i) => sum + s * image[i], 0) } };
}
