import { CALLOUT } from './callout';
import { ENCODING_NAMES } from './encodings';
import { NOTE } from './note';
import * as s from './schema';

const YES = s.byHand<true>({ const: true }, (value) => value === true);
const SEPARATOR = s.oneOf(['', ',', '.', ' ', "'"]);
const POINT = s.oneOf(['.', ',']);
const QUOTE = s.oneOf(['"', "'", '']);
const ENCODING = s.named('encoding', s.oneOf(ENCODING_NAMES));

export const LINE_END = s.oneOf(['lf', 'crlf', 'cr', 'crcrlf', 'mixed']);

export const DIALECT = s.struct({
  /** Omitted for delimited text; for other formats the members that belong to text are empty. */
  format: s.optional(s.oneOf(['json-lines', 'parquet'])),
  compression: s.oneOf(['none', 'gzip', 'zstd']),
  encoding: ENCODING,
  byteOrderMark: s.flag(),
  /** The delimiter, one character; a blank stands for runs of blanks and tabs. */
  delimiter: s.such(s.text(), ({ length }) => length <= 1),
  quote: QUOTE,
  lineEnd: LINE_END,
  /** True if the first line names the columns. */
  header: s.flag(),
  decimal: POINT,
  /** The thousands separator; empty if numbers have none. */
  thousands: SEPARATOR,
});

export const COLUMN_KIND = s.oneOf(['number', 'boolean', 'date', 'category', 'text', 'empty']);

export const DURATION_PARTS = s.oneOf(['h:m', 'm:s', 'whole']);

export const COLUMN_READING = s.named(
  'columnReading',
  s.anyOf(
    s.struct({
      kind: s.constant('number'),
      /** A number that means "missing" here. */
      standIn: s.optional(s.finite()),
      /** The unit written beside the numbers: "$", "%", "kg"; "1" if 1.2M and the like are multiplied out. */
      unit: s.optional(s.text()),
      /** True if some numbers of the training rows have no unit. */
      partly: s.optional(YES),
      /**
       * True if the cells also have other units that are powers of ten of this one; their numbers are converted to this
       * one.
       */
      scaled: s.optional(YES),
      /**
       * If the cells are durations, which are read in seconds, the meaning of 12:30 in them. whole: there are no such
       * cells.
       */
      duration: s.optional(DURATION_PARTS),
      /** The values are the natural logarithms of the numbers in the cells, and the column is called ln(its name in the file). */
      logarithm: s.optional(YES),
    }),
    s.struct({
      kind: s.constant('date'),
      /** True if 3/4/2024 is in March. */
      monthFirst: s.flag(),
      /** True if every date can be read both ways, so that the order of day and month is a guess. */
      guessed: s.flag(),
      /** True if the cells are times of day without a date. */
      clock: s.optional(YES),
    }),
    s.struct({
      kind: s.constant('boolean'),
      /** The words for no and yes, in lower case. */
      words: s.textPair() as s.Schema<readonly [no: string, yes: string]>,
    }),
    s.struct({
      kind: s.oneOf(['category', 'text']),
      /** True if 1 and 1.0 are one level. */
      byValue: s.optional(s.flag()),
      /** Tokens for "missing" that are words in this column, in lower case: "na". */
      words: s.optional(s.texts()),
    }),
    s.struct({ kind: s.constant('empty') }),
  ),
);

const SOME_CELLS = s.struct({
  count: s.natural(),
  example: s.text(),
  /** The line of the example in its file, from 1, if it is known. */
  line: s.optional(s.natural()),
  /** The file of the example, if several files are read as one table. */
  part: s.optional(s.text()),
});

