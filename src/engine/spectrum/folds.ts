import { type RunContext, silently } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import type { LinearAlgebra } from '../linalg/linalg';
import { type Eigenbasis, project } from './spectrum';

/** A direction with mu below this share of lambda counts as left whole: changes I − H_BB by as small a relative amount. */
const LEFT_WHOLE = 1e-10;

export interface FoldErrors {
  /** Mean over the folds of each fold's mean squared error (y²), at each lambda. */
  readonly error: Float64Array;
  /** Standard error of that mean, from the scatter of the folds. */
  readonly standardError: Float64Array;
}

/**
 * Exact K-fold errors of ridge without refitting: the residuals of block B are (I − H_BB)^-1·(y_B − yhat_B) (docs/methods.md),
 * with the total ridge n·lambda and the centre of y held fixed. `folds` (n) holds 0…count−1; `lambdas` ascend.
 *
 * I − H_BB = sum_i (1−g_i)·u_B,i·u_B,i' is summed directly, so that it stays positive definite when the fit nearly
 * interpolates. Directions far below lambda enter it whole; they are more and more as lambda grows, so their sum is carried
 * along, and each lambda only pays for the rest.
 */
export function foldErrors(
  basis: Eigenbasis,
  y: Float64Array,
  folds: Uint16Array,
  count: number,
  lambdas: Float64Array,
  linalg: LinearAlgebra,
  context: RunContext,
): FoldErrors {
  const projected = project(basis, y);
  const means = new Float64Array(count * lambdas.length);
  for (let f = 0; f < count; f++) {
    const rows = Int32Array.from(folds.keys()).filter((i) => folds[i] === f);
    const errors = linalg.scope(() => blockErrors(basis, projected, rows, lambdas, linalg, silently(context)));
    means.set(errors, f * lambdas.length);
    context.progress((f + 1) / count, `${count}-fold errors`);
  }
  return overFolds(means, count, lambdas.length);
}

/** Mean squared error of one held-out block at each lambda; the work lies in the core's memory, within the caller's scope. */
function blockErrors(
  basis: Eigenbasis,
  projected: Float64Array,
  rows: Int32Array,
  lambdas: Float64Array,
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array {
  const { n, mu, rank, vectors } = basis;
  const b = rows.length;
  const block = linalg.allocate(b * n);
  for (let j = 0; j < n; j++) for (let i = 0; i < b; i++) block[j * b + i] = vectors[j * n + rows[i]];
  const weighted = linalg.allocate(b * n);
  const whole = linalg.allocate(b * b).fill(0);
  const system = linalg.allocate(b * b);
  const shifts = linalg.allocate(n);
  const residual = linalg.allocate(b);
  const columns = (values: Float64Array, from: number) => ({ values, offset: from * b, lead: b });
  const errors = new Float64Array(lambdas.length);
  let used = n;
  for (let l = 0; l < lambdas.length; l++) {
    const lambda = lambdas[l];
    let next = Math.min(used, rank);
    while (next > 0 && mu[next - 1] < LEFT_WHOLE * lambda) next--;
    linalg.syrk(false, b, used - next, 1, columns(block, next), 1, columns(whole, 0), context);
    used = next;
    for (let j = 0; j < n; j++) {
      const left = j < rank ? lambda / (mu[j] + lambda) : 1;
      shifts[j] = left * projected[j];
      if (j >= used) continue;
      const root = Math.sqrt(left);
      for (let o = j * b, end = o + b; o < end; o++) weighted[o] = block[o] * root;
    }
    linalg.gemv(false, b, n, 1, columns(block, 0), shifts, 0, residual, context);
    system.set(whole);
    linalg.syrk(false, b, used, 1, columns(weighted, 0), 1, columns(system, 0), context);
    if (linalg.cholesky(system, b, context) > 0) {
      throw new KernelscopeError(
        'numerics/failed',
        `The fold errors cannot be computed at lambda ${lambda}: rounding swamps it. Set a larger lambda, or folds to 0.`,
        { lambda },
      );
    }
    linalg.solveLower(system, b, false, residual, 1, context);
    linalg.solveLower(system, b, true, residual, 1, context);
    for (let i = 0; i < b; i++) errors[l] += residual[i] ** 2 / b;
  }
  return errors;
}

function overFolds(means: Float64Array, count: number, length: number): FoldErrors {
  const error = new Float64Array(length);
  const standardError = new Float64Array(length);
  for (let l = 0; l < length; l++) {
    let sum = 0;
    for (let f = 0; f < count; f++) sum += means[f * length + l];
    error[l] = sum / count;
    let scatter = 0;
    for (let f = 0; f < count; f++) scatter += (means[f * length + l] - error[l]) ** 2;
    standardError[l] = Math.sqrt(scatter / (count - 1) / count);
  }
  return { error, standardError };
}
