import type { FileSource, ReadOptions } from './data';
import type { Model } from './model';
import type { FitRequest } from './run';

/** Rows of a request's file, "12,40-52", to compare with the others; rows that its filter drops or that are left out are in neither. */
export interface RowsQuestion {
  readonly request: FitRequest;
  readonly rows: string;
}

/** How some rows of a file differ from the others, as far as the difference is beyond chance. */
export interface RowDifferences {
  readonly rows: number;
  readonly others: number;
  /** The number of columns that were compared. */
  readonly columns: number;
  /** Values that many of the rows share, the least likely by chance first. */
  readonly shared: readonly SharedValue[];
  /** Numbers and dates that are higher or lower, the largest difference first; none for a column with a shared value. */
  readonly shifted: readonly ShiftedColumn[];
}

export interface SharedValue {
  readonly column: string;
  /** The value as the file has it; omitted for a gap. */
  readonly value?: string;
  /** The number of the rows that have it, and of the others that have it. */
  readonly count: number;
  readonly among: number;
}

export interface ShiftedColumn {
  readonly column: string;
  readonly kind: 'number' | 'date';
  /** Means over the rows with a value, in units of the column (days of a date). */
  readonly mean: number;
  readonly others: number;
  /** The difference of the means divided by the standard deviation of the others. */
  readonly standardised: number;
}

/** One cell of a row, and its place among those of its column. */
export interface CellPlace {
  readonly column: string;
  readonly kind: 'number' | 'boolean' | 'date' | 'category' | 'text' | 'empty';
  /** The cell as text, '' for a gap. */
  readonly text: string;
  /** The role of the column in the fit. */
  readonly role: 'target' | 'feature' | 'other';
  /**
   * The fractions of the column's values, gaps not counted, that are smaller and that are the same (for words only the latter); omitted for a
   * gap.
   */
  readonly below?: number;
  readonly same?: number;
  /**
   * For numbers, the value's place from the lowest (0) to the highest (1), and the number of rows in each of equal
   * steps between them.
   */
  readonly at?: number;
  readonly histogram?: readonly number[];
  /** For words and yes/no, the most frequent values, which a person can choose from. */
  readonly levels?: readonly string[];
}

export interface RowCard {
  /** The 1-based number of the row, and the line at which it begins. */
  readonly row: number;
  readonly line: number;
  /** The row's part in the fit: trained on, held out, or neither. */
  readonly part: 'training' | 'held out' | 'neither';
  /** The cells of targets and features first, then the others; no more than are shown. */
  readonly cells: readonly CellPlace[];
  /** The number of columns beyond those. */
  readonly more: number;
  /** The training rows nearest in the encoded columns, each column divided by its length scale if it has one; without the row itself. */
  readonly nearest: readonly {
    readonly row: number;
    readonly line: number;
    readonly distance: number;
    readonly observed: string;
  }[];
}

/** A row of a file with some cells replaced by others, as a file would spell them; '' for a gap. */
export interface ChangedRow {
  /** The id of the model's run: computations made once for a model are reused while it stays the same. */
  readonly id: string;
  readonly model: Model;
  readonly source: FileSource;
  readonly read: ReadOptions;
  readonly row: number;
  readonly values: Readonly<Record<string, string>>;
  /** True if intervals are wanted, for which the kernel matrix may have to be decomposed first. */
  readonly intervals: boolean;
}

export type ImportanceQuestion = { readonly model: Model } & (
  | { readonly request: FitRequest }
  /** A file that contains the target: all of its rows are predicted. */
  | { readonly source: FileSource }
);
