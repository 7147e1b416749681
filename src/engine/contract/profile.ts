import type { Callout } from './callout';
import type { DesignOptions, FileSource, Inspection, ReadOptions } from './data';
import type { Failure } from './failure';

/** A request for the profile of every column of a file, before a fit. `alone`: no column is to be predicted. */
export interface ProfileRequest {
  readonly source: FileSource;
  readonly read: ReadOptions;
  /** The design as for a fit; the target '' is the one whose name says so. */
  readonly design: DesignOptions;
  readonly alone?: boolean;
}

/** One column of the file of a request, by its position. */
export interface ColumnQuestion extends ProfileRequest {
  readonly column: number;
}

export interface Profile {
  readonly inspection: Inspection;
  /** The target; omitted if none is chosen and no name decides, or none is to be. */
  readonly target?: ProfileTarget;
  /** The failure with which a fit with these choices would be refused. */
  readonly refusal?: Failure;
  /** The profile of each column of the file. */
  readonly columns: readonly ColumnProfile[];
  /** The number of columns of X that the features become. */
  readonly encoded: number;
  /** The number of rows with a value in the target and in every feature. */
  readonly complete: number;
  /** Callouts about the file, the target and the held-out rows, the most important first. */
  readonly callouts: readonly Callout[];
}

export interface ProfileTarget {
  readonly index: number;
  readonly classify: boolean;
  /** The number of rows with a value of the target. */
  readonly rows: number;
  /** The names of the quantities in `means`: the target itself, the second of two classes, or the most frequent classes. */
  readonly outputs: readonly string[];
  /** The means of those quantities over all rows measured. */
  readonly means: readonly number[];
}

/** The role of a column in a fit. */
export type ColumnRole = 'target' | 'feature' | 'weights' | 'group' | 'fold' | 'out';

export interface ColumnProfile {
  readonly role: ColumnRole;
  /** True if rows are put in order by this column, whatever its role. */
  readonly order: boolean;
  /** The reason why the column is left out; '' if it is not. */
  readonly why: string;
  /** The histogram of numbers, dates and truth values. */
  readonly bars?: Bars;
  /** The number of columns of X that it becomes, or would; 0 if it cannot be used. */
  readonly encoded: number;
  /** True for dates that never fall from row to row. */
  readonly ordered: boolean;
  /** Its relation to the target. */
  readonly relation?: Relation;
  /** The relation of the target to whether the column has a value at all. */
  readonly gaps?: Relation;
}

/** A histogram: equal steps from the lowest value to the highest, or a bar for each of few values. */
export type Bars =
  | { readonly kind: 'steps'; readonly from: number; readonly to: number; readonly counts: readonly number[] }
  | { readonly kind: 'values'; readonly values: readonly number[]; readonly counts: readonly number[] };

/** How well groups of rows with about the same value of a column predict the target, each row predicted by the others of its group. */
export interface Relation {
  /** The number of rows that it was measured on. */
  readonly n: number;
  /** The fraction of the target's variance, or of classes' impurity, that is explained; below 0 if the mean of all others does better. */
  readonly explained: number;
  /** The groups: for numbers in their order; for words the most frequent ones. */
  readonly groups: readonly RelationGroup[];
}

export interface RelationGroup {
  /** The word of the group, for words. */
  readonly label?: string;
  /** The lowest and the highest value of the group, for numbers. */
  readonly from?: number;
  readonly to?: number;
  readonly n: number;
  /** The mean of each output of the target. */
  readonly means: readonly number[];
}

/** Details of one column. */
export interface ColumnDetail {
  readonly index: number;
  readonly bars?: Bars;
  /** Percentiles of numbers and dates: values, and the fraction of all values below each. */
  readonly percentiles: readonly { readonly share: number; readonly value: number }[];
  /** The levels of words, the most frequent first. */
  readonly levels: readonly { readonly label: string; readonly count: number }[];
  /** Lines of the first cells without a value. */
  readonly gaps: readonly number[];
  /** The first cells that keep the column from being numbers. */
  readonly odd: readonly { readonly line: number; readonly text: string }[];
  /** The names of the columns of X that it becomes, or the reason why it becomes none. */
  readonly encoded: readonly string[];
  readonly idle: string;
}
