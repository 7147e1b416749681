/** An error above the lowest by at most this fraction is as good, however certain the difference. */
const ALIKE = 0.01;

/**
 * The numbers of features or landmarks that do equally well, as positions among the counts (ascending): up to the most,
 * if its error is as good as the lowest, otherwise up to the lowest; from the fewest of those that stay as good up to
 * there, so that a lucky dip on the way does not count. As good: higher by no more than 1 %, or than one standard error
 * of the difference if it is known from rows (the same rows for all counts, so that their scatter cancels).
 */
export function sufficientCounts(
  error: ArrayLike<number>,
  standardError?: ArrayLike<number>,
): { readonly from: number; readonly to: number; readonly lowest: number } {
  let lowest = 0;
  for (let j = 1; j < error.length; j++) if (error[j] < error[lowest]) lowest = j;
  const asGood = (j: number) => isAsGood(error, j, lowest, standardError);
  const to = asGood(error.length - 1) ? error.length - 1 : lowest;
  let from = to;
  while (from > 0 && asGood(from - 1)) from--;
  return { from, to, lowest };
}

/** True if the error at j is as good as the lowest one. */
export const isAsGood = (
  error: ArrayLike<number>,
  j: number,
  lowest: number,
  standardError?: ArrayLike<number>,
): boolean => error[j] - error[lowest] <= Math.max(ALIKE * error[lowest], standardError?.[j] ?? 0);

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
