import { partOf } from '../../contract/context';
import type { Matrix } from '../../contract/data';
import type { KernelSpec } from '../../contract/kernel';
import { kernelGram } from '../../kernels/kernelMatrix';
import { type Computing, full } from '../../linalg/linalg';
import { nothingToDecompose } from '../checkDesign';
import { aboveRounding, blockOf, leadingPairs, type Principal, rankOf } from './leadingPairs';

/**
 * Empirical kernel principal components (NYPCA Prop. 1). With C = I − 11'/n the eigenvalues are those of C·K·C/(n − 1),
 * the same as of K·H_n/(n(n − 1)); component i is sum_j c_ji·k(·, x_j) with c_i = C·a_i/sqrt(theta_i) for the unit
 * eigenvector a_i of C·K·C and its eigenvalue theta_i = (n − 1)·lambda_i, of norm 1 in H. K is held once, in the core's
 * memory. Rows n×d, l ≤ n − 1. Without centring, C = I, the eigenvalues are those of K/n, and the mean counts as 0.
 */
export function empiricalComponents(
  kernel: KernelSpec,
  x: Matrix,
  l: number,
  centre: boolean,
  context: Computing,
): Principal {
  const { linalg } = context;
  const n = x.rows;
  const divisor = centre ? n - 1 : n;
  return linalg.scope(() => {
    context.progress(0, 'kernel matrix');
    const k = kernelGram(kernel, x, partOf(context, 0, 0.3), linalg.allocate(n * n));
    const means = new Float64Array(n);
    if (centre) linalg.gemv(false, n, n, 1 / n, full(k, n), new Float64Array(n).fill(1), 0, means, context);
    const mean = means.reduce((sum, v) => sum + v, 0) / n;
    const diagonal = Float64Array.from({ length: n }, (_, i) => k[i * (n + 1)]);
    const total = diagonal.reduce((sum, v, i) => sum + v - 2 * means[i] + mean, 0) / divisor;

    context.progress(0.3, 'principal components');
    const held = linalg.allocate(n * Math.max(l, blockOf(l)));
    const pairs = leadingPairs(
      {
        n,
        product(v, columns, w) {
          const centred = held.subarray(0, n * columns);
          centred.set(v.subarray(0, n * columns));
          if (centre) centreColumns(centred, n, columns);
          linalg.gemm(false, false, n, columns, n, 1, full(k, n), full(centred, n), 0, full(w, n), context);
          if (centre) centreColumns(w, n, columns);
        },
        dense() {
          for (let j = 0; j < n; j++) {
            if (j % 256 === 0) context.check();
            for (let i = j; i < n; i++) k[i + j * n] += mean - means[i] - means[j];
          }
          return k;
        },
      },
      l,
      partOf(context, 0.3, 1),
    );
    const eigenvalues = aboveRounding(
      pairs.values.map((theta) => theta / divisor),
      n,
      mean,
    );
    if (!(total > 0 && eigenvalues[0] > 0)) throw nothingToDecompose(n, total);
    if (centre) centreColumns(pairs.vectors, n, l);

    const error = diagonal.map((v, i) => v - 2 * means[i] + mean);
    const { coefficients, offset, scores, spread } = axesOf(pairs.vectors, eigenvalues, divisor, means, error);
    const meanWeights = new Float64Array(n).fill(centre ? 1 / n : 0);
    return {
      kind: 'empirical',
      count: n,
      title: '',
      eigenvalues,
      total,
      rank: rankOf(eigenvalues),
      centred: centre,
      spread,
      solver: pairs.solver,
      model: {
        kernel,
        x,
        unpenalised: [],
        components: { coefficients, offset, eigenvalues, meanWeights, constant: mean, ownScale: 1 },
      },
      training: { scores, error: error.map((v) => Math.max(0, v)) },
    };
  });
}

/**
 * The components c_i (n×l), their products with the kernel mean (l), the scores of all rows (n×l) and the scores' sums
 * of squares about their means (l), from unit vectors of n entries each. The squared scores are taken out of `error`.
 */
function axesOf(
  vectors: Float64Array,
  eigenvalues: Float64Array,
  divisor: number,
  means: Float64Array,
  error: Float64Array,
) {
  const [n, l] = [means.length, eigenvalues.length];
  const [coefficients, scores] = [new Float64Array(n * l), new Float64Array(n * l)];
  const [offset, spread] = [new Float64Array(l), new Float64Array(l)];
  eigenvalues.forEach((lambda, c) => {
    if (lambda === 0) return;
    const root = Math.sqrt(divisor * lambda);
    let sum = 0;
    for (let i = 0, o = c * n; i < n; i++, o++) {
      coefficients[o] = vectors[o] / root;
      offset[c] += coefficients[o] * means[i];
      scores[i * l + c] = vectors[o] * root;
      error[i] -= scores[i * l + c] ** 2;
      sum += scores[i * l + c];
    }
    spread[c] = root ** 2 - sum ** 2 / n;
  });
  return { coefficients, offset, scores, spread };
}

/** Subtracts each column's mean. */
function centreColumns(values: Float64Array, n: number, columns: number): void {
  for (let c = 0; c < columns; c++) {
    let sum = 0;
    for (let i = c * n; i < (c + 1) * n; i++) sum += values[i];
    const mean = sum / n;
    for (let i = c * n; i < (c + 1) * n; i++) values[i] -= mean;
  }
}
