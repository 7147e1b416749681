import { NORMAL_95 } from './student';

/** Without rows to tell, an error above the lowest by at most this fraction is as good. */
const ALIKE = 0.01;
/** The share of squared errors by which a root mean squared error is higher that is 5 % higher. */
const ENOUGH = 1.05 ** 2 - 1;
/** The normal quantile of 97.5 % for one of ten numbers, of which the one with the lowest error has been lucky. */
const LUCKIEST = 2.8;

/**
 * The numbers of features or landmarks that do equally well, as positions among the counts (ascending): up to the most,
 * unless its error is worse than the lowest, otherwise up to the lowest; from the fewest of those that stay as good up
 * to there, so that a lucky dip on the way does not count.
 */
export function sufficientCounts(
  error: ArrayLike<number>,
  standardError?: ArrayLike<number>,
): { readonly from: number; readonly to: number; readonly lowest: number } {
  let lowest = 0;
  for (let j = 1; j < error.length; j++) if (error[j] < error[lowest]) lowest = j;
  const last = error.length - 1;
  const to = isWorse(error, last, lowest, standardError) ? lowest : last;
  let from = to;
  while (from > 0 && isAsGood(error, from - 1, lowest, standardError)) from--;
  return { from, to, lowest };
}

/**
 * True if the error at j is as good as the lowest one. If rows tell it by the standard error of the difference (the same
 * rows for all counts, so that their scatter cancels), its root is surely (97.5 %) less than 5 % higher; otherwise it is
 * higher by no more than 1 %.
 */
export const isAsGood = (
  error: ArrayLike<number>,
  j: number,
  lowest: number,
  standardError?: ArrayLike<number>,
): boolean =>
  standardError === undefined
    ? error[j] - error[lowest] <= ALIKE * error[lowest]
    : error[j] - error[lowest] + NORMAL_95 * standardError[j] <= ENOUGH * error[lowest];

/** True if it is higher than the lowest one: by more than luck explains, or by more than 1 % if rows do not tell. */
export const isWorse = (
  error: ArrayLike<number>,
  j: number,
  lowest: number,
  standardError?: ArrayLike<number>,
): boolean => {
  const above = error[j] - error[lowest];
  return above > ALIKE * error[lowest] && above > LUCKIEST * (standardError?.[j] ?? 0);
};

/** How far the root of the error at j is from that of the lowest one, as shares of the latter with 95 %. */
export function rangeBeside(
  error: ArrayLike<number>,
  j: number,
  lowest: number,
  standardError: ArrayLike<number>,
): readonly [number, number] {
  const end = (z: number) => Math.sqrt(Math.max(0, error[j] + z * standardError[j]) / error[lowest]) - 1;
  return [end(-NORMAL_95), end(NORMAL_95)];
}

/** Standard error of the mean difference of two lists of squared errors on the same rows. */
export function pairedStandardError(squares: Float64Array, others: Float64Array): number {
  const n = squares.length;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += squares[i] - others[i];
  const mean = sum / n;
  let variance = 0;
  for (let i = 0; i < n; i++) variance += (squares[i] - others[i] - mean) ** 2;
  return n < 2 ? 0 : Math.sqrt(variance / (n - 1) / n);
}
