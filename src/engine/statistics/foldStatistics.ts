import type { RaceNumber } from '../contract/race';
import { shareInterval } from './classes';
import { studentQuantile } from './student';

/** Values by row (n) of the rows whose fold has been judged, and how they are weighted. */
export interface FoldedRows {
  /** The fold of each row, 0 … count − 1. */
  readonly folds: Uint16Array;
  readonly count: number;
  /** Row weights; absent when all are 1. */
  readonly weights?: Float64Array;
}

export interface FoldMean {
  readonly mean: number;
  readonly standardError: number;
  /** The standard error of the mean of as many independent folds, by which candidates are chosen. */
  readonly foldError: number;
  /** Folds it is over, less one. */
  readonly degrees: number;
  /** The number of independent rows of equal weight that would at best say as much as these. */
  readonly effectiveRows: number;
}

/**
 * The mean of `values` over the rows of the first `judged` folds, J of them, and its standard error. As the variance of
 * a mean of rows is proportional to one over their number, so that of fold k is to one over its fraction s_k of the
 * weights: the error over independent folds is e² = Σ s_k·(mean_k − mean)²/(J − 1), which is Var_k/J if folds are
 * equal. Folds share training rows, which the factor 1 + J/(K − 1) of e² compensates (Nadeau and Bengio 2003). It is
 * the standard error of a paired difference if `values` are differences on the same rows. Infinite with one fold.
 */
export function foldMean(values: Float64Array, { folds, count, weights }: FoldedRows, judged: number): FoldMean {
  const [sums, totals] = [new Float64Array(judged), new Float64Array(judged)];
  let squares = 0;
  folds.forEach((fold, i) => {
    if (fold >= judged) return;
    const weight = weights?.[i] ?? 1;
    sums[fold] += weight * values[i];
    totals[fold] += weight;
    squares += weight ** 2;
  });
  const total = totals.reduce((a, b) => a + b, 0);
  const mean = total > 0 ? sums.reduce((a, b) => a + b, 0) / total : 0;
  const shared = 1 + judged / (count - 1);
  const effectiveRows = total ** 2 / squares / shared;
  if (judged < 2) {
    const unknown = Number.POSITIVE_INFINITY;
    return { mean, standardError: unknown, foldError: unknown, degrees: 0, effectiveRows };
  }
  const apart = sums.map((sum, k) => (totals[k] > 0 ? sum / totals[k] - mean : 0));
  const size = largest(apart);
  const variance = apart.reduce((sum, v, k) => sum + totals[k] * (v / size) ** 2, 0);
  const foldError = size * Math.sqrt(variance / total / (judged - 1));
  return { mean, standardError: Math.sqrt(shared) * foldError, foldError, degrees: judged - 1, effectiveRows };
}

/**
 * The same standard error from the scatter of rows instead of folds: with few folds theirs may be small by luck. Rows of one fold are taken
 * to be independent.
 */
export function rowStandardError(values: Float64Array, rows: FoldedRows, judged: number): number {
  const { mean, effectiveRows } = foldMean(values, rows, judged);
  const size = largest(values.map((v, i) => (rows.folds[i] < judged ? v - mean : 0)));
  const { mean: square } = foldMean(
    values.map((v) => ((v - mean) / size) ** 2),
    rows,
    judged,
  );
  return size * Math.sqrt(square / (effectiveRows - 1 / (1 + judged / (rows.count - 1))));
}

/**
 * The standard error of the difference of two fractions of rows from the rows on which they differ, with half a row
 * more on each side (Agresti and Min 2005): that none of some rows differ does not mean that none will. `differences`
 * are −1, 0 and 1.
 */
export function sharesStandardError(differences: Float64Array, rows: FoldedRows, judged: number): number {
  const { mean, effectiveRows } = foldMean(differences.map(Math.abs), rows, judged);
  const independent = effectiveRows * (1 + judged / (rows.count - 1));
  return Math.sqrt((mean + 1 / independent) / effectiveRows);
}

/**
 * The largest size, or 1 if all are 0: squares are taken relative to it, as those of losses of small targets would
 * leave the range of numbers.
 */
const largest = (values: Float64Array): number => values.reduce((most, v) => Math.max(most, Math.abs(v)), 0) || 1;

/** The mean with its 95 % interval by Student's t. */
export function withInterval({ mean, standardError, degrees }: FoldMean): RaceNumber {
  const half = degrees === 0 ? Number.POSITIVE_INFINITY : studentQuantile(0.975, degrees) * standardError;
  return { value: mean, standardError, interval: [mean - half, mean + half] };
}

/**
 * A fraction of rows with the Wilson interval for as many independent rows as have its standard error, at Student's
 * quantile: between 0 and 1, and never more certain than the rows judged allow, however alike the folds are.
 */
export function shareWithInterval({ mean, standardError, degrees, effectiveRows }: FoldMean): RaceNumber {
  if (degrees === 0) return { value: mean, standardError, interval: [0, 1] };
  const likeRows = Math.min(effectiveRows, (mean * (1 - mean)) / standardError ** 2 || effectiveRows);
  return { value: mean, standardError, interval: shareInterval(mean, likeRows, studentQuantile(0.975, degrees)) };
}
