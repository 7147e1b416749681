import { choleskyWithJitter } from '../../engine/linalg/choleskyWithJitter';
import { whole } from '../../engine/linalg/linalg';
import type { Computing } from '../recipe';
import { harmonics, residualKernel, SMOOTHNESS } from './trigonometricSetting';

/** The cost of conditioning on given rows, as a form in what the rows hold beside their part in F. */
export interface CostForm {
  /** For w_i = f_⊥(x_i) + noise_i, n entries. */
  readonly of: (w: Float64Array) => number;
  /** Its mean over w of independent entries of mean 0 and variance 1. */
  readonly mean: number;
}

/**
 * The cost of conditioning (CKRR Def. 4.1) on n rows, in closed form, with frequencies 0 … k unpenalised. By Theorem 3.2, with F (n×p) the functions of unit norm at the rows,
 * K_P their residual kernel and A = (K_P + n·lambda·I)^-1, the coefficients in F are off by b = (F'AF)^-1·F'A·w, and what the other part differs by is
 * k_P(·, X)·AF·b. So the cost is b'(I + (AF)'·K_2·AF)·b, where K_2 has the eigenvalues of k_P squared: the kernel of twice the smoothness.
 */
export function costForm(x: Float64Array, k: number, lambda: number, context: Computing): CostForm {
  const { linalg } = context;
  const n = x.length;
  const p = 2 * k + 1;
  const f = harmonics(x, k).map((v, at) => (at < n ? v : Math.SQRT2 * v));
  return linalg.scope(() => {
    const factor = residualKernel(x, k, SMOOTHNESS, context);
    for (let i = 0; i < n; i++) factor[i + i * n] += n * lambda;
    choleskyWithJitter(factor, n, linalg, context);
    const solved = linalg.allocate(n * p);
    solved.set(f);
    linalg.solveLower(factor, n, false, solved, p, context);
    const gram = products(solved, solved);
    linalg.cholesky(gram, p, context);
    linalg.solveLower(factor, n, true, solved, p, context);
    const squared = residualKernel(x, k, 2 * SMOOTHNESS, context);
    const through = linalg.allocate(n * p);
    linalg.gemm(false, false, n, p, n, 0.5, whole(squared, n), whole(solved, n), 0, whole(through, n), context);
    const form = products(solved, through);
    for (let j = 0; j < p; j++) form[j + j * p] += 1;
    // b = S^-1·(AF)'·w for S = F'AF, so that its covariance is S^-1·(AF)'(AF)·S^-1.
    const spread = products(solved, solved);
    inverseTwice(spread);
    const mean = form.reduce((sum, v, i) => sum + v * spread[i], 0);
    const columns = solved.slice();
    const [lower, weights] = [gram.slice(), form.slice()];
    return { mean, of: (w) => costOf(w, columns, lower, weights) };

    /** A'B of n×p matrices. */
    function products(a: Float64Array, b: Float64Array): Float64Array {
      const c = linalg.allocate(p * p);
      linalg.gemm(true, false, p, p, n, 1, whole(a, n), whole(b, n), 0, whole(c, p), context);
      return c;
    }

    /** C ← S^-1·C·S^-1 for a symmetric C. */
    function inverseTwice(c: Float64Array): void {
      for (let side = 0; side < 2; side++) {
        for (const transposed of [false, true]) linalg.solveLower(gram, p, transposed, c, p, context);
        for (let i = 0; i < p; i++)
          for (let j = 0; j < i; j++) [c[i + j * p], c[j + i * p]] = [c[j + i * p], c[i + j * p]];
      }
    }
  });

  function costOf(w: Float64Array, columns: Float64Array, lower: Float64Array, weights: Float64Array): number {
    return linalg.scope(() => {
      const b = linalg.allocate(p);
      linalg.gemv(true, n, p, 1, whole(columns, n), w, 0, b, context);
      for (const transposed of [false, true]) linalg.solveLower(lower, p, transposed, b, 1, context);
      let cost = 0;
      for (let i = 0; i < p; i++) for (let j = 0; j < p; j++) cost += b[i] * weights[i + j * p] * b[j];
      return cost;
    });
  }
}
