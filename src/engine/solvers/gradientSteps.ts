import { KernelscopeError } from '../contract/failure';
import { gramProduct } from './gram';
import type { PathSolver } from './path';

/**
 * Kernel gradient descent step by step, alpha += stepSize·(y − K·alpha) from alpha = 0, as SIGN runs KGD. (The filter
 * of METHODS §1 gives the same for any number of steps from one decomposition.) Strengths are times t = steps·stepSize,
 * taken at the nearest integer number of steps. O(n²) a step, O(n·m) with a factor of m features. Throws
 * `numerics/failed` if the step is so far beyond 2 over the largest eigenvalue of K that residuals stop being finite.
 */
export function gradientStepPath(stepSize: number): PathSolver {
  return ({ gram, y, strengths }, visit, context) => {
    const { linalg } = context;
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
          gramProduct(gram, alpha, product, context);
          for (let i = 0; i < n; i++) residuals[i] = y[i] - product[i];
        }
        requireFinite(residuals, stepSize, steps);
        if (!visit({ index, alpha, intercept: 0, residuals, remainder: 0, iterations: steps - from })) return;
      }
    });
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
