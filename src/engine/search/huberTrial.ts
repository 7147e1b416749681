import { type RunContext, silently } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import type { KernelSpec } from '../contract/kernel';
import { kernelCross } from '../kernels/kernelMatrix';
import { pickRows } from '../kernels/rows';
import { type LinearAlgebra, whole } from '../linalg/linalg';
import { mEstimatorPath } from '../solvers/mEstimator';
import { attempt, type FailedTrial } from './foldTrial';
import { problemOn, type SearchProblem, weightedGramAt } from './searchProblem';

/** Fits Huber's M-estimator with its usual cutoff on all rows outside a fold, and predicts the rows of the fold. */
export interface HuberOnFold {
  readonly kind: 'huber';
  readonly kernel: KernelSpec;
  /** Total ridge n·lambda. */
  readonly ridge: number;
  /** The fold of every row (n). */
  readonly folds: Uint16Array;
  readonly fold: number;
}

export type HuberOnFoldResult =
  | {
      /** Predictions of the fold's rows, ascending, for each target. */
      readonly predicted: readonly Float64Array[];
      readonly seconds: number;
    }
  | FailedTrial;

/** Predictions are compared, not shown: closer than this they need not be. */
const TOLERANCE = 1e-3;
/**
 * Steps at most, each with a new factor, and the remainder that is too large to call it Huber's fit: one that nearly meets every target has
 * a scale that shrinks step by step.
 */
const STEPS = 15;
const UNSOLVED = 0.05;

/** Rows without weight are not fitted: the scale of the residuals is that of the others. */
export function computeHuberOnFold(
  problem: SearchProblem,
  { kernel, ridge, folds, fold }: HuberOnFold,
  linalg: LinearAlgebra,
  context: RunContext,
): HuberOnFoldResult {
  const quiet = silently(context);
  const { rootWeights, ...rest } = problem;
  const rows = Uint32Array.from(folds.keys());
  const fitted = rows.filter((row) => folds[row] !== fold && rootWeights?.[row] !== 0);
  const others = rows.filter((row) => folds[row] === fold);
  const rowWeights = rootWeights && Float64Array.from(fitted, (row) => rootWeights[row] ** 2);
  const plain = problemOn({ ...rest, template: kernel }, fitted);
  const total = rowWeights?.reduce((sum, v) => sum + v, 0) ?? fitted.length;
  const solve = mEstimatorPath({
    loss: 'huber',
    tolerance: TOLERANCE,
    iterations: STEPS,
    intercept: problem.features !== undefined,
    ...(rowWeights && { rowWeights }),
  });
  return attempt(() =>
    linalg.scope(() => {
      const n = fitted.length;
      const gram = { kind: 'dense', n, k: weightedGramAt(plain, [1], linalg, quiet) } as const;
      const cross = whole(kernelCross(kernel, plain.x, pickRows(problem.x, others), linalg, quiet), n);
      const predicted = plain.y.map((values) => {
        const y = rootWeights ? values.map((v, i) => v / rootWeights[fitted[i]]) : values;
        const result = new Float64Array(others.length);
        const task = { gram, y, strengths: Float64Array.of(ridge / total) };
        solve(
          task,
          ({ alpha, intercept, remainder, iterations }) => {
            if (remainder > UNSOLVED)
              throw new KernelscopeError('numerics/failed', `Huber's fit was not solved within ${iterations} steps.`);
            linalg.gemv(true, n, others.length, 1, cross, alpha, 0, result, quiet);
            for (let i = 0; i < result.length; i++) result[i] += intercept;
            return false;
          },
          linalg,
          quiet,
        );
        return result;
      });
      return { predicted };
    }),
  );
}
