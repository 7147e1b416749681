import { type RunContext, silently } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import type { BlockOperator } from '../linalg/krylovBasis';
import { type LinearAlgebra, whole } from '../linalg/linalg';
import { topEigen } from '../linalg/topEigen';
import type { Gram } from './gram';
import { gramProduct } from './gramParts';
import type { PathSolver } from './path';

/**
 * Kernel gradient descent step by step, alpha += stepSize·(y − K·alpha) from alpha = 0, as SIGN runs KGD. (The filter of METHODS
 * §1 gives the same for any number of steps from one decomposition.) Strengths are times t = steps·stepSize, taken at the
 * nearest whole step. O(n²) a step, O(n·m) with a factor of m features. Throws `numerics/failed` when the step is so far beyond
 * `gradientStepLimit` that residuals stop being finite.
 */
export function gradientStepPath(stepSize: number): PathSolver {
  return ({ gram, y, strengths }, visit, linalg, context) => {
    const { n } = gram;
    linalg.scope(() => {
      const alpha = linalg.allocate(n).fill(0);
      const product = linalg.allocate(n).fill(0);
      const residuals = Float64Array.from(y);
      for (let index = 0, steps = 0; index < strengths.length; index++) {
        const from = steps;
        for (const until = Math.round(strengths[index] / stepSize); steps < until; steps++) {
          context.check();
          for (let i = 0; i < n; i++) alpha[i] += stepSize * residuals[i];
          gramProduct(gram, alpha, product, linalg, context);
          for (let i = 0; i < n; i++) residuals[i] = y[i] - product[i];
        }
        requireFinite(residuals, stepSize, steps);
        if (!visit({ index, alpha, intercept: 0, residuals, remainder: 0, iterations: steps - from })) return;
      }
    });
  };
}

/**
 * 2 over the largest eigenvalue of K: beyond it the residual along that eigenvector grows with every step instead of falling.
 * Infinite where K = 0.
 */
export function gradientStepLimit(gram: Gram, linalg: LinearAlgebra, context: RunContext): number {
  const [largest] = linalg.scope(
    () => topEigen(blockProduct(gram, linalg, context), gram.n, 1, {}, linalg, silently(context)).values,
  );
  return largest > 0 ? 2 / largest : Number.POSITIVE_INFINITY;
}

function blockProduct(gram: Gram, linalg: LinearAlgebra, context: RunContext): BlockOperator {
  const { n } = gram;
  if (gram.kind === 'dense')
    return (v, columns, w) =>
      linalg.gemm(false, false, n, columns, n, 1, whole(gram.k, n), whole(v, n), 0, whole(w, n), context);
  const { m, z } = gram;
  return (v, columns, w) => {
    const features = new Float64Array(m * columns);
    linalg.gemm(false, false, m, columns, n, 1, whole(z, m), whole(v, n), 0, whole(features, m), context);
    linalg.gemm(true, false, n, columns, m, 1, whole(z, m), whole(features, m), 0, whole(w, n), context);
  };
}

function requireFinite(residuals: Float64Array, stepSize: number, steps: number): void {
  if (residuals.every(Number.isFinite)) return;
  throw new KernelscopeError(
    'numerics/failed',
    `Kernel gradient descent with a step of ${stepSize} diverged within ${steps} steps. Set a step below 2 divided by the largest eigenvalue of the kernel matrix.`,
    { stepSize, steps },
  );
}
