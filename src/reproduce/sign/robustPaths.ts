import { whole } from '../../engine/linalg/linalg';
import { solveInfinityPenalty } from '../../engine/solvers/infinityPenalty';
import type { PathSolver } from '../../engine/solvers/path';

/** Kernel ridge regression, alpha = (K + lambda·I)^-1·y; strengths are total ridges lambda, above 0. */
export const ridgePath: PathSolver = spectralPath((v, lambda) => 1 / (v + lambda));

/** Kernel gradient flow, alpha = (I − exp(−t·K))·K^-1·y (SIGN Lemma 2); strengths are times t. */
export const gradientFlowPath: PathSolver = spectralPath((v, t) => (v > 0 ? -Math.expm1(-t * v) / v : t));

/** alpha = h(K)·y for a matrix K held whole and h of its eigenvalues and the strength: one decomposition serves all strengths. */
function spectralPath(h: (eigenvalue: number, strength: number) => number): PathSolver {
  return ({ gram, y, strengths }, visit, linalg, context) => {
    if (gram.kind !== 'dense') throw new RangeError('a spectral path takes a whole kernel matrix');
    const { n, k } = gram;
    const count = strengths.length;
    linalg.scope(() => {
      const work = linalg.allocate(n * n);
      work.set(k.subarray(0, n * n));
      const { values, vectors } = linalg.symmetricEigen(work, n, context);
      const basis = whole(vectors, n);
      const projected = linalg.allocate(n);
      linalg.gemv(true, n, n, 1, basis, y, 0, projected, context);
      const weights = linalg.allocate(n * count);
      const fitted = linalg.allocate(n * count);
      for (let l = 0, at = 0; l < count; l++)
        for (let j = 0; j < n; j++, at++) {
          const v = Math.max(0, values[j]);
          weights[at] = h(v, strengths[l]) * projected[j];
          fitted[at] = v * weights[at];
        }
      const alphas = linalg.allocate(n * count);
      const means = linalg.allocate(n * count);
      linalg.gemm(false, false, n, count, n, 1, basis, whole(weights, n), 0, whole(alphas, n), context);
      linalg.gemm(false, false, n, count, n, 1, basis, whole(fitted, n), 0, whole(means, n), context);
      for (let index = 0; index < count; index++) {
        const alpha = alphas.subarray(index * n, (index + 1) * n);
        const residuals = y.map((v, i) => v - means[index * n + i]);
        if (!visit({ index, alpha, intercept: 0, residuals, remainder: 0, iterations: 0 })) return;
      }
    });
  };
}

/**
 * The penalised K-l_inf of SIGN equation 13, min ½a'Ka − y'a + lambda·max|a_i|; strengths are lambda. To a relative duality gap of
 * `tolerance`, each from the one before.
 */
export function infinityPenaltyPath(tolerance: number): PathSolver {
  return ({ gram, y, strengths }, visit, linalg, context) => {
    let start: Float64Array | undefined;
    for (let index = 0; index < strengths.length; index++) {
      const point = solveInfinityPenalty(gram, y, strengths[index], tolerance, linalg, context, start);
      const { alpha, residuals, gap: remainder, trials: iterations } = point;
      start = alpha;
      if (!visit({ index, alpha, intercept: 0, residuals, remainder, iterations })) return;
    }
  };
}
