import type { Encoding } from './encodings';
import type { Note } from './note';

export type LineEnd = 'lf' | 'crlf' | 'cr' | 'crcrlf' | 'mixed';

/** How a file is written, as found or as the person said. */
export interface Dialect {
  /** Left out for delimited text; of other formats the members that belong to text are empty. */
  readonly format?: 'json-lines' | 'parquet';
  readonly compression: 'none' | 'gzip' | 'zstd';
  readonly encoding: Encoding;
  readonly byteOrderMark: boolean;
  /** One character; a blank stands for "runs of blanks and tabs". */
  readonly delimiter: string;
  readonly quote: '"' | "'" | '';
  readonly lineEnd: LineEnd;
  readonly header: boolean;
  readonly decimal: '.' | ',';
  /** '' when numbers carry no thousands separator. */
  readonly thousands: '' | ',' | '.' | ' ' | "'";
}

/** `date` is read as days since 1970-01-01 UTC (fractional), `boolean` as 0 and 1. */
export type ColumnKind = 'number' | 'boolean' | 'date' | 'category' | 'text' | 'empty';

export interface ColumnSummary {
  /** 0-based position in the file. */
  readonly index: number;
  /** The header's text, or c1, c2, … without a header. Unique: repeated names get " (2)". */
  readonly name: string;
  readonly kind: ColumnKind;
  /** Left out by versions before. */
  readonly reading?: ColumnReading;
  /** Cells with a value. count + missing = rows. */
  readonly count: number;
  readonly missing: number;
  /** What stood in the missing cells ('' for empty), most frequent first. */
  readonly missingTokens: readonly { readonly token: string; readonly count: number }[];
  /** Cells with something in them that is not of this kind, missing therefore; `line` where it is known, and of several files the `part`. */
  readonly unread?: {
    readonly count: number;
    readonly example: string;
    readonly line?: number;
    readonly part?: string;
  };
  /** Number of distinct values; `distinctCapped` says that counting stopped there. */
  readonly distinct: number;
  readonly distinctCapped: boolean;
  /** Numbers, booleans and dates; absent when count = 0. `sd` divides by count. */
  readonly numeric?: {
    readonly min: number;
    readonly max: number;
    readonly mean: number;
    readonly sd: number;
    readonly sum: number;
  };
  /** Categories: the most frequent levels, at most 50. */
  readonly levels?: readonly { readonly label: string; readonly count: number }[];
  readonly constant: boolean;
  /** Looks like a row number or an ID. */
  readonly identifier: boolean;
  /** The column that says the same in words, row by row, and is used in place of this one. */
  readonly sameAs?: string;
  /** Whether it is a sensible feature by default, and if not, why, in words. */
  readonly usable: boolean;
  readonly reason: string;
}

/** A column that cannot be read, and what it holds: "lists". */
export interface LeftOut {
  readonly name: string;
  readonly what: string;
}

/** What a file holds, read once, whole. */
export interface Inspection {
  readonly file: FileStamp;
  readonly dialect: Dialect;
  readonly rows: number;
  readonly columns: readonly ColumnSummary[];
  readonly notes: readonly Note[];
  readonly leftOut?: readonly LeftOut[];
  /** 0-based index of the column proposed as target: by its name (target, class, price, …), otherwise the last that can be predicted. */
  readonly defaultTarget?: number;
  /** The first rows as text, for a preview. */
  readonly preview: readonly (readonly string[])[];
}

export interface FileStamp {
  readonly name: string;
  /** Absolute path, or '' when the bytes came from a file system without paths. */
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since 1970, 0 when unknown. */
  readonly modified: number;
  /** The files that are read as one table, in their order. Bytes are then those of all, and the time of change is the latest. */
  readonly parts?: readonly PartStamp[];
}

/** One of several files that are one table. */
export interface PartStamp extends Omit<FileStamp, 'parts'> {
  /** Once it has been opened: lines of the parts before it, which are counted on. */
  readonly before?: number;
}

/**
 * Where the bytes are: the path of a file, or of several that are one table, by their folder or by a pattern (docs/data.md). `bytes` is for virtual file systems that only the editor can read; `name` for a path that says nothing. */
