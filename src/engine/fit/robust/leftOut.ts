import { partOf, silently } from '../../contract/context';
import type { RowDivision } from '../../contract/data';
import type { ScoreLoss } from '../../contract/robust';
import { divide } from '../../data/folds';
import { permutation } from '../../data/random';
import { type Computing, full } from '../../linalg/linalg';
import type { Gram } from '../../solvers/gram';
import { indexOfLeast } from '../../spectrum/indexOfLeast';
import { median } from '../../statistics/robustScale';
import { crossOf, factorSum, gramOf } from './expansion';
import type { RobustFamily, SharedInput } from './family';
import { lossOf } from './losses';

/** Rows to fit on and rows to score, positions among the training rows. */
export interface LeftOutPart {
  readonly fitted: Uint32Array;
  readonly left: Uint32Array;
}

/** Folds, or one validation part with about this fraction of the rows: the last of as many folds as have that size. */
export function leftOutParts(
  n: number,
  folds: number,
  share: number,
  seed: number,
  division?: RowDivision,
): LeftOutPart[] {
  if (folds === 0 && division === undefined) {
    const order = permutation(n, seed);
    const count = Math.min(n - 1, Math.max(1, Math.round(share * n)));
    return [{ fitted: order.slice(count).sort(), left: order.slice(0, count).sort() }];
  }
  const { of, count } = divide(n, folds === 0 ? Math.max(2, Math.round(1 / share)) : folds, seed, {
    division,
  });
  const all = Uint32Array.from(of.keys());
  const part = (f: number): LeftOutPart => ({
    fitted: all.filter((i) => of[i] !== f),
    left: all.filter((i) => of[i] === f),
  });
  return folds === 0 ? [part(count - 1)] : Array.from({ length: count }, (_, f) => part(f));
}

/** One target's rows, and the settings for solving them. */
export interface LevelTask {
  readonly family: RobustFamily;
  readonly gram: Gram;
  /** Raw target, n; and `near` as it is fitted and scored, with outliers drawn in. */
  readonly y: Float64Array;
  readonly near: Float64Array;
  readonly weights?: Float64Array;
  readonly taus: readonly number[];
  readonly loss: ScoreLoss;
  /** Everything of a solver's input that does not depend on the rows or the level. */
  readonly input: SharedInput;
  /** Strengths, from the most regular on. */
  readonly strengths: Float64Array;
}

export interface LeftOutScores {
  /** Mean loss on rows left out for each strength, in the order of the strengths; NaN beyond the end of a followed path. */
  readonly score: Float64Array;
  readonly standardError: Float64Array;
  /** The standard error of its difference from the lowest one, on the same rows left out. */
  readonly apart: Float64Array;
  /** Residuals of left-out rows by level, n × strengths (column l at l·n); NaN for rows that were never left out. */
  readonly residuals: readonly Float64Array[];
}

/**
 * The number of consecutive points at which the loss must exceed its lowest value by the family's fraction for a path
 * to stop.
 */
const PATIENCE = 5;
/** The fraction of the target's mean size below which residuals leave nothing more to fit. */
const FITTED = 1e-6;

/**
 * The median of the target (some rows of it, with their weights), which is subtracted before the problem is solved: in place of an intercept,
 * or so that one that is fitted inside the problem, and the tolerances of its solver, do not depend on how far the target is from 0.
 */
export function offsetOf(intercept: boolean, y: Float64Array, weights?: Float64Array): number {
  if (!intercept) return 0;
  return weights ? weightedMedian(y, weights) : median(y);
}

/**
 * The loss on rows left out, part by part, along the path of each part: paths are followed from the regular end, at least to
 * strength number `until`, and stop once the loss of the parts so far has clearly risen. Each part centres its own target.
 */