export const COLUMN_SUMMARY = s.struct({
  /** The column's 0-based position in the file. */
  index: s.natural(),
  /** The header's text, or c1, c2, … without a header. Unique: repeated names get " (2)". */
  name: s.text(),
  kind: COLUMN_KIND,
  /** How the cells are read; omitted by earlier versions. */
  reading: s.optional(COLUMN_READING),
  /** The number of cells with a value. count + missing = rows. */
  count: s.natural(),
  missing: s.natural(),
  /** The tokens in the missing cells ('' for empty), most frequent first. */
  missingTokens: s.list(s.struct({ token: s.text(), count: s.natural() })),
  /** Cells whose text is not of this kind, so that they count as missing. */
  unread: s.optional(SOME_CELLS),
  /** Cells of which only a limit is known, "<0.5", and which are read as this; omitted if there are none. */
  limits: s.optional(SOME_CELLS),
  /** Numbers without the % that others of the column have, or the unit of all training rows; omitted if there are none. */
  withoutUnit: s.optional(s.natural()),
  /** Number of distinct values. */
  distinct: s.natural(),
  /** True if counting stopped at that number. */
  distinctCapped: s.flag(),
  /** Statistics of numbers, of booleans as 0 and 1, and of dates in days since 1970; omitted if count = 0. `sd` divides by count. */
  numeric: s.optional(s.struct({ min: s.real, max: s.real, mean: s.real, sd: s.real, sum: s.real })),
  /** For categories, the most frequent levels, at most 50. */
  levels: s.optional(s.list(s.struct({ label: s.text(), count: s.natural() }))),
  constant: s.flag(),
  /** True if the column looks like a row number or an ID. */
  identifier: s.flag(),
  /** The column that has the same information in words, row by row, and is used in place of this one. */
  sameAs: s.optional(s.text()),
  /** True if the column is a sensible feature by default. */
  usable: s.flag(),
  /** The reason, in words, if the column is not usable. */
  reason: s.text(),
});

export const LEFT_OUT = s.struct({
  name: s.text(),
  /** The contents of the column: "lists". */
  what: s.text(),
});

const ONE_FILE = s.struct({
  name: s.text(),
  /** The absolute path, or '' if the bytes came from a file system without paths. */
  path: s.text(),
  bytes: s.finite(),
  /** The time of the last change in milliseconds since 1970; 0 if unknown. */
  modified: s.finite(),
});

export const PART_STAMP = s.extended(ONE_FILE, {
  /** The number of lines in the parts before this one, from which its lines are counted on; known once it has been opened. */
  before: s.optional(s.finite()),
});

export const FILE_STAMP = s.extended(ONE_FILE, {
  /** The files that are read as one table, in their order. `bytes` is then their total, and `modified` the latest time of change. */
  parts: s.optional(s.list(PART_STAMP)),
});

export const TOTALS = s.struct({
  /** Numbers of the rows, counted from 1. */
  rows: s.indices(),
  /** 0-based index of the column whose words mark these rows, and the words; omitted and empty if there is none. */
  column: s.optional(s.natural()),
  levels: s.texts(),
});

export const INSPECTION = s.struct({
  file: FILE_STAMP,
  dialect: DIALECT,
  rows: s.natural(),
  columns: s.list(COLUMN_SUMMARY),
  notes: s.list(NOTE),
  /** Callouts about the file, for those who inspect it; a run has its own. */
  callouts: s.optional(s.list(CALLOUT)),
  /** Columns that cannot be read. */
  leftOut: s.optional(s.list(LEFT_OUT)),
  /** Rows that are sums or means of others; omitted if there are none. */
  totals: s.optional(TOTALS),
  /**
   * 0-based index of the column whose name says that it is the target (target, survived, price, …); omitted if no name
   * decides.
   */
  defaultTarget: s.optional(s.natural()),
  /** The first rows as text, for a preview. */
  preview: s.list(s.texts()),
});

/** A column that could be the target, and the measurements of it on a sample of rows. */
export const TARGET_CANDIDATE = s.struct({
  /** The column's 0-based position in the file. */
  index: s.natural(),
  name: s.text(),
  /**
   * named: its name says so, and a fit without a target takes it. explained: measured. unmeasured: could be predicted, but was not looked at.
   * copy: nearly a copy of another column. unfit: an ID, a date, a constant, free text.
   */
  standing: s.oneOf(['named', 'explained', 'unmeasured', 'copy', 'unfit']),
  /**
   * The fraction of its variance (for words, of their Gini impurity) that a ridge regression on the other columns
   * explains on rows left out.
   */
  explained: s.optional(s.finite()),
  /** The reason for its place, in words. */
  reason: s.text(),
});

