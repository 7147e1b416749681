import type { Matrix } from '../../contract/data';
import { KernelscopeError } from '../../contract/failure';
import type { KernelSpec } from '../../contract/kernel';
import { Random } from '../../data/random';
import { kernelDiagonal, kernelGram } from '../../kernels/kernelMatrix';
import { pickRows } from '../../kernels/rows';
import { choleskyWithJitter } from '../../linalg/choleskyWithJitter';
import type { Computing } from '../../linalg/linalg';
import { landmarkPanel, panelRows } from './landmarkPanel';
import { uniformRows } from './uniformRows';

/** Rows of the pilot: as many as landmarks are wanted, within these bounds. */
const LEAST_PILOT = 250;
const MOST_PILOT = 1000;
/**
 * The pilot is drawn from another stream than the landmarks: drawn from the same one they depend on each other, and
 * landmarks left several times as much of the trace.
 */
const PILOT_STREAM = 0x9e3779b9;
/**
 * Without a lambda, the one is taken whose effective dimension is this fraction of the landmarks, as far as the pilot
 * shows it.
 */
const SHARE = 1 / 4;

export interface LeverageScores {
  /** Scores of the n rows, within 0…1; at the lambda given their sum estimates the effective dimension. */
  readonly scores: Float64Array;
  readonly lambda: number;
  readonly pilot: number;
  readonly effective: number;
}

/**
 * Approximate ridge leverage scores l_i(lambda) = (K·(K + n·lambda·I)^-1)_ii of the rows of `x` (n×d) from a pilot J of
 * p rows drawn evenly by `seed`: (k_ii − k_iJ·(K_JJ + p·lambda·I)^-1·k_Ji)/(n·lambda), at most 1 (Rudi, Calandriello,
 * Carratino and Rosasco 2018, equation 3). `lambda` is per sample; if omitted, it follows from `count` and the pilot's
 * eigenvalues. Rows stream in blocks: time n·p², memory p².
 */
export function leverageScores(
  kernel: KernelSpec,
  x: Matrix,
  count: number,
  seed: number,
  lambda: number | undefined,
  context: Computing,
): LeverageScores {
  const { linalg } = context;
  const n = x.rows;
  const p = Math.min(n, Math.max(LEAST_PILOT, Math.min(MOST_PILOT, count)));
  const points = pickRows(x, uniformRows(n, p, (seed ^ PILOT_STREAM) >>> 0, context));
  return linalg.scope(() => {
    const factor = linalg.allocate(p * p);
    const gram = () => kernelGram(kernel, points, context, factor);
    const used = lambda ?? lambdaFor(Math.min(count, p) * SHARE, gram(), p, context);
    gram();
    for (let j = 0; j < p; j++) factor[j + j * p] += p * used;
    choleskyWithJitter(factor, p, context);
    const scores = kernelDiagonal(kernel, x, context);
    let effective = 0;
    eachPanel(kernel, points, x, context, (panel, from, rows) => {
      linalg.solveLower(factor, p, false, panel, rows, context);
      for (let i = 0, o = 0; i < rows; i++) {
        let explained = 0;
        for (let j = 0; j < p; j++, o++) explained += panel[o] * panel[o];
        const score = Math.min(1, Math.max(0, scores[from + i] - explained) / (n * used));
        scores[from + i] = score;
        effective += score;
      }
    });
    return { scores, lambda: used, pilot: p, effective };
  });
}

/**
 * Up to `count` rows (0-based, in drawing order) without replacement, each next one with probability proportional to its score
 * among those that are left: the first ones of a race of exponential times (Efraimidis and Spirakis 2006). Rows of score 0 are
 * not drawn, so there may be fewer.
 */
export function drawByScore(scores: Float64Array, count: number, seed: number): Uint32Array {
  const random = new Random(seed);
  const times = scores.map((score) => (score > 0 ? random.exponential() / score : Number.POSITIVE_INFINITY));
  // Only the times among the first are sorted with their rows: sorting numbers alone is much faster.
  const last = times.slice().sort()[Math.min(count, times.length) - 1];
  const first: number[] = [];
  times.forEach((time, i) => {
    if (time <= last && time < Number.POSITIVE_INFINITY) first.push(i);
  });
  first.sort((a, b) => times[a] - times[b]);
  return Uint32Array.from(first.slice(0, count));
}

/** lambda at which sum mu/(mu + lambda) = `dimension`, mu the eigenvalues of K/p (`gram`, p×p, is overwritten). */
function lambdaFor(dimension: number, gram: Float64Array, p: number, context: Computing): number {
  const mu = context.linalg.symmetricEigenvalues(gram, p, context).map((v) => Math.max(0, v / p));
  const total = mu.reduce((sum, v) => sum + v, 0);
  if (!(total > 0)) {
    throw new KernelscopeError(
      'data/no-features',
      'The kernel is 0 on the training rows, so there is nothing to learn from. Choose other features, or another kernel.',
    );
  }
  // Rounding of the eigenvalues bounds lambda from below; above the trace the dimension is less than 1.
  let [low, high] = [Math.log(total * p * Number.EPSILON), Math.log(total)];
  for (let halving = 0; halving < 50; halving++) {
    const middle = (low + high) / 2;
    const lambda = Math.exp(middle);
    if (mu.reduce((sum, v) => sum + v / (v + lambda), 0) > dimension) low = middle;
    else high = middle;
  }
  return Math.exp(high);
}

/** k(points, x_i) by panels of rows, each in the core's memory until the next. */
function eachPanel(
  kernel: KernelSpec,
  points: Matrix,
  x: Matrix,
  context: Computing,
  visit: (panel: Float64Array, from: number, rows: number) => void,
): void {
  const most = panelRows(points.rows);
  const space = context.linalg.allocate(points.rows * Math.min(most, x.rows));
  for (let from = 0; from < x.rows; from += most) {
    context.check();
    context.progress(from / x.rows, 'leverage scores of the rows');
    const rows = Math.min(most, x.rows - from);
    const panel = space.subarray(0, rows * points.rows);
    landmarkPanel(kernel, points, x, { from, rows }, panel, context);
    visit(panel, from, rows);
  }
}
