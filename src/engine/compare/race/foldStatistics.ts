import type { RaceNumber } from '../../contract/race';
import { studentQuantile } from '../../statistics/student';

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
  /** Of the mean of as many independent folds, sqrt(Var_k/J): what candidates are chosen by. */
  readonly foldError: number;
  /** Folds it is over, less one. */
  readonly degrees: number;
}

/**
 * The mean over the first `judged` folds of each fold's mean of `values`, and its standard error
 * sqrt((1/J + 1/(K − 1))·Var_k): folds share training rows, which the second term makes up for (Nadeau and Bengio 2003). It is that of a
 * paired difference where `values` are differences on the same rows. Infinite with one fold.
 */
export function foldMean(values: Float64Array, { folds, count, weights }: FoldedRows, judged: number): FoldMean {
  const means = meansByFold(values, folds, judged, weights);
  const mean = means.reduce((sum, v) => sum + v, 0) / judged;
  if (judged < 2)
    return { mean, standardError: Number.POSITIVE_INFINITY, foldError: Number.POSITIVE_INFINITY, degrees: 0 };
  const variance = means.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (judged - 1);
  const foldError = Math.sqrt(variance / judged);
  const standardError = Math.sqrt((1 / judged + 1 / (count - 1)) * variance);
  return { mean, standardError, foldError, degrees: judged - 1 };
}

/**
 * The same standard error from the scatter of rows instead of folds: with few folds theirs may be small by luck. Rows of one fold are taken
 * to be independent.
 */
export function rowStandardError(values: Float64Array, { folds, count }: FoldedRows, judged: number): number {
  const kept = values.filter((_, i) => folds[i] < judged);
  const m = kept.length;
  const mean = kept.reduce((sum, v) => sum + v, 0) / m;
  const variance = kept.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (m - 1);
  return Math.sqrt(((1 + judged / (count - 1)) * variance) / m);
}

/** With its 95 % interval by Student's t. */
export function withInterval({ mean, standardError, degrees }: FoldMean): RaceNumber {
  const half = degrees === 0 ? Number.POSITIVE_INFINITY : studentQuantile(0.975, degrees) * standardError;
  return { value: mean, standardError, interval: [mean - half, mean + half] };
}

function meansByFold(
  values: Float64Array,
  folds: Uint16Array,
  judged: number,
  weights: Float64Array | undefined,
): Float64Array {
  const [sums, totals] = [new Float64Array(judged), new Float64Array(judged)];
  folds.forEach((fold, i) => {
    if (fold >= judged) return;
    const weight = weights?.[i] ?? 1;
    sums[fold] += weight * values[i];
    totals[fold] += weight;
  });
  return sums.map((sum, fold) => (totals[fold] > 0 ? sum / totals[fold] : 0));
}