export type FileSource =
  | { readonly kind: 'path'; readonly path: string; readonly name?: string }
  | { readonly kind: 'bytes'; readonly name: string; readonly bytes: Uint8Array };

/** What a person may change about reading. Whatever is left out is found out from the file. */
export interface ReadOptions {
  readonly delimiter?: string;
  readonly header?: boolean;
  /** The columns' names in a file whose first row has none, as many as there are columns. */
  readonly names?: readonly string[];
  readonly encoding?: Encoding;
  readonly decimal?: '.' | ',';
  readonly thousands?: Dialect['thousands'];
  readonly quote?: Dialect['quote'];
  /** Tokens that mean "missing", in place of the built-in list and of sentinel detection. Compared after trimming. */
  readonly missing?: readonly string[];
  /** Kinds by column name. */
  readonly kinds?: Readonly<Record<string, Exclude<ColumnKind, 'empty'>>>;
  /** A compressed file is read however large it unzips. The person's word for one file: no model keeps it. */
  readonly acceptExpansion?: boolean;
}

/** How a file is to be read: as a person says, and for the rest like the file that is `frozen`. */
export interface ReadRules extends ReadOptions {
  readonly frozen?: FrozenReading;
  /** Columns, or all, whose numbers have no unit, as an earlier look has shown. */
  readonly undecorated?: readonly string[] | 'all';
  /** Columns of two-letter codes, of which NA is one. */
  readonly levels?: readonly string[];
}

/** How the cells of a column are understood: its kind, and what all of its rows say beside. */
export type ColumnReading =
  /** `standIn`: a number that means "missing" here. `unit`: what stands at numbers: "$", "%", "kg". */
  | { readonly kind: 'number'; readonly standIn?: number; readonly unit?: string }
  /** `guessed`: every date can be read both ways. */
  | { readonly kind: 'date'; readonly monthFirst: boolean; readonly guessed: boolean }
  /** In small letters. */
  | { readonly kind: 'boolean'; readonly words: readonly [no: string, yes: string] }
  /** `byValue`: 1 and 1.0 are one level. `words`: tokens for "missing" that are words here, in small letters: "na". */
  | { readonly kind: 'category' | 'text'; readonly byValue?: boolean; readonly words?: readonly string[] }
  | { readonly kind: 'empty' };

/** A column, and how it is understood. */
export interface NamedReading {
  readonly name: string;
  readonly reading: ColumnReading;
}

/**
 * How the rows were read that a model was fitted with, as far as other files are to be read alike. A file decides for itself only where its cells
 * contradict this beyond doubt.
 */
export interface FrozenReading {
  /** Features, targets and weights. */
  readonly columns: readonly NamedReading[];
  readonly numbers: Pick<Dialect, 'decimal' | 'thousands'>;
  /** Without one, columns are c1, c2, … of other files too. */
  readonly header: boolean;
  /** Of text that could be in several. */
  readonly encoding: Encoding;
}

/** More levels of a target than this are taken for keys or quantities, not for classes. */
export const MAX_CLASSES = 100;

export type MissingPolicy = 'impute' | 'drop';

/** The share of the rows that is held out unless a person says otherwise. */
export const HELD_OUT_SHARE = 0.2;

/**
 * Which rows are held out: a share drawn at random, a second file, or the last share in file order or by a column of numbers or dates.
 * byDefault: nobody asked for it; a file in the order of a date then holds out its last rows in place of random ones.
 */
export type HoldoutRule =
  | { readonly kind: 'fraction'; readonly fraction: number; readonly byDefault?: true }
  | { readonly kind: 'file'; readonly source: FileSource }
  | { readonly kind: 'last'; readonly fraction: number; readonly by?: string; readonly byDefault?: true };

/**
 * How rows are divided into training and held-out rows and into folds. Columns by name or position.
 * group: rows with the same value are never divided. fold: the column says which fold a row is in; whole folds are held out.
 * blocks: a fold is a run of rows that follow each other, in file order or by a column of numbers or dates; the last rows are held out.
 */
