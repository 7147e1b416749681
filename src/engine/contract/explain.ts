import type { FileSource, ReadOptions } from './data';
import type { Model } from './model';
import type { FitRequest } from './run';
import { count, list, type Of, oneOf, pair, real, struct, text } from './schema';

/** Rows of a request's file, "12,40-52", to be told from the others: those that its filter keeps, without those left out. */
export interface RowsQuestion {
  readonly request: FitRequest;
  readonly rows: string;
}

/** How some rows of a file differ from the others, as far as that is beyond chance. */
export interface RowDifferences {
  readonly rows: number;
  readonly others: number;
  /** Columns that were compared. */
  readonly columns: number;
  /** Values that many of the rows share, the least likely by chance first. */
  readonly shared: readonly SharedValue[];
  /** Numbers and dates that lie higher or lower, the largest difference first; none of a column with a shared value. */
  readonly shifted: readonly ShiftedColumn[];
}

export interface SharedValue {
  readonly column: string;
  /** As the file has it; left out for a gap. */
  readonly value?: string;
  /** How many of the rows have it, and how many of the others. */
  readonly count: number;
  readonly among: number;
}

export interface ShiftedColumn {
  readonly column: string;
  readonly kind: 'number' | 'date';
  /** Means over the rows with a value, in units of the column (days of a date). */
  readonly mean: number;
  readonly others: number;
  /** Their difference over the standard deviation of the others. */
  readonly standardised: number;
}

/** One cell of a row, and where it lies among those of its column. */
export interface CellPlace {
  readonly column: string;
  readonly kind: 'number' | 'boolean' | 'date' | 'category' | 'text' | 'empty';
  /** As text, '' for a gap. */
  readonly text: string;
  /** What the column is to the fit. */
  readonly role: 'target' | 'feature' | 'other';
  /** Shares of the values of the column, rows with a gap not counted, that are smaller and that are the same; left out for a gap. Of words the same alone. */
  readonly below?: number;
  readonly same?: number;
  /** Of numbers: where the value lies from the least to the greatest, 0 to 1, and how many rows lie in each of equal steps between. */
  readonly at?: number;
  readonly histogram?: readonly number[];
  /** Of words and yes/no: the most frequent values, which a person can choose from. */
  readonly levels?: readonly string[];
}

export interface RowCard {
  /** 1-based, and the line where it begins. */
  readonly row: number;
  readonly line: number;
  /** Of the fit: trained on, held out, or neither. */
  readonly part: 'training' | 'held out' | 'neither';
  /** Targets and features first, then the others; no more than are shown. */
  readonly cells: readonly CellPlace[];
  /** Columns beyond those. */
  readonly more: number;
  /** Training rows nearest in the encoded columns, each divided by its length scale where each has one; without the row itself. */
  readonly nearest: readonly {
    readonly row: number;
    readonly line: number;
    readonly distance: number;
    readonly observed: string;
  }[];
}

/** A row of a file with some cells replaced by others, as a file would spell them; '' for a gap. */
export interface ChangedRow {
  /** What is computed for a model once is kept while this stays the same: the id of its run. */
  readonly id: string;
  readonly model: Model;
  readonly source: FileSource;
  readonly read: ReadOptions;
  readonly row: number;
  readonly values: Readonly<Record<string, string>>;
  /** With intervals, for which the kernel matrix may have to be decomposed first. */
  readonly intervals: boolean;
}

/** What each column adds to the predictions of held-out rows: how much the error rises when its values are shuffled among the rows. */
export interface Importance extends Of<typeof IMPORTANCE> {}
export const IMPORTANCE = struct({
  /** Held-out rows. */
  rows: count(),
  /** How often each column was shuffled. */
  repetitions: count(),
  /** Squared errors in units of the target squared, absolute ones in its units, or the share of rows whose class is predicted wrongly. */
  loss: oneOf(['squared', 'absolute', 'wrong']),
  target: text(),
  /** The mean loss as it is. */
  baseline: real,
  /** The largest rise first; with its 95 % interval over rows. */
  columns: list(struct({ column: text(), rise: real, interval: pair() })),
});

export type ImportanceQuestion = { readonly model: Model } & (
  | { readonly request: FitRequest }
  /** A file that holds the target: all of its rows are predicted. */
  | { readonly source: FileSource }
);