export function scoreLeftOut(
  task: LevelTask,
  parts: readonly LeftOutPart[],
  context: Computing,
  until = -1,
): LeftOutScores {
  const { strengths, taus, gram, y, near, loss } = task;
  const n = gram.n;
  const count = strengths.length;
  const residuals = taus.map(() => new Float64Array(n * count).fill(Number.NaN));
  const means = parts.map(() => new Float64Array(count));
  // For each level: the sum of the losses of the parts so far, and the point up to which all of these were followed.
  const soFar = taus.map(() => ({ sum: new Float64Array(count), reached: count - 1 }));
  // Losses whose scatter tells the standard errors: of the parts, or of the rows of a single one.
  let samples: readonly Float64Array[] = means;
  parts.forEach((part, p) => {
    // The loss of a few parts is noisy: the fraction is scaled by the root of (all parts)/(parts so far).
    const risenBy = 1 + task.family.leaveAbove * Math.sqrt(parts.length / (p + 1));
    const inner = partOf(context, p / parts.length, (p + 1) / parts.length);
    context.linalg.scope(() => {
      const sub = gramOf(gram, part.fitted, context.linalg);
      const predict = leftPredictor(gram, sub, part, silently(context));
      const raw = Float64Array.from(part.fitted, (i) => near[i]);
      const weights = task.weights && Float64Array.from(part.fitted, (i) => (task.weights as Float64Array)[i]);
      const offset = offsetOf(task.input.intercept, raw, weights);
      const centred = raw.map((v) => v - offset);
      const rowLoss = new Float64Array(part.left.length * count);
      // Rows count by their weights, scaled to mean 1.
      const share = sharesOf(part.left, task.weights);
      taus.forEach((tau, level) => {
        const solver = task.family.solver({ ...task.input, tau, ...(weights && { weights }) });
        const size = meanSize(centred);
        const { sum, reached: furthest } = soFar[level];
        let least = Number.POSITIVE_INFINITY;
        let risen = 0;
        let reached = -1;
        solver(
          { gram: sub, y: centred, strengths },
          ({ index, alpha, intercept, residuals: fittedResiduals }) => {
            reached = index;
            const predicted = predict(alpha);
            let mean = 0;
            for (let j = 0; j < part.left.length; j++) {
              const row = part.left[j];
              const value = predicted[j] + intercept + offset;
              const cost = (share[j] * lossOf(loss, near[row] - value, tau)) / taus.length;
              mean += cost / part.left.length;
              rowLoss[index * part.left.length + j] += cost;
              residuals[level][index * n + row] = y[row] - value;
            }
            means[p][index] += mean;
            sum[index] += mean;
            least = Math.min(least, sum[index]);
            risen = sum[index] > risenBy * least ? risen + 1 : 0;
            inner.progress((level + (index + 1) / count) / taus.length, 'errors on rows left out');
            return index < until || (index < furthest && risen < PATIENCE && meanSize(fittedResiduals) > FITTED * size);
          },
          silently(context),
        );
        soFar[level].reached = Math.min(furthest, reached);
        means[p].fill(Number.NaN, reached + 1);
      });
      if (parts.length === 1)
        samples = Array.from(part.left, (_, j) =>
          Float64Array.from({ length: count }, (_, l) => rowLoss[l * part.left.length + j]),
        );
    });
    inner.progress(1, 'errors on rows left out');
  });
  const score = Float64Array.from({ length: count }, (_, l) => means.reduce((sum, m) => sum + m[l], 0) / parts.length);
  const least = indexOfLeast(score);
  const errorOf = (at: (losses: Float64Array, l: number) => number) =>
    score.map((v, l) => (Number.isNaN(v) ? v : standardErrorOf(samples.map((losses) => at(losses, l)))));
  return {
    score,
    standardError: errorOf((losses, l) => losses[l]),
    apart: errorOf((losses, l) => losses[l] - losses[least]),
    residuals,
  };
}

/** The standard error of the mean of independent values. */
function standardErrorOf(values: readonly number[]): number {
  const { length } = values;
  const mean = values.reduce((sum, v) => sum + v / length, 0);
  return Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / Math.max(1, length - 1) / length);
}

/** Weights of these rows over their mean; all 1 without weights, or if all of them are 0. */
function sharesOf(rows: Uint32Array, weights: Float64Array | undefined): Float64Array {
  const ofRows = Float64Array.from(rows, (i) => (weights ? weights[i] : 1));
  const mean = ofRows.reduce((sum, w) => sum + w, 0) / ofRows.length;
  return mean > 0 ? ofRows.map((w) => w / mean) : ofRows.fill(1);
}

const meanSize = (values: Float64Array) => values.reduce((sum, v) => sum + Math.abs(v), 0) / values.length;

/** K·alpha at the rows left out, for alpha on the rows that were fitted. */
function leftPredictor(
  gram: Gram,
  sub: Gram,
  { fitted, left }: LeftOutPart,
  context: Computing,
): (alpha: Float64Array) => Float64Array {
  const predicted = new Float64Array(left.length);
  if (gram.kind === 'dense') {
    const cross = crossOf(gram, fitted, left, context.linalg);
    return (alpha) => {
      context.linalg.gemv(
        true,
        fitted.length,
        left.length,
        1,
        full(cross, fitted.length),
        alpha,
        0,
        predicted,
        context,
      );
      return predicted;
    };
  }
  const { m, z } = gram;
  const fittedZ = (sub as typeof gram).z;
  return (alpha) => {
    const w = factorSum(fittedZ, m, alpha);
    left.forEach((row, j) => {
      let f = 0;
      for (let c = 0, o = row * m; c < m; c++, o++) f += w[c] * z[o];
      predicted[j] = f;
    });
    return predicted;
  };
}

/**
 * The index of the lowest score, and of the most regular one within the standard error of their difference: outliers among
 * the rows left out raise both alike, and tell nothing of which is lower. Strengths run from the regular end.
 */
export function choicesOf({ score, apart }: Pick<LeftOutScores, 'score' | 'apart'>): {
  readonly least: number;
  readonly oneStandardError: number;
} {
  const least = indexOfLeast(score);
  let oneStandardError = least;
  while (oneStandardError > 0 && score[oneStandardError - 1] - score[least] <= apart[oneStandardError - 1])
    oneStandardError--;
  return { least, oneStandardError };
}

/** The fraction of the total weight by which half of it may be missed, since sums of weights are rounded. */
const ROUNDING = 1e-12;

/**
 * The middle of n values that count as often as their weights (n, ≥ 0, not all 0) say: the value at which half of the weight is
 * reached, or the mean of the two between which it lies. Integer weights give the median of the rows repeated that often.
 */
export function weightedMedian(values: Float64Array, weights: Float64Array): number {
  const { order, total } = weightedOrder(values, weights);
  let below = 0;
  for (let place = 0; place < order.length; place++) {
    below += weights[order[place]];
    const past = below - total / 2;
    if (Math.abs(past) <= ROUNDING * total && place + 1 < order.length)
      return values[order[place]] + (values[order[place + 1]] - values[order[place]]) / 2;
    if (past > 0) return values[order[place]];
  }
  return values[order[order.length - 1]];
}

/** The positions of values with a weight above 0, ascending by value, and the total weight. */
export function weightedOrder(values: Float64Array, weights: Float64Array) {
  const order = Array.from(values.keys())
    .filter((i) => weights[i] > 0)
    .sort((a, b) => values[a] - values[b]);
  return { order, total: order.reduce((sum, i) => sum + weights[i], 0) };
}
