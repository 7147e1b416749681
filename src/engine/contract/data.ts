import type { Callout } from './callout';
import type {
  COLUMN_KIND,
  COLUMN_READING,
  COLUMN_SUMMARY,
  DATA_REPORT,
  DATE_PART,
  DESIGN_OPTIONS,
  DIALECT,
  DURATION_PARTS,
  FILE_READING,
  FILE_SOURCE,
  FILE_STAMP,
  FROZEN_READING,
  HOLDOUT_RULE,
  INSPECTION,
  LEFT_OUT,
  LINE_END,
  NAMED_READING,
  PART_STAMP,
  READ_COLUMN,
  READ_OPTIONS,
  SPLIT_RULE,
  TARGET_CANDIDATE,
  TOTALS,
  TRANSFORM_INPUT,
} from './data.schema';
import type { MATRIX, READ_RULES, TRANSFORM } from './model.schema';
import type { Of } from './schema';

export type LineEnd = Of<typeof LINE_END>;

/** The format of a file, as detected or as the person said. */
export interface Dialect extends Of<typeof DIALECT> {}

/** `date` is read as days since 1970-01-01 UTC (fractional), `boolean` as 0 and 1. */
export type ColumnKind = Of<typeof COLUMN_KIND>;

export interface ColumnSummary extends Of<typeof COLUMN_SUMMARY> {}

/** A column that cannot be read, and its contents: "lists". */
export interface UnreadableColumn extends Of<typeof LEFT_OUT> {}

/** The contents of a file, summarised in one pass over all of it. */
export interface Inspection extends Of<typeof INSPECTION> {}
export interface Totals extends Of<typeof TOTALS> {}

/** A column that could be the target, with the reason for its place in the order. */
export interface TargetCandidate extends Of<typeof TARGET_CANDIDATE> {}

export interface FileStamp extends Of<typeof FILE_STAMP> {}

/** One of several files that are one table. */
export interface PartStamp extends Of<typeof PART_STAMP> {}

/**
 * The place of the data: the path of a file, or of several that are one table, by their folder or by a pattern (docs/data.md). `bytes` is for
 * virtual file systems that only the editor can read; `name` is for a path that says nothing.
 */
export type FileSource = Of<typeof FILE_SOURCE>;

/** The choices that a person may make about reading. All that are omitted are detected from the file. */
export interface ReadOptions extends Of<typeof READ_OPTIONS> {}

/** The rules for reading a file: the person's choices and, for the rest, the reading of the file that is `frozen`. */
export interface ReadRules extends Of<typeof READ_RULES> {}

/** How the cells of a column are understood: its kind, and the properties that all of its rows share. */
export type ColumnReading = Of<typeof COLUMN_READING>;

/**
 * The meaning of 12:30 in a column of durations: hours and minutes, minutes and seconds, or none, if no cell of the
 * training rows is written so.
 */
export type DurationParts = Of<typeof DURATION_PARTS>;

/** A column, and how it is understood. */
export interface NamedReading extends Of<typeof NAMED_READING> {}

/**
 * How the rows that a model was fitted to were read, as far as other files are to be read in the same way. A file
 * deviates from it only if its cells contradict it beyond doubt.
 */
export interface FrozenReading extends Of<typeof FROZEN_READING> {}

/** A target with more levels than this is taken for keys or quantities, not for classes. */
export const MAX_CLASSES = 100;

/** The fraction of the rows that is held out unless a person says otherwise. */
export const HELD_OUT_SHARE = 0.2;

/**
 * Fewer held-out rows say little about others: if fewer would be drawn and nobody asked for it, none are, and each row
 * is left out in turn.
 */
export const LEAST_HELD_OUT = 10;

/**
 * The choice of held-out rows: a fraction drawn at random, a second file, or the last fraction in file order or by a
 * column of numbers or dates. byDefault: nobody asked for it; a file in the order of a date then holds out its last
 * rows instead of random ones, and from few rows none are drawn.
 */
export type HoldoutRule = Of<typeof HOLDOUT_RULE>;

/**
 * How rows are divided into training and held-out rows and into folds. Columns by name or position.
 * group: rows with the same value are never divided. fold: the column says which fold a row is in; whole folds are held out.
 * blocks: a fold is a run of rows that follow each other, in file order or by a column of numbers or dates; the last rows are held out.
 */
export type SplitRule = Of<typeof SPLIT_RULE>;

/** How folds divide n training rows; omitted if rows may be drawn freely. */
export type RowDivision =
  /** Rows of the same number are in one fold. `heldOut`: the numbers of the rows that were held out in the same way. */
  | { readonly kind: 'together'; readonly unit: Int32Array; readonly heldOut?: Int32Array }
  /** The fold of each row, 0…count−1. */
  | { readonly kind: 'given'; readonly fold: Uint16Array; readonly count: number }
  /** Positions of the rows in the order that is cut into folds. */
  | { readonly kind: 'blocks'; readonly order: Uint32Array };

/** Rows divided into folds. */
export interface Folds {
  /** The fold of each row (n), 0…count−1. */
  readonly of: Uint16Array;
  readonly count: number;
}

