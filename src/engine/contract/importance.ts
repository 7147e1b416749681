import { list, natural, type Of, oneOf, optional, pair, real, struct, text, texts } from './schema';

/** The importance of each column for the predictions of held-out rows: the rise of the error when its values are shuffled among the rows. */
export interface Importance extends Of<typeof IMPORTANCE> {}
export const IMPORTANCE = struct({
  /** The number of held-out rows that it was measured on: if there are many, a sample drawn by the seed. */
  rows: natural(),
  /** The number of times that each column was shuffled. */
  repetitions: natural(),
  /**
   * Squared errors in units of the target squared, absolute errors in its units or, for classes, the fraction of rows
   * that are predicted wrongly. If that is not clearly below the fraction when always guessing the most common class,
   * the fraction of pairs, one row of the class `ranked` and one of another, that its score has in the wrong order,
   * equal scores counting half.
   */
  loss: oneOf(['squared', 'absolute', 'wrong', 'ranking']),
  /** The class of the pairs of `ranking`; absent otherwise, and in runs of earlier versions, where it was the most common class. */
  ranked: optional(text()),
  target: text(),
  /** The mean loss without shuffling. */
  baseline: real,
  /**
   * The level of the intervals: 0.95, or 1 − 0.05/n if n > 20 columns move a prediction or none of n stands out among
   * all.
   */
  level: real,
  /** The rise of the loss for each column with its interval over rows, the largest first. */
  columns: list(struct({ column: text(), rise: real, interval: pair() })),
  /** The columns that were not measured, since the fit would have waited for them too long; absent if all were. */
  unmeasured: optional(texts()),
});
