import type { Computing } from '../../linalg/linalg';
import { type LevelTask, offsetOf } from './leftOut';
import { meanRowLoss } from './losses';

/** One level's path on all training rows; L points from the regular end on. */
export interface LevelPath {
  readonly tau: number;
  /** n × L, column l at l·n; in full precision, since large coefficients of smooth kernels all but cancel. */
  readonly alpha: Float64Array;
  /** Fitted values, n × L in the same order. */
  readonly fitted: Float32Array;
  /** Intercept, the offset included; L. */
  readonly intercept: Float64Array;
  /** Mean loss on the training rows. */
  readonly training: Float64Array;
  readonly remainder: Float64Array;
  readonly iterations: number;
  /** Coefficients, residuals and weights at the chosen strength in full precision. */
  readonly chosen: {
    readonly alpha: Float64Array;
    readonly residuals: Float64Array;
    readonly weights?: Float64Array;
  };
}

/** Follows the paths of all levels over the first `count` strengths; `at` is the chosen one. */
export function followLevels(task: LevelTask, count: number, at: number, context: Computing): LevelPath[] {
  const { gram, y, near, taus } = task;
  const { n } = gram;
  const offset = offsetOf(task.input.intercept, near, task.weights);
  const centred = near.map((v) => v - offset);
  return taus.map((tau, level): LevelPath => {
    const alpha = new Float64Array(n * count);
    const fitted = new Float32Array(n * count);
    const intercept = new Float64Array(count);
    const training = new Float64Array(count);
    const remainder = new Float64Array(count);
    let iterations = 0;
    let chosen: LevelPath['chosen'] | undefined;
    const solver = task.family.solver({ ...task.input, tau, ...(task.weights && { weights: task.weights }) });
    solver(
      { gram, y: centred, strengths: task.strengths.subarray(0, count) },
      (point) => {
        const l = point.index;
        alpha.set(point.alpha, l * n);
        for (let i = 0; i < n; i++) fitted[l * n + i] = near[i] - point.residuals[i];
        intercept[l] = point.intercept + offset;
        training[l] = meanRowLoss(task.loss, point.residuals, tau, task.weights);
        remainder[l] = point.remainder;
        iterations += point.iterations;
        if (l === at) {
          const { weights } = point;
          chosen = {
            alpha: point.alpha.slice(),
            residuals: point.residuals.map((r, i) => r + (y[i] - near[i])),
            ...(weights && { weights: weights.slice() }),
          };
        }
        context.progress((level + (l + 1) / count) / taus.length, 'fitting all rows');
        return true;
      },
      context,
    );
    if (!chosen) throw new Error('A path ended before the strength that was chosen.');
    return { tau, alpha, fitted, intercept, training, remainder, iterations, chosen };
  });
}