export const FILE_SOURCE = s.anyOf(
  s.struct({ kind: s.constant('path'), path: s.text(), name: s.optional(s.text()) }),
  s.struct({
    kind: s.constant('bytes'),
    name: s.text(),
    bytes: s.byHand<Uint8Array>({ type: 'array' }, (value) => value instanceof Uint8Array),
  }),
);

export const READ_OPTIONS = s.struct({
  /** The delimiter, one character. */
  delimiter: s.optional(s.such(s.text(), ({ length }) => length === 1)),
  header: s.optional(s.flag()),
  /** The columns' names in a file whose first row does not name them, as many as there are columns. */
  names: s.optional(s.texts()),
  encoding: s.optional(ENCODING),
  decimal: s.optional(POINT),
  thousands: s.optional(SEPARATOR),
  quote: s.optional(QUOTE),
  /** Tokens that mean "missing", instead of the built-in list and of sentinel detection. Compared after trimming. */
  missing: s.optional(s.texts()),
  /** The kinds of columns, by column name. */
  kinds: s.optional(s.record(s.oneOf(['number', 'boolean', 'date', 'category', 'text']))),
  /** True if a compressed file is to be read however large it unzips. A person's permission for one file: no model stores it. */
  acceptExpansion: s.optional(s.flag()),
});

export const NAMED_READING = s.struct({ name: s.text(), reading: COLUMN_READING });

export const FROZEN_READING = s.struct({
  /** The columns of features, targets and weights. */
  columns: s.list(NAMED_READING),
  numbers: s.struct({ decimal: POINT, thousands: SEPARATOR }),
  /** True if the file has a header; without one, columns of other files too are c1, c2, …. */
  header: s.flag(),
  /** The encoding, for text that could be in several. */
  encoding: ENCODING,
});

export const MISSING_POLICY = s.oneOf(['impute', 'drop']);

export const HOLDOUT_RULE = s.anyOf(
  s.struct({ kind: s.constant('fraction'), fraction: s.finite(), byDefault: s.optional(YES) }),
  s.struct({ kind: s.constant('file'), source: FILE_SOURCE }),
  s.struct({ kind: s.constant('last'), fraction: s.finite(), by: s.optional(s.text()), byDefault: s.optional(YES) }),
);

export const SPLIT_RULE = s.anyOf(
  s.struct({ kind: s.oneOf(['group', 'fold']), column: s.text() }),
  s.struct({ kind: s.constant('blocks'), by: s.optional(s.text()) }),
  /** Rows that agree in all of these columns, which stay features. */
  s.struct({ kind: s.constant('settings'), columns: s.texts() }),
);

export const DESIGN_OPTIONS = s.struct({
  /** The target column: its name, or its 1-based position as a string of digits; '' for methods that take none. */
  target: s.text(),
  /** Further targets, fitted from the same spectrum; names or positions. Not allowed with classes. */
  moreTargets: s.optional(s.texts()),
  /** classify: the target's values are classes. If omitted, only words, yes/no and a single target of two numbers are classified. */
  task: s.optional(s.oneOf(['regress', 'classify'])),
  /** The column of row weights, which are 0 or above; rows without a weight are left out. Name or position; never a feature. */
  weights: s.optional(s.text()),
  /** The feature columns by name or 1-based position; if omitted, all usable columns but the target. */
  features: s.optional(s.texts()),
  /** impute: training mean for numbers, a separate level for categories. drop: rows with a gap are left out. */
  missing: MISSING_POLICY,
  /** The most columns that a category becomes: its rarest levels beyond it share one. 30 if omitted. */
  maxLevels: s.optional(s.natural()),
  /** True if columns are centred and divided by their training sd (ddof 0). */
  standardise: s.flag(),
  /** The fraction of rows held out at random, 0 to 0.9; or a second file with the same columns; or the last rows. */
  holdout: HOLDOUT_RULE,
  /** Which rows stay together when they are divided; if omitted, rows are drawn one by one, with copies of each other together. */
  splitBy: s.optional(SPLIT_RULE),
  seed: s.natural(),
  /** The most rows to use: a seeded random subsample of this many, drawn before the split. */
  maxRows: s.optional(s.natural()),
  /**
   * Only rows that meet this condition take part: `age > 30 and sex = 'female'` (docs/data.md). Comparisons with a gap are neither true nor
   * false.
   */
  where: s.optional(s.text()),
  /** Rows that are left out after the split, so that the others stay in training or held out: "12,40-52", counted from 1. */
  without: s.optional(s.text()),
});

