import type { RunContext } from '../contract/context';
import type { LinearAlgebra } from '../linalg/linalg';
import { type Eigenbasis, project, ridgeRemainder } from './spectrum';

/** Rows of U handled at once: their squares are held, not those of all of U. */
const ROWS = 256;

export interface LeaveOneOut {
  /** n leave-one-out residuals y_i − f_{−i}(x_i), in units of y. */
  readonly residuals: Float64Array;
  /** 1 − H_ii, n of them, above 0. */
  readonly free: Float64Array;
}

/**
 * Leave-one-out residuals of ridge, (y_i − yhat_i)/(1 − H_ii), without refitting (docs/methods.md); total ridge and centre of y
 * held fixed. Numerator and denominator are sums over what the filter leaves, U·(1−g)·U'y and (U∘U)·(1−g), so that neither
 * cancels when the fit nearly interpolates. `y` (n) is centred, `lambda` > 0 per sample.
 */
export function leaveOneOut(basis: Eigenbasis, y: Float64Array, lambda: number): LeaveOneOut {
  const { n, vectors } = basis;
  const remainder = ridgeRemainder(basis, lambda);
  const projected = project(basis, y);
  const residuals = new Float64Array(n);
  const free = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    const weight = remainder[j];
    const shift = weight * projected[j];
    for (let i = 0, o = j * n; i < n; i++, o++) {
      residuals[i] += vectors[o] * shift;
      free[i] += vectors[o] * vectors[o] * weight;
    }
  }
  for (let i = 0; i < n; i++) residuals[i] /= free[i];
  return { residuals, free };
}

/** Mean squared leave-one-out error (y²) at each lambda: one n×n by n×L product each for numerators and denominators. */
export function leaveOneOutPath(
  basis: Eigenbasis,
  y: Float64Array,
  lambdas: Float64Array,
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array {
  const { n, vectors } = basis;
  const count = lambdas.length;
  const projected = project(basis, y);
  const weights = new Float64Array(n * count);
  const shifts = new Float64Array(n * count);
  for (let l = 0; l < count; l++) {
    const remainder = ridgeRemainder(basis, lambdas[l]);
    weights.set(remainder, l * n);
    for (let i = 0; i < n; i++) shifts[l * n + i] = remainder[i] * projected[i];
  }
  const errors = new Float64Array(count);
  const height = Math.min(ROWS, n);
  const squares = new Float64Array(height * n);
  const residuals = new Float64Array(height * count);
  const free = new Float64Array(height * count);
  for (let i0 = 0; i0 < n; i0 += height) {
    const rows = Math.min(height, n - i0);
    for (let j = 0; j < n; j++) for (let i = 0; i < rows; i++) squares[j * height + i] = vectors[j * n + i0 + i] ** 2;
    const strip = (values: Float64Array) => ({ values, offset: 0, lead: height });
    const of = (values: Float64Array) => ({ values, offset: 0, lead: n });
    const here = { values: vectors, offset: i0, lead: n };
    linalg.gemm(false, false, rows, count, n, 1, here, of(shifts), 0, strip(residuals), context);
    linalg.gemm(false, false, rows, count, n, 1, strip(squares), of(weights), 0, strip(free), context);
    for (let l = 0; l < count; l++)
      for (let i = 0; i < rows; i++) errors[l] += (residuals[l * height + i] / free[l * height + i]) ** 2 / n;
    context.progress((i0 + rows) / n, 'leave-one-out errors');
  }
  return errors;
}
