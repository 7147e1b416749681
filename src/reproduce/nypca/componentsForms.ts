import type { RunContext } from '../../engine/contract/context';
import type { Random } from '../../engine/data/random';
import { type LinearAlgebra, whole } from '../../engine/linalg/linalg';
import { tallQr } from '../../engine/linalg/tallQr';
import { topEigen } from '../../engine/linalg/topEigen';
import { type ComponentsSample, kernelSections } from './componentsSetting';

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

/** The first l eigenfunctions of EKPCA, D×l in the core's memory. */
export function empiricalEigenfunctions(
  sigma: Float64Array,
  d: number,
  l: number,
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array {
  return topEigen(sigma, d, l, {}, linalg, context).vectors;
}

/**
 * The first l eigenfunctions of NY-EKPCA on the first m rows as landmarks, D×l: with Q an orthonormal basis of the span of their
 * k(·, X_j), eigenvectors of Q'Σ̂Q (NYPCA proposition 2). From D landmarks on the span is all of R^D, and they are EKPCA's.
 */
export function nystromEigenfunctions(
  sigma: Float64Array,
  { x }: ComponentsSample,
  eigenvalues: Float64Array,
  m: number,
  l: number,
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array {
  const d = eigenvalues.length;
  if (m >= d) return empiricalEigenfunctions(sigma, d, l, linalg, context);
  const eigenfunctions = linalg.allocate(d * l);
  linalg.scope(() => {
    const q = kernelSections(x.subarray(0, m), eigenvalues, linalg.allocate(d * m), () => context.check());
    tallQr(q, d, m, linalg, context);
    const image = linalg.allocate(d * m);
    linalg.gemm(false, false, d, m, d, 1, whole(sigma, d), whole(q, d), 0, whole(image, d), context);
    const inner = linalg.allocate(m * m);
    linalg.gemm(true, false, m, m, d, 1, whole(q, d), whole(image, d), 0, whole(inner, m), context);
    const { vectors } = topEigen(inner, m, l, {}, linalg, context);
    linalg.gemm(false, false, d, l, m, 1, whole(q, d), whole(vectors, m), 0, whole(eigenfunctions, d), context);
  });
  return eigenfunctions;
}

/** How often each e_i is drawn among m random features √S·e_i, i with probability lambda_i/S, S = sum of lambda: k = E[phi·phi]. */
export function drawFrequencies(eigenvalues: Float64Array, m: number, random: Random): Float64Array {
  const total = eigenvalues.reduce((sum, v) => sum + v, 0);
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
  eigenvalues: Float64Array,
  counts: Float64Array,
  l: number,
  linalg: LinearAlgebra,
  context: RunContext,
): { readonly h: Float64Array; readonly count: number } {
  const d = eigenvalues.length;
  const m = counts.reduce((sum, v) => sum + v, 0);
  const total = eigenvalues.reduce((sum, v) => sum + v, 0);
  const drawn = Array.from(counts.keys()).filter((i) => counts[i] > 0);
  const root = drawn.map((i) => Math.sqrt((total * counts[i]) / m));
  const [p, count] = [drawn.length, Math.min(l, drawn.length)];
  const h = linalg.allocate(d * count).fill(0);
  linalg.scope(() => {
    const inner = linalg.allocate(p * p);
    for (let b = 0; b < p; b++)
      for (let a = 0; a < p; a++) inner[a + b * p] = root[a] * covariance[drawn[a] + drawn[b] * d] * root[b];
    const { vectors } = topEigen(inner, p, count, {}, linalg, context);
    for (let j = 0; j < count; j++) for (let a = 0; a < p; a++) h[drawn[a] + j * d] = root[a] * vectors[a + j * p];
  });
  return { h, count };
}