export type SplitRule =
  | { readonly kind: 'group' | 'fold'; readonly column: string }
  | { readonly kind: 'blocks'; readonly by?: string };

/** How folds divide n training rows; left out where the draw is free. */
export type RowDivision =
  /** Rows of the same number are in one fold. */
  | { readonly kind: 'together'; readonly unit: Int32Array }
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

/** What a person may change about turning columns into a design. */
export interface DesignOptions {
  /** Name, or 1-based position as a string of digits; '' for methods that take none. */
  readonly target: string;
  /** Further targets, fitted from the same spectrum; names or positions. Not with classes. */
  readonly moreTargets?: readonly string[];
  /**
   * classify: the target's values are classes. Left out, words, yes/no and a single target of two numbers are classified, other numbers are not.
   */
  readonly task?: 'regress' | 'classify';
  /** Column of row weights, above 0 or 0; rows without one are left out. Name or position; never a feature. */
  readonly weights?: string;
  /** Names or 1-based positions; left out: all usable columns but the target. */
  readonly features?: readonly string[];
  /** impute: training mean for numbers, a level of its own for categories. drop: rows with a gap are left out. */
  readonly missing: MissingPolicy;
  /** Most columns of a category: beyond it the rarest levels share one. 30 when left out. */
  readonly maxLevels?: number;
  /** Columns are centred and divided by their training sd (ddof 0). */
  readonly standardise: boolean;
  /** Share of rows held out at random, 0 to 0.9; or a second file with the same columns. */
  readonly holdout: HoldoutRule;
  /** Which rows stay together when they are divided; left out, rows are drawn one by one, copies of each other together. */
  readonly splitBy?: SplitRule;
  readonly seed: number;
  /** A seeded random subsample of at most this many rows is used (before the split). */
  readonly maxRows?: number;
  /** Only rows for which this holds take part: `age > 30 and sex = 'female'` (docs/data.md). A gap makes a comparison neither true nor false. */
  readonly where?: string;
  /** Rows that are left out after the split, so that the others stay on their side of it: "12,40-52", counted from 1. */
  readonly without?: string;
}

/** How the raw columns of a file become the columns of X. Learnt on training rows only; plain JSON; saved with a model. */
export interface Transform {
  readonly inputs: readonly TransformInput[];
  /** Length d: what is subtracted from and what divides each encoded column. 0 and 1 when not standardised. */
  readonly centre: readonly number[];
  readonly scale: readonly number[];
  /** Names of the d encoded columns: "width", "colour=red". */
  readonly names: readonly string[];
  readonly missing: MissingPolicy;
}

/** What a date says: how long ago, when in the year, which day of the week, when in the day. */
export type DatePart = 'trend' | 'season' | 'weekday' | 'hour';

export type TransformInput =
  | {
      readonly kind: 'number' | 'boolean';
      readonly column: string;
      readonly impute: number;
      /** Least and greatest number of the training rows; left out by versions before. */
      readonly range?: readonly [number, number];
      /** boolean only: how the file spells 0 and 1. */
      readonly words?: readonly [string, string];
      /** Gaps have a 0/1 column of their own. */
      readonly missingLevel?: boolean;
    }
  | {
      readonly kind: 'date';
      readonly column: string;
      /** In days. */
      readonly impute: number;
      readonly range?: readonly [number, number];
      /** Left out by models of format 2: the trend alone. */
      readonly parts?: readonly DatePart[];
      readonly missingLevel?: boolean;
    }
  | {
      readonly kind: 'category';
      readonly column: string;
      /** One 0/1 column each, in this order, then that of all others, then that of gaps, where there are such. */
      readonly levels: readonly string[];
      /** Every other level, rare in training or new, has one column together; without it, it is zero in all. */
      readonly otherLevel?: boolean;
      readonly missingLevel: boolean;
    };

