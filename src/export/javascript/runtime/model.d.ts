/** A value of a row: numbers and dates as such or as text. A gap is null, NaN, '' or a column left out. */
export type Value = number | string | boolean | Date | null | undefined;

/** One target of a prediction. */
export interface Target {
  readonly predicted: number;
  /**
   * Ends of the 95 % prediction interval, where the model has one; for several quantiles the outermost. They are
   * computed when they are first read, which for models of ridge takes as many steps as the third power of the number
   * of training rows, once.
   */
  readonly lower?: number;
  readonly upper?: number;
  /** The value at each level of a model of quantiles, ascending. */
  readonly quantiles?: readonly number[];
}

export interface Prediction extends Partial<Omit<Target, 'predicted'>> {
  /**
   * The number predicted (for several targets the first), the class, or null for a row that cannot be predicted. Absent
   * for components.
   */
  readonly predicted?: number | string | null;
  readonly targets?: readonly (Target & { readonly target: string })[];
  readonly probabilities?: readonly { readonly class: string; readonly probability: number }[];
  /** The classes of the row's 95 % set. */
  readonly set?: readonly string[];
  /** Scores of the classes, or of the principal components. */
  readonly scores?: readonly number[];
  /** The part of the row that the components leave unexplained. */
  readonly error?: number;
}

/** Columns that every row needs, by name. */
export const COLUMNS: readonly string[];

/**
 * Predicts rows, each an object of values by column. `say` gets what should be known about them, a sentence for each
 * finding: gaps and how they were filled, unknown levels, cells that are no number or date, rows outside the range of
 * the training rows. Without it, console.warn says so. Throws a RangeError that names the row and column of a value no
 * model takes, and for a key that is no column.
 */
export function predict(
  rows: readonly Readonly<Record<string, Value>>[],
  say?: (sentence: string) => void,
): Prediction[];
