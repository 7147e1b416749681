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
  /** Left out for delimited text; of other formats the members that belong to text are empty. */
  format: optional(oneOf(['json-lines', 'parquet'])),
  compression: oneOf(['none', 'gzip', 'zstd']),
  encoding: ENCODING,
  byteOrderMark: flag(),
  /** One character; a blank stands for runs of blanks and tabs. */
  delimiter: such(text(), ({ length }) => length <= 1),
  quote: QUOTE,
  lineEnd: LINE_END,
  /** Whether the first line names the columns. */
  header: flag(),
  decimal: POINT,
  /** Empty when numbers carry no thousands separator. */
  thousands: SEPARATOR,
});

export const COLUMN_KIND = oneOf(['number', 'boolean', 'date', 'category', 'text', 'empty']);

export const COLUMN_READING = named(
  'columnReading',
  anyOf(
    struct({
      kind: constant('number'),
      /** A number that means "missing" here. */
      standIn: optional(finite()),
      /** What stands at numbers: "$", "%", "kg". */
      unit: optional(text()),
    }),
    struct({
      kind: constant('date'),
      /** 3/4/2024 is in March. */
      monthFirst: flag(),
      /** Every date can be read both ways. */
      guessed: flag(),
    }),
    struct({
      kind: constant('boolean'),
      /** No and yes, in small letters. */
      words: textPair() as Schema<readonly [no: string, yes: string]>,
    }),
    struct({
      kind: oneOf(['category', 'text']),
      /** 1 and 1.0 are one level. */
      byValue: optional(flag()),
      /** Tokens for "missing" that are words here, in small letters: "na". */
      words: optional(texts()),
    }),
    struct({ kind: constant('empty') }),
  ),
);

export const COLUMN_SUMMARY = struct({
  /** 0-based position in the file. */
  index: count(),
  /** The header's text, or c1, c2, … without a header. Unique: repeated names get " (2)". */
  name: text(),
  kind: COLUMN_KIND,
  /** Left out by versions before. */
  reading: optional(COLUMN_READING),
  /** Cells with a value. count + missing = rows. */
  count: count(),
  missing: count(),
  /** What stood in the missing cells ('' for empty), most frequent first. */
  missingTokens: list(struct({ token: text(), count: count() })),
  /** Cells with something in them that is not of this kind, missing therefore. */
  unread: optional(
    struct({
      count: count(),
      example: text(),
      /** Where it is known, from 1. */
      line: optional(count()),
      /** Of several files. */
      part: optional(text()),
    }),
  ),
  /** Number of distinct values. */
  distinct: count(),
  /** Counting stopped there. */
  distinctCapped: flag(),
  /** Of numbers, of booleans as 0 and 1, and of dates in days since 1970; absent when count = 0. `sd` divides by count. */
  numeric: optional(struct({ min: real, max: real, mean: real, sd: real, sum: real })),
  /** Categories: the most frequent levels, at most 50. */
  levels: optional(list(struct({ label: text(), count: count() }))),
  constant: flag(),
  /** Looks like a row number or an ID. */
  identifier: flag(),
  /** The column that says the same in words, row by row, and is used in place of this one. */
  sameAs: optional(text()),
  /** Whether it is a sensible feature by default. */
  usable: flag(),
  /** If it is not, why, in words. */
  reason: text(),
});

export const LEFT_OUT = struct({
  name: text(),
  /** What the column holds: "lists". */
  what: text(),
});

const ONE_FILE = struct({
  name: text(),
  /** Absolute path, or '' when the bytes came from a file system without paths. */
  path: text(),
  bytes: finite(),
  /** Milliseconds since 1970, 0 when unknown. */
  modified: finite(),
});

export const PART_STAMP = extended(ONE_FILE, {
  /** Once it has been opened: lines of the parts before it, which are counted on. */
  before: optional(finite()),
});

export const FILE_STAMP = extended(ONE_FILE, {
  /** The files that are read as one table, in their order. Bytes are then those of all, and the time of change is the latest. */
  parts: optional(list(PART_STAMP)),
});

export const INSPECTION = struct({
  file: FILE_STAMP,
  dialect: DIALECT,
  rows: count(),
  columns: list(COLUMN_SUMMARY),
  notes: list(NOTE),
  /** Columns that cannot be read. */
  leftOut: optional(list(LEFT_OUT)),
  /** 0-based index of the column proposed as target: by its name (target, class, price, …), otherwise the last that can be predicted. */
  defaultTarget: optional(count()),
  /** The first rows as text, for a preview. */
  preview: list(texts()),
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
  /** One character. */
  delimiter: optional(such(text(), ({ length }) => length === 1)),
  header: optional(flag()),
  /** The columns' names in a file whose first row has none, as many as there are columns. */
  names: optional(texts()),
  encoding: optional(ENCODING),
  decimal: optional(POINT),
  thousands: optional(SEPARATOR),
  quote: optional(QUOTE),
  /** Tokens that mean "missing", in place of the built-in list and of sentinel detection. Compared after trimming. */
  missing: optional(texts()),
  /** Kinds by column name. */
  kinds: optional(record(oneOf(['number', 'boolean', 'date', 'category', 'text']))),
  /** A compressed file is read however large it unzips. The person's word for one file: no model keeps it. */
  acceptExpansion: optional(flag()),
});