/** The choices that a person may make about turning columns into a design. */
export interface DesignOptions extends Of<typeof DESIGN_OPTIONS> {}

/**
 * The rules that turn the raw columns of a file into the columns of X. Learnt on training rows only; plain JSON; saved
 * with a model.
 */
export interface Transform extends Of<typeof TRANSFORM> {}

/** The parts of a date: how long ago, when in the year, which day of the week, when in the day. */
export type DatePart = Of<typeof DATE_PART>;

export type TransformInput = Of<typeof TRANSFORM_INPUT>;

/** An n×d matrix, column-major, as the linear algebra needs it. */
export interface Matrix extends Of<typeof MATRIX> {}

export interface Sample {
  readonly x: Matrix;
  /** The first target, or for classes the code 0…levels−1 of each row's level; empty without a target. */
  readonly y: Float64Array;
  /** Further targets, in the order requested. Empty for classes. */
  readonly more: readonly Float64Array[];
  /** Row weights with mean 1 over the training rows; absent when all are 1. */
  readonly weights?: Float64Array;
  /** 1-based row numbers in the data (header not counted). */
  readonly rows: Uint32Array;
  /** 1-based line of the file where each row begins. */
  readonly lines: Uint32Array;
}

export interface Design {
  /** The target column; '' for methods that take none. */
  readonly target: string;
  readonly moreTargets: readonly string[];
  /** The levels of a target that is classified, sorted; those in the training rows. */
  readonly classes?: readonly string[];
  readonly train: Sample;
  /** How folds divide the rows, if the person said so. */
  readonly division?: RowDivision;
  /** Training rows with the same number are copies of each other (data/copies.ts); omitted if there are none. */
  readonly copies?: Int32Array;
  /** Columns that may name groups of rows that belong together, by their names, and the group of each training row. */
  readonly groups?: readonly { readonly column: string; readonly unit: Int32Array }[];
  /** The held-out rows; absent if nothing is held out. */
  readonly holdout?: Sample;
  /** The second file, if one is held out. */
  readonly second?: SecondFile;
  readonly transform: Transform;
  readonly report: DataReport;
  /** Callouts about the file, the target and the held-out rows; omitted for designs that come from no file. */
  readonly callouts?: readonly Callout[];
  /** The files that the design was read from; omitted for designs that come from no file. */
  readonly source?: DesignSource;
  /** Without a target, the columns that rows can be coloured by, those named by the person first; `holdout` is for a second file. */
  readonly raw?: {
    readonly train: readonly FileColumn[];
    readonly holdout?: readonly FileColumn[];
    /** True if columns cover only the rows of the samples, as the rows of the file were streamed and not held. */
    readonly sampled?: true;
  };
}

/** A column as the file has it, over all its rows: numbers (dates in days) with NaN, or levels with −1 if a cell is missing. */
export type FileColumn =
  | { readonly name: string; readonly kind: 'number'; readonly values: Float64Array }
  | {
      readonly name: string;
      readonly kind: 'category';
      readonly codes: Int32Array;
      readonly levels: readonly string[];
    };

/** The report's numbers for a second file: its rows that are not tested on, and for each input how many cells of the other rows are gaps. */
export interface SecondFile {
  readonly dropped: DataReport['dropped'];
  readonly gaps: Float64Array;
}

/** The columns and rows that were used, dropped, imputed and encoded, and why, in words that can be shown unchanged. */
export interface DataReport extends Of<typeof DATA_REPORT> {}

/** The position of a column in a file, and the texts of its cells that have no value. */
export interface ReadColumn extends Of<typeof READ_COLUMN> {}

/** How a file was read, as far as it is needed to read the same rows again elsewhere. */
export interface FileReading extends Of<typeof FILE_READING> {}

/** The files of a design, and the column of its weights. */
export interface DesignSource {
  readonly file: FileReading;
  /** The second file, if one is held out. */
  readonly heldOut?: FileReading;
  readonly weights?: string;
}

/** The source of data, without a copy of the data. */
export const bareSource = (source: FileSource): FileSource =>
  source.kind === 'path' ? source : { kind: 'bytes', name: source.name, bytes: new Uint8Array() };

/** The design options, without a copy of a held-out file's data. */
export const bareDesign = (design: DesignOptions): DesignOptions =>
  design.holdout.kind === 'file'
    ? { ...design, holdout: { kind: 'file', source: bareSource(design.holdout.source) } }
    : design;

/**
 * True if the values of a target are classes: as the task says, otherwise for words, yes and no, and a number with two values. Classes can only
 * be a single target, so that a number among `several` targets stays one.
 */
export function isClassified(
  { kind, distinct, distinctCapped }: Pick<ColumnSummary, 'kind' | 'distinct' | 'distinctCapped'>,
  task: DesignOptions['task'],
  several = false,
): boolean {
  if (task !== undefined) return task === 'classify';
  if (kind === 'number') return !several && distinct === 2 && !distinctCapped;
  return kind === 'category' || kind === 'text' || kind === 'boolean';
}
