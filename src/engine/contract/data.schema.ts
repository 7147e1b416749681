import { CALLOUT } from './callout';
import { ENCODING_NAMES } from './encodings';
import { NOTE } from './note';
import {
  anyOf,
  byHand,
  constant,
  count,
  extended,
  finite,
  flag,
  list,
  named,
  oneOf,
  optional,
  real,
  record,
  type Schema,
  span,
  struct,
  such,
  text,
  textPair,
  texts,
} from './schema';

const YES = byHand<true>({ const: true }, (value) => value === true);
const SEPARATOR = oneOf(['', ',', '.', ' ', "'"]);
const POINT = oneOf(['.', ',']);
const QUOTE = oneOf(['"', "'", '']);
const ENCODING = named('encoding', oneOf(ENCODING_NAMES));

export const LINE_END = oneOf(['lf', 'crlf', 'cr', 'crcrlf', 'mixed']);

export const DIALECT = struct({
  /** Omitted for delimited text; for other formats the members that belong to text are empty. */
  format: optional(oneOf(['json-lines', 'parquet'])),
  compression: oneOf(['none', 'gzip', 'zstd']),
  encoding: ENCODING,
  byteOrderMark: flag(),
  /** The delimiter, one character; a blank stands for runs of blanks and tabs. */
  delimiter: such(text(), ({ length }) => length <= 1),
  quote: QUOTE,
  lineEnd: LINE_END,
  /** True if the first line names the columns. */
  header: flag(),
  decimal: POINT,
  /** The thousands separator; empty if numbers have none. */
  thousands: SEPARATOR,
});

export const COLUMN_KIND = oneOf(['number', 'boolean', 'date', 'category', 'text', 'empty']);

export const DURATION_PARTS = oneOf(['h:m', 'm:s', 'whole']);

export const COLUMN_READING = named(
  'columnReading',
  anyOf(
    struct({
      kind: constant('number'),
      /** A number that means "missing" here. */
      standIn: optional(finite()),
      /** The unit written beside the numbers: "$", "%", "kg". */
      unit: optional(text()),
      /** The cells are durations, read in seconds; and what 12:30 means in them. whole: such cells are none. */
      duration: optional(DURATION_PARTS),
    }),
    struct({
      kind: constant('date'),
      /** True if 3/4/2024 is in March. */
      monthFirst: flag(),
      /** True if every date can be read both ways, so that the order of day and month is a guess. */
      guessed: flag(),
    }),
    struct({
      kind: constant('boolean'),
      /** The words for no and yes, in lower case. */
      words: textPair() as Schema<readonly [no: string, yes: string]>,
    }),
    struct({
      kind: oneOf(['category', 'text']),
      /** True if 1 and 1.0 are one level. */
      byValue: optional(flag()),
      /** Tokens for "missing" that are words in this column, in lower case: "na". */
      words: optional(texts()),
    }),
    struct({ kind: constant('empty') }),
  ),
);

const SOME_CELLS = struct({
  count: count(),
  example: text(),
  /** The line of the example in its file, from 1, if it is known. */
  line: optional(count()),
  /** The file of the example, if several files are read as one table. */
  part: optional(text()),
});

export const COLUMN_SUMMARY = struct({
  /** The column's 0-based position in the file. */
  index: count(),
  /** The header's text, or c1, c2, … without a header. Unique: repeated names get " (2)". */
  name: text(),
  kind: COLUMN_KIND,
  /** How the cells are read; omitted by earlier versions. */
  reading: optional(COLUMN_READING),
  /** The number of cells with a value. count + missing = rows. */
  count: count(),
  missing: count(),
  /** The tokens in the missing cells ('' for empty), most frequent first. */
  missingTokens: list(struct({ token: text(), count: count() })),
  /** Cells whose text is not of this kind, so that they count as missing. */
  unread: optional(SOME_CELLS),
  /** Cells of which only a limit is known, "<0.5", and which are read as this; omitted if there are none. */
  limits: optional(SOME_CELLS),
  /** Numbers without the % that others of the column have; omitted if there are none. */
  withoutPercent: optional(count()),
  /** Number of distinct values. */
  distinct: count(),
  /** True if counting stopped at that number. */
  distinctCapped: flag(),
  /** Statistics of numbers, of booleans as 0 and 1, and of dates in days since 1970; omitted if count = 0. `sd` divides by count. */
  numeric: optional(struct({ min: real, max: real, mean: real, sd: real, sum: real })),
  /** For categories, the most frequent levels, at most 50. */
  levels: optional(list(struct({ label: text(), count: count() }))),
  constant: flag(),
  /** True if the column looks like a row number or an ID. */
  identifier: flag(),
  /** The column that has the same information in words, row by row, and is used in place of this one. */
  sameAs: optional(text()),
  /** True if the column is a sensible feature by default. */
  usable: flag(),
  /** The reason, in words, if the column is not usable. */
  reason: text(),
});