/** n×d and column-major, as the linear algebra wants it. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
}

export interface Sample {
  readonly x: Matrix;
  /** The first target, or for classes the codes 0…levels−1 of the level each row has; empty without a target. */
  readonly y: Float64Array;
  /** Further targets, in the order asked for. Empty for classes. */
  readonly more: readonly Float64Array[];
  /** Row weights with mean 1 over the training rows; absent when all are 1. */
  readonly weights?: Float64Array;
  /** 1-based row numbers in the data (header not counted). */
  readonly rows: Uint32Array;
  /** 1-based line of the file where each row begins. */
  readonly lines: Uint32Array;
}

export interface Design {
  /** '' for methods that take none. */
  readonly target: string;
  readonly moreTargets: readonly string[];
  /** The levels of a target that is classified, sorted; those of the training rows. */
  readonly classes?: readonly string[];
  readonly train: Sample;
  /** How the person said that folds divide the rows. */
  readonly division?: RowDivision;
  /** Training rows of the same number are copies of each other (data/copies.ts); left out where there are none. */
  readonly copies?: Int32Array;
  /** Columns that may name groups of rows that belong together, by their names, and the group of each training row. */
  readonly groups?: readonly { readonly column: string; readonly unit: Int32Array }[];
  /** Absent when nothing is held out. */
  readonly holdout?: Sample;
  /** Of a second file that is held out. */
  readonly second?: SecondFile;
  readonly transform: Transform;
  readonly report: DataReport;
  /** Left out of designs that come from no file. */
  readonly source?: DesignSource;
  /** Without a target: what rows can be coloured by, columns named by the person first; of a second file `holdout`. */
  readonly raw?: {
    readonly train: readonly FileColumn[];
    readonly holdout?: readonly FileColumn[];
    /** Columns stand over the rows of the samples, those of the file having been visited and not held. */
    readonly sampled?: true;
  };
}

/** A column as it stands in a file, over all its rows: numbers (dates in days) with NaN, or levels with −1 where a cell is missing. */
export type FileColumn =
  | { readonly name: string; readonly kind: 'number'; readonly values: Float64Array }
  | {
      readonly name: string;
      readonly kind: 'category';
      readonly codes: Int32Array;
      readonly levels: readonly string[];
    };

/** What the report tells of a second file: its rows that are not tested on, and by input how many cells of the others are gaps. */
export interface SecondFile {
  readonly dropped: DataReport['dropped'];
  readonly gaps: Float64Array;
}

/** What was used, dropped, imputed, encoded, and why, in words that can be shown as they stand. */
export interface DataReport {
  /** Rows in the file; rows that take part; rows in training and held out. */
  readonly rows: number;
  readonly used: number;
  readonly train: number;
  readonly holdout: number;
  /** Names of the columns that became features. */
  readonly columns: readonly string[];
  readonly dropped: readonly {
    readonly what: 'column' | 'rows';
    readonly name: string;
    readonly count: number;
    readonly why: string;
  }[];
  readonly imputed: readonly { readonly column: string; readonly cells: number; readonly value: string }[];
  readonly encoded: readonly {
    readonly column: string;
    /** Left out in runs of 0.1.0. */
    readonly kind?: TransformInput['kind'];
    readonly as: string;
    readonly columns: readonly string[];
  }[];
  readonly notes: readonly Note[];
}

/** Where a column stands in a file, and which of its cells have no value. */
export interface ReadColumn {
  readonly name: string;
  /** 0-based. */
  readonly index: number;
  readonly kind: ColumnKind;
  /** Of booleans: no and yes, in small letters. */
  readonly words?: readonly [string, string];
  /** What stood in cells without a value, trimmed. */
  readonly gaps: readonly string[];
}

/** How a file was read, as far as it takes to read the same rows again elsewhere. */
export interface FileReading {
  /** Without its folder. */
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
  readonly dialect: Dialect;
  /** 1-based line where the first row begins. */
  readonly firstLine: number;
  /** Features, targets and weights. */
  readonly columns: readonly ReadColumn[];
  /** What a plain reader of delimited text reads in another way: "quotes that do not pair up". */
  readonly oddity?: string;
}

/** The files of a design, and the column of its weights. */
export interface DesignSource {
  readonly file: FileReading;
  /** The second file, where one is held out. */
  readonly heldOut?: FileReading;
  readonly weights?: string;
}
