import type { DesignOptions, FileSource, Inspection, ReadOptions } from './data';
import type { Failure } from './failure';

/** Every column of a file, before a fit. `alone`: no column is to be predicted. */
export interface ProfileRequest {
  readonly source: FileSource;
  readonly read: ReadOptions;
  /** As for a fit; the target '' is the proposed one. */
  readonly design: DesignOptions;
  readonly alone?: boolean;
}

/** One column of the file of a request, by its position. */
export interface ColumnQuestion extends ProfileRequest {
  readonly column: number;
}

export interface Profile {
  readonly inspection: Inspection;
  /** Left out where no column can be predicted, or none is to be. */
  readonly target?: ProfileTarget;
  /** Why a fit with these choices would be refused. */
  readonly refusal?: Failure;
  /** One for each column of the file. */
  readonly columns: readonly ColumnProfile[];
  /** Columns of X that the features become. */
  readonly encoded: number;
  /** Rows with a value in the target and in every feature. */
  readonly complete: number;
  /** Columns that hold the target already, and the sentence that says how. */
  readonly leak?: { readonly columns: readonly string[]; readonly text: string };
}

export interface ProfileTarget {
  readonly index: number;
  readonly classify: boolean;
  /** Rows with a value there. */
  readonly rows: number;
  /** What `means` of groups are of: the target itself, the second of two classes, or the most frequent classes. */
  readonly outputs: readonly string[];
  /** The same over all rows measured. */
  readonly means: readonly number[];
}

/** The role of a column in a fit. */
export type ColumnRole = 'target' | 'feature' | 'weights' | 'group' | 'fold' | 'out';

export interface ColumnProfile {
  readonly role: ColumnRole;
  /** Rows are put in order by it, whatever its role. */
  readonly order: boolean;
  /** Why it is left out. */
  readonly why: string;
  /** Of numbers, dates and truth values. */
  readonly bars?: Bars;
  /** Columns of X that it becomes, or would; 0 where it cannot. */
  readonly encoded: number;
  /** Dates that never fall from row to row. */
  readonly ordered: boolean;
  /** To the target. */
  readonly relation?: Relation;
  /** The same for whether there is a value at all. */
  readonly gaps?: Relation;
}

/** A histogram: equal steps from the lowest value to the highest, or a bar for each of few values. */
export type Bars =
  | { readonly kind: 'steps'; readonly from: number; readonly to: number; readonly counts: readonly number[] }
  | { readonly kind: 'values'; readonly values: readonly number[]; readonly counts: readonly number[] };

/** How far groups of rows with about the same value of a column predict the target, each row by the others of its group. */
export interface Relation {
  /** Rows that it was measured on. */
  readonly n: number;
  /** Share of the target's variance, of classes of their impurity; below 0 where the mean of all others does better. */
  readonly explained: number;
  /** Of numbers in their order; of words the most frequent ones. */
  readonly groups: readonly RelationGroup[];
}

export interface RelationGroup {
  /** Of words. */
  readonly label?: string;
  /** Of numbers: the lowest and the highest. */
  readonly from?: number;
  readonly to?: number;
  readonly n: number;
  /** For each output of the target. */
  readonly means: readonly number[];
}

/** Details of one column. */
export interface ColumnDetail {
  readonly index: number;
  readonly bars?: Bars;
  /** Of numbers and dates, with the share of the values below each. */
  readonly percentiles: readonly { readonly share: number; readonly value: number }[];
  /** Of words, the most frequent first. */
  readonly levels: readonly { readonly label: string; readonly count: number }[];
  /** Lines of the first cells without a value. */
  readonly gaps: readonly number[];
  /** The first cells that keep the column from being numbers. */
  readonly odd: readonly { readonly line: number; readonly text: string }[];
  /** Names of the columns of X that it becomes, or why it becomes none. */
  readonly encoded: readonly string[];
  readonly idle: string;
}
