import { silently } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import type { KernelSpec } from '../contract/kernel';
import { mirror } from '../kernels/kernelMatrix';
import { type Computing, full } from '../linalg/linalg';
import { factorDefinite } from '../solvers/factorDefinite';
import { gramBlock, gramProduct } from '../solvers/gram';
import { mEstimatorPath } from '../solvers/mEstimator';
import type { PathPoint } from '../solvers/path';
import { type InverseRidge, InverseWeightedRidge } from '../solvers/weightedRidgeInverse';
import { requireRobustScale } from '../statistics/robustScale';
import { attempt, type FailedTrial } from './foldTrial';
import { invertLower } from './invertLower';
import { type SearchProblem, weightedGramAt } from './searchProblem';

/** Fits Huber's M-estimator with its usual cutoff on all rows outside each fold of a block, and predicts the rows of the fold. */
export interface HuberOnFolds {
  readonly kind: 'huber';
  readonly kernel: KernelSpec;
  /** Total ridge n·lambda, of the rows outside a fold. */
  readonly ridge: number;
  /** The fold of every row (n). */
  readonly folds: Uint16Array;
  /** The folds from the first number to before the second. */
  readonly block: readonly [number, number];
}

export type HuberOnFoldsResult =
  | {
      /** By fold of the block: predictions of its rows, ascending, for each target. */
      readonly predicted: readonly (readonly Float64Array[])[];
      readonly seconds: number;
    }
  | FailedTrial;

/** Predictions are compared, not shown: they need not be more accurate than this. */
const TOLERANCE = 1e-3;
/**
 * The most steps, and the remainder above which the result is not called Huber's fit: a fit that nearly meets every
 * target has a scale that shrinks step by step.
 */
const STEPS = 40;
const UNSOLVED = 0.05;

/** Rows without weight are not fitted: the scale of the residuals is that of the others. */
export function computeHuberOnFolds(
  problem: SearchProblem,
  { kernel, ridge, folds, block: [from, to] }: HuberOnFolds,
  context: Computing,
): HuberOnFoldsResult {
  const quiet = silently(context);
  const { rootWeights, ...rest } = problem;
  const rows = Uint32Array.from(folds.keys());
  return attempt(() =>
    context.linalg.scope(() => {
      const k = weightedGramAt({ ...rest, template: kernel }, [1], quiet);
      const v = Float64Array.from(rows, (row) => (rootWeights?.[row] ?? 1) ** 2 || 1);
      const known = inverseOf(k, v, ridge, quiet);
      const targets = problem.y.map((values) =>
        rootWeights ? values.map((value, row) => value / (rootWeights[row] || 1)) : values,
      );
      targets.forEach(requireRobustScale);
      const predicted = Array.from({ length: to - from }, (_, f) => {
        const fitted = rows.filter((row) => folds[row] !== from + f && rootWeights?.[row] !== 0);
        const others = rows.filter((row) => folds[row] === from + f);
        return context.linalg.scope(() =>
          predictedBy(known, targets, { fitted, others }, problem.features !== undefined, quiet),
        );
      });
      return { predicted };
    }),
  );
}

/** A = (K + ridge·V^-1)^-1, of which all folds of a block are a part. About 5n³/3 operations. */
function inverseOf(k: Float64Array, v: Float64Array, ridge: number, context: Computing): InverseRidge {
  const { linalg } = context;
  const rows = v.length;
  const inverse = linalg.allocate(rows * rows);
  linalg.scope(() => {
    const l = linalg.allocate(rows * rows);
    const fill = () => {
      l.set(k);
      for (let i = 0; i < rows; i++) l[i * (rows + 1)] += ridge / v[i];
    };
    factorDefinite(l, rows, 0, fill, context);
    invertLower(l, rows, context);
    linalg.syrk(true, rows, rows, 1, full(l, rows), 0, full(inverse, rows), context);
  });
  mirror(inverse, rows);
  return { rows, k, inverse, v, ridge };
}

/** Each target of the rows `others` by the fit on the rows `fitted`. */
function predictedBy(
  known: InverseRidge,
  targets: readonly Float64Array[],
  { fitted, others }: { readonly fitted: Uint32Array; readonly others: Uint32Array },
  intercept: boolean,
  context: Computing,
): Float64Array[] {
  const { rows, v, ridge } = known;
  const all = { kind: 'dense', n: rows, k: known.k } as const;
  const gram = { kind: 'dense', n: fitted.length, k: gramBlock(all, fitted, context) } as const;
  const rowWeights = Float64Array.from(fitted, (row) => v[row]);
  const total = rowWeights.reduce((sum, weight) => sum + weight, 0);
  const options = { loss: 'huber', tolerance: TOLERANCE, iterations: STEPS, intercept, rowWeights } as const;
  const [spread, values] = [context.linalg.allocate(rows), context.linalg.allocate(rows)];
  return targets.map((target) => {
    const y = Float64Array.from(fitted, (row) => target[row]);
    const visit = ({ alpha, intercept: constant, remainder, iterations }: PathPoint) => {
      if (remainder > UNSOLVED)
        throw new KernelscopeError('numerics/failed', `Huber's fit was not solved within ${iterations} steps.`);
      spread.fill(0);
      for (const [i, row] of fitted.entries()) spread[row] = alpha[i];
      gramProduct(all, spread, values, context);
      for (let i = 0; i < rows; i++) values[i] += constant;
      return false;
    };
    const system = new InverseWeightedRidge(known, fitted, context);
    const solve = mEstimatorPath({ ...options, system });
    solve({ gram, y, strengths: Float64Array.of(ridge / total) }, visit, context);
    return Float64Array.from(others, (row) => values[row]);
  });
}
