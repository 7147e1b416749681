import type { ColumnReading, ColumnSummary, Dialect, FileStamp, LeftOut, PartStamp } from '../../engine/contract/data';
import { ENCODING_NAMES } from '../../engine/contract/encodings';
import type { Note } from '../../engine/contract/note';
import {
  anyOf,
  constant,
  finite,
  flag,
  list,
  object,
  oneOf,
  optional,
  text,
  textPair,
  texts,
  whole,
} from '../../engine/contract/schema';
import type { InspectJson, Written } from '../json';
import { kernelscope, schemaOf } from './parts';

type Token = ColumnSummary['missingTokens'][number];
type Level = NonNullable<ColumnSummary['levels']>[number];

const aFile = {
  name: text(),
  path: text('Absolute; empty for bytes from a pipe'),
  bytes: whole(),
  modified: finite('Milliseconds since 1970; 0 when unknown'),
};
const stamp = object<FileStamp>({
  ...aFile,
  parts: optional(
    list(
      object<PartStamp>({ ...aFile, before: optional(whole('Lines of the parts before it, which are counted on')) }),
      'The files that are read as one table, in their order',
    ),
  ),
});

const dialect = object<Dialect>(
  {
    format: optional(oneOf(['json-lines', 'parquet'], 'Left out for delimited text')),
    compression: oneOf(['none', 'gzip', 'zstd']),
    encoding: oneOf(ENCODING_NAMES),
    byteOrderMark: flag(),
    delimiter: text('One character; a blank stands for runs of blanks and tabs'),
    quote: oneOf(['"', "'", '']),
    lineEnd: oneOf(['lf', 'crlf', 'cr', 'crcrlf', 'mixed']),
    header: flag('Whether the first line names the columns'),
    decimal: oneOf(['.', ',']),
    thousands: oneOf(['', ',', '.', ' ', "'"]),
  },
  'How the file is written, as found or as it was said',
);

type Reading<K extends ColumnReading['kind']> = Extract<ColumnReading, { readonly kind: K }>;

/** How the cells of a column are understood. */
export const columnReading = anyOf(
  object<Reading<'number'>>({
    kind: constant('number'),
    standIn: optional(finite('A number that means "missing"')),
    unit: optional(text('What stands at every number')),
  }),
  object<Reading<'date'>>({
    kind: constant('date'),
    monthFirst: flag('3/4/2024 is in March'),
    guessed: flag('Every date can be read both ways'),
  }),
  object<Reading<'boolean'>>({ kind: constant('boolean'), words: textPair('For 0 and 1') }),
  object<Reading<'category' | 'text'>>({
    kind: oneOf(['category', 'text']),
    byValue: optional(flag('1 and 1.0 are one level')),
    words: optional(texts('What means "missing" elsewhere and is a word here')),
  }),
  object<Reading<'empty'>>({ kind: constant('empty') }),
);

const column = object<ColumnSummary>({
  index: whole('Position in the file, counted from 0'),
  name: text('Unique: a repeated name gets a number'),
  kind: oneOf(['number', 'boolean', 'date', 'category', 'text', 'empty']),
  reading: optional(columnReading),
  count: whole('Cells with a value'),
  missing: whole('Cells without one'),
  missingTokens: list(
    object<Token>({ token: text(), count: whole() }),
    'What stood in the missing cells (empty for empty ones), most frequent first',
  ),
  unread: optional(
    object<NonNullable<ColumnSummary['unread']>>(
      {
        count: whole(),
        example: text(),
        line: optional(whole('Counted from 1')),
        part: optional(text('Of several files')),
      },
      'Cells with something in them that is not of this kind, missing therefore',
    ),
  ),
  distinct: whole('Number of distinct values'),
  distinctCapped: flag('Counting stopped there'),
  numeric: optional(
    object<NonNullable<ColumnSummary['numeric']>>(
      { min: finite(), max: finite(), mean: finite(), sd: finite('Divided by count'), sum: finite() },
      'Of numbers, of booleans as 0 and 1, and of dates in days since 1970',
    ),
  ),
  levels: optional(list(object<Level>({ label: text(), count: whole() }), 'The most frequent ones')),
  constant: flag(),
  identifier: flag('Looks like a row number or an ID'),
  sameAs: optional(text('The column that says the same in words and is used in its place')),
  usable: flag('Whether a fit uses it'),
  reason: text('Why it is left out; empty for a usable one'),
});

export const note = object<Note>({
  severity: oneOf(['info', 'warning']),
  code: text('Stable, while the sentence may be reworded'),
  text: text(),
});

export const inspect = object<Written<InspectJson>>({
  $schema: schemaOf('inspect'),
  kernelscope,
  file: stamp,
  dialect,
  rows: whole(),
  columns: list(column),
  notes: list(note),
  leftOut: optional(
    list(
      object<LeftOut>({ name: text(), what: text('What the column holds, such as lists') }),
      'Columns that cannot be read',
    ),
  ),
  defaultTarget: optional(whole('Index of the column that a fit would propose')),
  preview: list(texts(), 'The first rows as text'),
});