export const LEFT_OUT = struct({
  name: text(),
  /** The contents of the column: "lists". */
  what: text(),
});

const ONE_FILE = struct({
  name: text(),
  /** The absolute path, or '' if the bytes came from a file system without paths. */
  path: text(),
  bytes: finite(),
  /** The time of the last change in milliseconds since 1970; 0 if unknown. */
  modified: finite(),
});

export const PART_STAMP = extended(ONE_FILE, {
  /** The number of lines in the parts before this one, from which its lines are counted on; known once it has been opened. */
  before: optional(finite()),
});

export const FILE_STAMP = extended(ONE_FILE, {
  /** The files that are read as one table, in their order. `bytes` is then their total, and `modified` the latest time of change. */
  parts: optional(list(PART_STAMP)),
});

export const INSPECTION = struct({
  file: FILE_STAMP,
  dialect: DIALECT,
  rows: count(),
  columns: list(COLUMN_SUMMARY),
  notes: list(NOTE),
  /** What should be known of the file, as it is told to those who look at it; a run has its own. */
  callouts: optional(list(CALLOUT)),
  /** Columns that cannot be read. */
  leftOut: optional(list(LEFT_OUT)),
  /** 0-based index of the column whose name says that it is the target (target, survived, price, …); omitted where no name decides. */
  defaultTarget: optional(count()),
  /** The first rows as text, for a preview. */
  preview: list(texts()),
});

/** A column that could be the target, and what was measured of it on a sample of rows. */
export const TARGET_CANDIDATE = struct({
  /** The column's 0-based position in the file. */
  index: count(),
  name: text(),
  /**
   * named: its name says so, and a fit without a target takes it. explained: measured. unmeasured: could be predicted, but was not looked at.
   * copy: nearly a copy of another column. unfit: an ID, a date, a constant, free text.
   */
  standing: oneOf(['named', 'explained', 'unmeasured', 'copy', 'unfit']),
  /** The share of its variance, of words their Gini impurity, that a ridge regression on the other columns explains on rows left out. */
  explained: optional(finite()),
  /** In words. */
  reason: text(),
});

export const FILE_SOURCE = anyOf(
  struct({ kind: constant('path'), path: text(), name: optional(text()) }),
  struct({
    kind: constant('bytes'),
    name: text(),
    bytes: byHand<Uint8Array>({ type: 'array' }, (value) => value instanceof Uint8Array),
  }),
);

export const READ_OPTIONS = struct({
  /** The delimiter, one character. */
  delimiter: optional(such(text(), ({ length }) => length === 1)),
  header: optional(flag()),
  /** The columns' names in a file whose first row does not name them, as many as there are columns. */
  names: optional(texts()),
  encoding: optional(ENCODING),
  decimal: optional(POINT),
  thousands: optional(SEPARATOR),
  quote: optional(QUOTE),
  /** Tokens that mean "missing", in place of the built-in list and of sentinel detection. Compared after trimming. */
  missing: optional(texts()),
  /** The kinds of columns, by column name. */
  kinds: optional(record(oneOf(['number', 'boolean', 'date', 'category', 'text']))),
  /** True if a compressed file is to be read however large it unzips. A person's permission for one file: no model stores it. */
  acceptExpansion: optional(flag()),
});

export const NAMED_READING = struct({ name: text(), reading: COLUMN_READING });

export const FROZEN_READING = struct({
  /** The columns of features, targets and weights. */
  columns: list(NAMED_READING),
  numbers: struct({ decimal: POINT, thousands: SEPARATOR }),
  /** True if the file has a header; without one, columns of other files too are c1, c2, …. */
  header: flag(),
  /** The encoding, for text that could be in several. */
  encoding: ENCODING,
});

export const MISSING_POLICY = oneOf(['impute', 'drop']);

export const HOLDOUT_RULE = anyOf(
  struct({ kind: constant('fraction'), fraction: finite(), byDefault: optional(YES) }),
  struct({ kind: constant('file'), source: FILE_SOURCE }),
  struct({ kind: constant('last'), fraction: finite(), by: optional(text()), byDefault: optional(YES) }),
);

export const SPLIT_RULE = anyOf(
  struct({ kind: oneOf(['group', 'fold']), column: text() }),
  struct({ kind: constant('blocks'), by: optional(text()) }),
  /** Rows that agree in all of these columns, which stay features. */
  struct({ kind: constant('settings'), columns: texts() }),
);

