import type { RunContext } from '../../engine/contract/context';
import { type LinearAlgebra, whole } from '../../engine/linalg/linalg';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { DIMENSION, type SplineSample } from './splineSetting';

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
  linalg: LinearAlgebra,
  context: RunContext,
): number {
  return linalg.scope(() => {
    const factor = linalg.allocate(p * p);
    factor.set(h.subarray(0, p * p));
    for (let j = 0; j < p; j++) factor[j + j * p] += lambda;
    if (linalg.cholesky(factor, p, context) !== undefined) return Number.POSITIVE_INFINITY;
    const w = linalg.allocate(p);
    w.set(c);
    linalg.solveLower(factor, p, false, w, 1, context);
    linalg.solveLower(factor, p, true, w, 1, context);
    return distance(back, p, w, target, linalg, context);
  });
}

/** The least ||f̂ − f*||² over `lambdas`, ascending, and where it is. */
export function leastRisk(
  { p, h, c, back }: ReducedRidge,
  target: Float64Array,
  lambdas: Float64Array,
  linalg: LinearAlgebra,
  context: RunContext,
): { readonly risk: number; readonly lambda: number } {
  return linalg.scope(() => {
    const copy = linalg.allocate(p * p);
    copy.set(h.subarray(0, p * p));
    const { values, vectors } = linalg.symmetricEigen(copy, p, context);
    const scores = new Float64Array(p);
    linalg.gemv(true, p, p, 1, whole(vectors, p), c, 0, scores, context);
    const directions = linalg.allocate(DIMENSION * p);
    const into = whole(directions, DIMENSION);
    linalg.gemm(false, false, DIMENSION, p, p, 1, whole(back, DIMENSION), whole(vectors, p), 0, into, context);
    const risks = lambdas.map((lambda) => {
      const w = scores.map((score, j) => score / (Math.max(0, values[j]) + lambda));
      return distance(directions, p, w, target, linalg, context);
    });
    const best = indexOfLeast(risks);
    return { risk: risks[best], lambda: lambdas[best] };
  });
}

/** ||B·w − f||² for B (DIMENSION×p). */
function distance(
  b: Float64Array,
  p: number,
  w: Float64Array,
  target: Float64Array,
  linalg: LinearAlgebra,
  context: RunContext,
): number {
  const f = target.slice();
  linalg.gemv(false, DIMENSION, p, 1, whole(b, DIMENSION), w, -1, f, context);
  return f.reduce((sum, v) => sum + v * v, 0);
}
