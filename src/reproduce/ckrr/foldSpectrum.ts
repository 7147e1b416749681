import { partOf } from '../../engine/contract/context';
import { formOf, type ScaledShape } from '../../engine/kernels/formOf';
import { whole } from '../../engine/linalg/linalg';
import { type Computing, quietly } from '../recipe';
import type { MnistRows } from './mnistRows';

/** Test errors of one fold (mean squared, labels ±1). */
export interface ExactFoldErrors {
  /** Ridge at each lambda. */
  readonly byLambda: Float64Array;
  /** Conditional ridge with the first k empirical eigenfunctions unpenalised, at the fixed lambda; NaN beyond the rank. */
  readonly byK: Float64Array;
}

export interface PathGrid {
  /** Per sample. */
  readonly lambdas: Float64Array;
  readonly fixedLambda: number;
  /** Ascending. */
  readonly counts: readonly number[];
}

/**
 * Test errors of ridge for all lambdas and of conditional ridge with hard thresholding for all k, from one decomposition
 * K = U·diag(v)·U' of the n training rows: with P = k(T, X)·U and c = U'·y, ridge predicts P·(c/(v + n·lambda)), and leaving
 * direction i unpenalised adds P_i·c_i·(1/v_i − 1/(v_i + n·lambda)) (CKRR appendix H.2, METHODS §1). Memory in the core about
 * 2.6·8·n² bytes, given back at the end.
 */
export function exactFoldErrors(
  form: ScaledShape,
  train: MnistRows,
  test: MnistRows,
  { lambdas, fixedLambda, counts }: PathGrid,
  context: Computing,
): ExactFoldErrors {
  const { linalg } = context;
  const [n, m, d] = [train.n, test.n, train.d];
  return linalg.scope(() => {
    const inner = quietly(context);
    context.progress(0, 'computing the kernel matrix');
    const [kernel, x] = [formOf(form), train.values];
    const gram = linalg.kernelMatrix(kernel, x, n, x, n, d, true, inner, linalg.allocate(n * n));
    const cross = linalg.kernelMatrix(kernel, test.values, m, x, n, d, false, inner, linalg.allocate(m * n));
    const { values, vectors } = linalg.symmetricEigen(gram, n, partOf(context, 0.05, 0.95));
    const scores = new Float64Array(n);
    linalg.gemv(true, n, n, 1, whole(vectors, n), train.labels, 0, scores, inner);
    const parts = linalg.allocate(m * n);
    linalg.gemm(false, false, m, n, n, 1, whole(cross, m), whole(vectors, n), 0, whole(parts, m), inner);
    const predict = (lambda: number) => {
      const weights = scores.map((c, i) => c / (Math.max(0, values[i]) + n * lambda));
      const f = new Float64Array(m);
      linalg.gemv(false, m, n, 1, whole(parts, m), weights, 0, f, inner);
      return f;
    };
    const error = (f: Float64Array) => f.reduce((sum, v, i) => sum + (v - test.labels[i]) ** 2, 0) / m;
    const byLambda = lambdas.map((lambda) => error(predict(lambda)));
    const f = predict(fixedLambda);
    const floor = n * Number.EPSILON * values[n - 1];
    const byK = new Float64Array(counts.length).fill(Number.NaN);
    for (let k = 0, at = 0; at < counts.length; k++) {
      if (k === counts[at]) byK[at++] = error(f);
      // Eigenvalues ascend: direction k stands k-th from the end.
      const j = n - 1 - k;
      if (j < 0 || !(values[j] > floor)) break;
      const weight = scores[j] * (1 / values[j] - 1 / (values[j] + n * fixedLambda));
      for (let i = 0; i < m; i++) f[i] += weight * parts[i + j * m];
    }
    return { byLambda, byK };
  });
}