export const DESIGN_OPTIONS = struct({
  /** The target column: its name, or its 1-based position as a string of digits; '' for methods that take none. */
  target: text(),
  /** Further targets, fitted from the same spectrum; names or positions. Not allowed with classes. */
  moreTargets: optional(texts()),
  /** classify: the target's values are classes. If omitted, only words, yes/no and a single target of two numbers are classified. */
  task: optional(oneOf(['regress', 'classify'])),
  /** The column of row weights, which are 0 or above; rows without a weight are left out. Name or position; never a feature. */
  weights: optional(text()),
  /** The feature columns by name or 1-based position; if omitted, all usable columns but the target. */
  features: optional(texts()),
  /** impute: training mean for numbers, a level of its own for categories. drop: rows with a gap are left out. */
  missing: MISSING_POLICY,
  /** The most columns that a category becomes: its rarest levels beyond it share one. 30 if omitted. */
  maxLevels: optional(count()),
  /** True if columns are centred and divided by their training sd (ddof 0). */
  standardise: flag(),
  /** The fraction of rows held out at random, 0 to 0.9; or a second file with the same columns; or the last rows. */
  holdout: HOLDOUT_RULE,
  /** Which rows stay together when they are divided; if omitted, rows are drawn one by one, with copies of each other together. */
  splitBy: optional(SPLIT_RULE),
  seed: count(),
  /** The most rows to use: a seeded random subsample of this many, drawn before the split. */
  maxRows: optional(count()),
  /**
   * Only rows that meet this condition take part: `age > 30 and sex = 'female'` (docs/data.md). Comparisons with a gap are neither true nor
   * false.
   */
  where: optional(text()),
  /** Rows that are left out after the split, so that the others stay in training or held out: "12,40-52", counted from 1. */
  without: optional(text()),
});

export const DATE_PART = oneOf(['trend', 'season', 'weekday', 'hour']);

export const TRANSFORM_INPUT = anyOf(
  struct({
    kind: oneOf(['number', 'boolean']),
    column: text(),
    /** The value used if the cell is missing. */
    impute: finite(),
    /** The least and the greatest number in the training rows; omitted by earlier versions. */
    range: optional(span()),
    /** boolean only: the words of the file for 0 and 1. */
    words: optional(textPair()),
    /** True if gaps have a 0/1 column of their own. */
    missingLevel: optional(flag()),
  }),
  struct({
    kind: constant('date'),
    column: text(),
    /** The value used if the cell is missing, in days since 1970. */
    impute: finite(),
    range: optional(span()),
    /** The parts of the date that are used; omitted by models of format 2, which use the trend alone. */
    parts: optional(such(list(DATE_PART), (parts) => parts.length > 0 && new Set(parts).size === parts.length)),
    missingLevel: optional(flag()),
  }),
  struct({
    kind: constant('category'),
    column: text(),
    /** Levels with one 0/1 column each, in this order, followed by the columns for all other levels and for gaps, if there are any. */
    levels: texts(),
    /** True if all other levels, rare in training or new, share one column; otherwise such a level is zero in all columns. */
    otherLevel: optional(flag()),
    missingLevel: flag(),
  }),
);

export const DATA_REPORT = struct({
  /** The number of rows in the file. */
  rows: count(),
  /** The number of rows that take part. */
  used: count(),
  train: count(),
  holdout: count(),
  /** Names of the columns that became features. */
  columns: texts(),
  /** Columns and rows that take no part, and why. */
  dropped: list(struct({ what: oneOf(['column', 'rows']), name: text(), count: count(), why: text() })),
  /** Gaps that were filled, and with what. */
  imputed: list(struct({ column: text(), cells: count(), value: text() })),
  /** Columns of the file, and the encoded ones that they became. */
  encoded: list(
    struct({
      column: text(),
      /** The kind of the column; omitted in runs of 0.1.0. */
      kind: optional(oneOf(['number', 'boolean', 'date', 'category'])),
      as: text(),
      columns: texts(),
    }),
  ),
  notes: list(NOTE),
});

export const READ_COLUMN = struct({
  name: text(),
  /** The column's 0-based position in the file. */
  index: count(),
  kind: COLUMN_KIND,
  /** For booleans, the words for no and yes, in lower case. */
  words: optional(textPair()),
  /** The texts in cells without a value, trimmed. */
  gaps: texts(),
});

export const FILE_READING = struct({
  /** The file's name without its folder. */
  name: text(),
  bytes: count(),
  rows: count(),
  dialect: DIALECT,
  /** The 1-based line at which the first row begins. */
  firstLine: such(count(), (line) => line > 0),
  /** The columns of features, targets and weights. */
  columns: list(READ_COLUMN),
  /** The property of the file that a plain reader of delimited text reads in another way: "quotes that do not pair up". */
  oddity: optional(text()),
});
