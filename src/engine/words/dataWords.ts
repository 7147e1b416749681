import type { ColumnKind, Dialect, FileStamp, TransformInput } from '../contract/data';
import { ENCODINGS } from '../contract/encodings';

const NAMES: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
  ' ': 'runs of blanks',
};

/** "commas", or the character itself in these quotes. */
export const delimiterName = (delimiter: string, [open, close] = '“”'): string =>
  NAMES[delimiter] ?? `${open}${delimiter}${close}`;

/** The names of file formats other than delimited text. */
export const FORMAT_NAMES: Readonly<Record<NonNullable<Dialect['format']>, string>> = {
  'json-lines': 'JSON Lines',
  parquet: 'Parquet',
};

/** "UTF-8, separated by semicolons, with a header, decimal comma" */
export function dialectText(dialect: Dialect): string {
  const compression = dialect.compression === 'none' ? '' : dialect.compression;
  if (dialect.format) return [compression, FORMAT_NAMES[dialect.format]].filter(Boolean).join(', ');
  const parts = [
    compression,
    `${ENCODINGS[dialect.encoding].title}${dialect.byteOrderMark ? ' with a byte-order mark' : ''}`,
    `separated by ${delimiterName(dialect.delimiter, "''")}`,
    dialect.quote === '' ? 'no quotes' : dialect.quote === '"' ? 'double quotes' : 'single quotes',
    `lines end in ${dialect.lineEnd.toUpperCase().replace(/CR(?=CR|LF)/g, 'CR ')}`,
    dialect.header ? 'with a header' : 'without a header',
    dialect.decimal === ',' ? 'decimal comma' : '',
    dialect.thousands === '' ? '' : `thousands separated by '${dialect.thousands}'`,
  ];
  return parts.filter((p) => p !== '').join(', ');
}

/** The position of a line of a table: with several files, the file that has it, and the line in that file. */
export function partLine(
  { name, path, parts = [] }: Pick<FileStamp, 'name' | 'path' | 'parts'>,
  line: number,
): { readonly name: string; readonly path: string; readonly line: number } {
  const part = parts.findLast(({ before }) => before !== undefined && before < line);
  return part ? { name: part.name, path: part.path, line: line - (part.before ?? 0) } : { name, path, line };
}

/** The name of the cells that a column of a kind has, or should have. */
export const CELLS_OF: Readonly<Record<ColumnKind, string>> = {
  number: 'numbers',
  date: 'dates',
  boolean: 'truth values',
  category: 'levels',
  text: 'texts',
  empty: 'numbers',
};

/** A sentence on numbers with a unit that those of the training rows lack. */
export const otherUnitText = (name: string, unit: string): string =>
  `${name}: numbers stand with “${unit}”, which those of the training rows lack, and are read without it. If those are in another unit, convert these.`;

/** The no, or 0, that gaps beside a single yes, or 1, stand for; undefined of other columns. */
export function noOfGaps(input: TransformInput): string | undefined {
  if ((input.kind !== 'boolean' && input.kind !== 'number') || input.impute !== 0 || input.missingLevel)
    return undefined;
  if (input.kind === 'boolean') return input.words?.[0] ?? '0';
  return input.range?.[0] === 0 && input.range[1] === 1 ? '0' : undefined;
}

/** The unit in which dates, or times of day, are predicted. */
export const daysOf = ({ clock }: { readonly clock?: true }): string =>
  clock ? 'fractions of a day' : 'days since 1970-01-01';

/** True for times of day without a date: they have their hour alone, and a gap has none. */
export const isTimeOfDay = (input: TransformInput): boolean =>
  input.kind === 'date' && input.parts !== undefined && !input.parts.includes('trend');
