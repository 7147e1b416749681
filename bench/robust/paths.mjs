// Our whole paths on a few thousand rows, from the rows to the last strength.
import { landmarkExpansion, wholeExpansion } from '../../src/engine/fit/robust/expansion';
import { kernelGram } from '../../src/engine/kernels/kernelMatrix';
import { quietWith } from '../../src/engine/linalg/linalg';
import { quantilePath, tubePath } from '../../src/engine/solvers/dualPaths';
import { mEstimatorPath } from '../../src/engine/solvers/mEstimator';
import { signFlowPath } from '../../src/engine/solvers/signFlow';
import { signStepPath } from '../../src/engine/solvers/signSteps';

const SOLVERS = {
  quantile: ({ tau, tolerance }) => quantilePath({ tau, tolerance, intercept: true }),
  tube: ({ epsilon, tolerance }) => tubePath({ epsilon, tolerance, intercept: true }),
  huber: () => mEstimatorPath({ loss: 'huber', intercept: true }),
  tukey: () => mEstimatorPath({ loss: 'tukey', intercept: true }),
  flow: () => signFlowPath,
  steps: ({ step }) => signStepPath(step),
};

/** @returns {import('../../src/engine/contract/kernel').KernelSpec} */
const gaussian = (lengthScale) => ({ kind: 'gaussian', lengthScale: [lengthScale] });

/**
 * Follows the path of `request.solver` along `request.strengths`, the kernel matrix (or the landmarks' factor) included in the
 * time. The points come back in `points` where `keep` asks for them; `residual` is the mean |r| of the last.
 */
export function followPath({ x, y }, request, linalg) {
  const points = [];
  let last;
  let worst = 0;
  let iterations = 0;
  const started = performance.now();
  let kernelSeconds = 0;
  linalg.scope(() => {
    const kernel = gaussian(request.lengthScale);
    const { gram } = request.landmarks
      ? landmarkExpansion(kernel, x, request.landmarks, 0, quietWith(linalg))
      : wholeExpansion(kernel, x, quietWith(linalg));
    kernelSeconds = (performance.now() - started) / 1000;
    const strengths = Float64Array.from(request.strengths);
    const visit = (point) => {
      worst = Math.max(worst, point.remainder);
      iterations += point.iterations;
      last = point.residuals;
      if (request.keep) points.push({ alpha: point.alpha.slice(), intercept: point.intercept });
      return true;
    };
    SOLVERS[request.solver](request)({ gram, y, strengths }, visit, quietWith(linalg));
  });
  const seconds = (performance.now() - started) / 1000;
  const residual = last.reduce((sum, r) => sum + Math.abs(r), 0) / y.length;
  return { seconds, kernelSeconds, worst, iterations, residual, points };
}

/** The n×n Gaussian kernel matrix, for judging coefficients. */
export function kernelOf({ x }, lengthScale, linalg) {
  return kernelGram(gaussian(lengthScale), x, quietWith(linalg));
}
