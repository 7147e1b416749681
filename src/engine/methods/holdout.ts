import { type RunContext, silently } from '../contract/context';
import type { Matrix, Sample } from '../contract/data';
import type { HoldoutPredictions, LivePredictor, Scores } from '../contract/run';
import { gaussianCross } from '../kernels/gaussian';
import { rowBlock } from '../kernels/rows';
import type { LinearAlgebra } from '../linalg/linalg';
import { scoreHoldout } from '../spectrum/livePrediction';
import type { Eigenbasis } from '../spectrum/spectrum';
import { bootstrapScores } from './bootstrap';
import { livePredictor, projectKernel } from './projection';

/** Numbers that the live predictor may hold: 16 MB as float32. */
const LIVE_LIMIT = 4_000_000;
/** Rows predicted at once. */
const ROWS = 512;

/** A fitted ridge at one lambda, in the terms of its spectrum. */
export interface SpectralFit {
  readonly x: Matrix;
  /** n coefficients: f(x) = centre + sum_j alpha_j·k(x, x_j). */
  readonly alpha: Float64Array;
  readonly basis: Eigenbasis;
  readonly lengthScale: number;
  readonly lambda: number;
  readonly centre: number;
  readonly width: number;
}

export interface HoldoutResult {
  readonly predictions: HoldoutPredictions;
  readonly scores: Scores;
  /** Absent when it would be too large to send. */
  readonly live?: LivePredictor;
}

/** Predicts the held-out rows with their intervals, scores them, and prepares their live predictor. */
export function predictHoldout(
  fit: SpectralFit,
  sample: Sample,
  seed: number,
  linalg: LinearAlgebra,
  context: RunContext,
): HoldoutResult {
  const m = sample.y.length;
  const { rank } = fit.basis;
  const p = m * rank <= LIVE_LIMIT ? new Float32Array(m * rank) : undefined;
  const predicted = new Float64Array(m);
  const half = new Float64Array(m);
  for (let j0 = 0; j0 < m; j0 += ROWS) {
    const rows = Math.min(ROWS, m - j0);
    const block = rowBlock(sample.x, j0, rows);
    const cross = gaussianCross(fit.x, block, fit.lengthScale, linalg, silently(context));
    const projected = projectKernel(fit.basis, cross, rows, linalg, context);
    predictBlock(fit, cross, projected, rows, predicted.subarray(j0, j0 + rows), half.subarray(j0, j0 + rows));
    p?.set(livePredictor(fit.basis, projected, rows).p, j0 * rank);
    context.progress((j0 + rows) / m, 'predicting the held-out rows');
  }
  const observed = sample.y;
  const lower = predicted.map((v, j) => v - half[j]);
  const upper = predicted.map((v, j) => v + half[j]);
  let inside = 0;
  for (let j = 0; j < m; j++) if (observed[j] >= lower[j] && observed[j] <= upper[j]) inside++;
  return {
    predictions: { rows: sample.rows, lines: sample.lines, observed, predicted, lower, upper },
    scores: {
      ...scoreHoldout(observed, predicted),
      n: m,
      ...bootstrapScores(observed, predicted, seed),
      coverage: inside / m,
    },
    ...(p && { live: { rows: m, rank, p } }),
  };
}

/** f(x_j) from the n×rows cross kernel, and the half-width of its interval with sum_i P_ji²/(mu_i + lambda). */
function predictBlock(
  { alpha, basis, lambda, centre, width }: SpectralFit,
  cross: Float64Array,
  projected: Float64Array,
  rows: number,
  predicted: Float64Array,
  half: Float64Array,
): void {
  const { n, mu, rank } = basis;
  for (let j = 0; j < rows; j++) {
    let f = 0;
    for (let i = 0, o = j * n; i < n; i++, o++) f += cross[o] * alpha[i];
    predicted[j] = centre + f;
    let explained = 0;
    for (let i = 0, o = j * rank; i < rank; i++, o++) explained += projected[o] ** 2 / (mu[i] + lambda);
    half[j] = width * Math.sqrt(n * lambda + Math.max(0, 1 - explained));
  }
}