export const NAMED_READING = struct({ name: text(), reading: COLUMN_READING });

export const FROZEN_READING = struct({
  /** Features, targets and weights. */
  columns: list(NAMED_READING),
  numbers: struct({ decimal: POINT, thousands: SEPARATOR }),
  /** Without one, columns are c1, c2, … of other files too. */
  header: flag(),
  /** Of text that could be in several. */
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
);

export const DESIGN_OPTIONS = struct({
  /** Name, or 1-based position as a string of digits; '' for methods that take none. */
  target: text(),
  /** Further targets, fitted from the same spectrum; names or positions. Not with classes. */
  moreTargets: optional(texts()),
  /**
   * classify: the target's values are classes. Left out, words, yes/no and a single target of two numbers are classified, other numbers are not.
   */
  task: optional(oneOf(['regress', 'classify'])),
  /** Column of row weights, above 0 or 0; rows without one are left out. Name or position; never a feature. */
  weights: optional(text()),
  /** Names or 1-based positions; left out: all usable columns but the target. */
  features: optional(texts()),
  /** impute: training mean for numbers, a level of its own for categories. drop: rows with a gap are left out. */
  missing: MISSING_POLICY,
  /** Most columns of a category: beyond it the rarest levels share one. 30 when left out. */
  maxLevels: optional(count()),
  /** Columns are centred and divided by their training sd (ddof 0). */
  standardise: flag(),
  /** Share of rows held out at random, 0 to 0.9; or a second file with the same columns. */
  holdout: HOLDOUT_RULE,
  /** Which rows stay together when they are divided; left out, rows are drawn one by one, copies of each other together. */
  splitBy: optional(SPLIT_RULE),
  seed: count(),
  /** A seeded random subsample of at most this many rows is used (before the split). */
  maxRows: optional(count()),
  /** Only rows for which this holds take part: `age > 30 and sex = 'female'` (docs/data.md). A gap makes a comparison neither true nor false. */
  where: optional(text()),
  /** Rows that are left out after the split, so that the others stay on their side of it: "12,40-52", counted from 1. */
  without: optional(text()),
});

export const DATE_PART = oneOf(['trend', 'season', 'weekday', 'hour']);

export const TRANSFORM_INPUT = anyOf(
  struct({
    kind: oneOf(['number', 'boolean']),
    column: text(),
    /** Where the cell is missing. */
    impute: finite(),
    /** Least and greatest number of the training rows; left out by versions before. */
    range: optional(span()),
    /** boolean only: how the file spells 0 and 1. */
    words: optional(textPair()),
    /** Gaps have a 0/1 column of their own. */
    missingLevel: optional(flag()),
  }),
  struct({
    kind: constant('date'),
    column: text(),
    /** In days since 1970. */
    impute: finite(),
    range: optional(span()),
    /** Left out by models of format 2: the trend alone. */
    parts: optional(such(list(DATE_PART), (parts) => parts.length > 0 && new Set(parts).size === parts.length)),
    missingLevel: optional(flag()),
  }),
  struct({
    kind: constant('category'),
    column: text(),
    /** One 0/1 column each, in this order, then that of all others, then that of gaps, where there are such. */
    levels: texts(),
    /** Every other level, rare in training or new, has one column together; without it, it is zero in all. */
    otherLevel: optional(flag()),
    missingLevel: flag(),
  }),
);

export const DATA_REPORT = struct({
  /** Rows in the file. */
  rows: count(),
  /** Rows that take part. */
  used: count(),
  train: count(),
  holdout: count(),
  /** Names of the columns that became features. */
  columns: texts(),
  /** Columns and rows that take no part. */
  dropped: list(struct({ what: oneOf(['column', 'rows']), name: text(), count: count(), why: text() })),
  /** Gaps that were filled, and with what. */
  imputed: list(struct({ column: text(), cells: count(), value: text() })),
  /** Columns of the file, and the encoded ones that they became. */
  encoded: list(
    struct({
      column: text(),
      /** Left out in runs of 0.1.0. */
      kind: optional(oneOf(['number', 'boolean', 'date', 'category'])),
      as: text(),
      columns: texts(),
    }),
  ),
  notes: list(NOTE),
});

export const READ_COLUMN = struct({
  name: text(),
  /** 0-based. */
  index: count(),
  kind: COLUMN_KIND,
  /** Of booleans: no and yes, in small letters. */
  words: optional(textPair()),
  /** What stood in cells without a value, trimmed. */
  gaps: texts(),
});

export const FILE_READING = struct({
  /** Without its folder. */
  name: text(),
  bytes: count(),
  rows: count(),
  dialect: DIALECT,
  /** 1-based line where the first row begins. */
  firstLine: such(count(), (line) => line > 0),
  /** Features, targets and weights. */
  columns: list(READ_COLUMN),
  /** What a plain reader of delimited text reads in another way: "quotes that do not pair up". */
  oddity: optional(text()),
});