export const DATE_PART = s.oneOf(['trend', 'season', 'weekday', 'hour']);

export const TRANSFORM_INPUT = s.anyOf(
  s.struct({
    kind: s.oneOf(['number', 'boolean']),
    column: s.text(),
    /** The value used if the cell is missing. */
    impute: s.finite(),
    /** The lowest and the highest number in the training rows; omitted by earlier versions. */
    range: s.optional(s.span()),
    /** boolean only: the words of the file for 0 and 1. */
    words: s.optional(s.textPair()),
    /** True if gaps have a 0/1 column of their own. */
    missingLevel: s.optional(s.flag()),
  }),
  s.struct({
    kind: s.constant('date'),
    column: s.text(),
    /** The value used if the cell is missing, in days since 1970. */
    impute: s.finite(),
    range: s.optional(s.span()),
    /** The parts of the date that are used; omitted by models of format 2, which use the trend alone. */
    parts: s.optional(s.such(s.list(DATE_PART), (parts) => parts.length > 0 && new Set(parts).size === parts.length)),
    missingLevel: s.optional(s.flag()),
  }),
  s.struct({
    kind: s.constant('category'),
    column: s.text(),
    /** Levels with one 0/1 column each, in this order, followed by the columns for all other levels and for gaps, if there are any. */
    levels: s.texts(),
    /** True if all other levels, rare in training or new, share one column; otherwise such a level is zero in all columns. */
    otherLevel: s.optional(s.flag()),
    /** The fraction of rows like those of training that have one of these; omitted by earlier versions. */
    others: s.optional(s.finite()),
    missingLevel: s.flag(),
  }),
);

export const DATA_REPORT = s.struct({
  /** The number of rows in the file. */
  rows: s.natural(),
  /** The number of rows that take part. */
  used: s.natural(),
  train: s.natural(),
  holdout: s.natural(),
  /** Names of the columns that became features. */
  columns: s.texts(),
  /** Columns and rows that take no part, with the reasons. */
  dropped: s.list(s.struct({ what: s.oneOf(['column', 'rows']), name: s.text(), count: s.natural(), why: s.text() })),
  /** Gaps that were filled, and the values that fill them. */
  imputed: s.list(s.struct({ column: s.text(), cells: s.natural(), value: s.text() })),
  /** Columns of the file, and the encoded ones that they became. */
  encoded: s.list(
    s.struct({
      column: s.text(),
      /** The kind of the column; omitted in runs of 0.1.0. */
      kind: s.optional(s.oneOf(['number', 'boolean', 'date', 'category'])),
      as: s.text(),
      columns: s.texts(),
    }),
  ),
  notes: s.list(NOTE),
});

export const READ_COLUMN = s.struct({
  name: s.text(),
  /** The column's 0-based position in the file. */
  index: s.natural(),
  kind: COLUMN_KIND,
  /** For booleans, the words for no and yes, in lower case. */
  words: s.optional(s.textPair()),
  /** The texts in cells without a value, trimmed. */
  gaps: s.texts(),
});

export const FILE_READING = s.struct({
  /** The file's name without its folder. */
  name: s.text(),
  bytes: s.natural(),
  rows: s.natural(),
  dialect: DIALECT,
  /** The 1-based line at which the first row begins. */
  firstLine: s.such(s.natural(), (line) => line > 0),
  /** The columns of features, targets and weights. */
  columns: s.list(READ_COLUMN),
  /** The property of the file that a plain reader of delimited text reads in another way: "quotes that do not pair up". */
  oddity: s.optional(s.text()),
});
