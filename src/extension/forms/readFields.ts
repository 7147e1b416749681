import type { ColumnSummary, Dialect, Inspection, ReadOptions } from '../../engine/contract/data';
import { ENCODING_NAMES, ENCODINGS } from '../../engine/contract/encodings';
import { FORMAT_NAMES } from '../../engine/words/formats';
import { listed } from '../../engine/words/listed';
import { counted } from '../../engine/words/sentence';
import type { Choice, Field, FieldValues } from './field';

/** With more columns than this the form would be no help; kinds of single columns then stay as found. */
const COLUMNS = 2000;

const DELIMITERS: readonly Choice[] = [
  { label: 'comma', value: ',' },
  { label: 'semicolon', value: ';' },
  { label: 'tab', value: '\t' },
  { label: 'blanks and tabs', value: ' ' },
  { label: 'vertical bar', value: '|' },
];
const HEADER: readonly Choice[] = [
  { label: 'first row names the columns', value: true },
  { label: 'first row is data', value: false },
];
const ENCODING_CHOICES: readonly Choice[] = ENCODING_NAMES.map((value) => ({ label: ENCODINGS[value].title, value }));
const DECIMALS: readonly Choice[] = [
  { label: 'point, 1.5', value: '.' },
  { label: 'comma, 1,5', value: ',' },
];
const THOUSANDS: readonly Choice[] = [
  { label: 'none', value: '' },
  { label: 'comma, 1,000', value: ',' },
  { label: 'point, 1.000', value: '.' },
  { label: 'blank, 1 000', value: ' ' },
  { label: 'apostrophe, 1’000', value: "'" },
];
const QUOTES: readonly Choice[] = [
  { label: 'double quotes', value: '"' },
  { label: 'single quotes', value: "'" },
  { label: 'none', value: '' },
];
const KINDS: readonly Choice[] = ['number', 'boolean', 'date', 'category', 'text'].map((kind) => ({
  label: kind,
  value: kind,
}));

export const KIND = 'kind:';

const named = (choices: readonly Choice[], value: unknown): string =>
  choices.find((choice) => choice.value === value)?.label ?? `'${String(value)}'`;

/** How the file was read, in words. */
export function dialectWords(dialect: Dialect): string[] {
  const compression = dialect.compression === 'none' ? [] : [dialect.compression];
  if (dialect.format) return [FORMAT_NAMES[dialect.format], ...compression];
  return [
    `delimiter: ${named(DELIMITERS, dialect.delimiter)}`,
    named(HEADER, dialect.header),
    `${ENCODINGS[dialect.encoding].title}${dialect.byteOrderMark ? ' with a byte-order mark' : ''}`,
    `decimal ${named(DECIMALS, dialect.decimal)}`,
    ...(dialect.thousands === '' ? [] : [`thousands separated by ${named(THOUSANDS, dialect.thousands)}`]),
    ...compression,
  ];
}

/** What stands for a missing cell, and which signs were found. */
export function missingSigns(columns: readonly ColumnSummary[]): Field {
  const found = signsText(columns);
  return {
    name: 'missing',
    title: 'Missing values',
    description: 'Texts that mean a missing value, separated by blanks: NA ? -200. Empty cells are always missing.',
    whenEmpty: 'the usual signs and detected sentinels',
    ...(found !== '' && { found }),
    input: { kind: 'text', check: (text) => ({ value: text.trim().split(/\s+/).join(' ') }) },
  };
}

/** "-200 in 16,701 cells of 13 columns, and 12 empty cells"; the three most frequent signs. */
function signsText(columns: readonly ColumnSummary[]): string {
  const signs = new Map<string, { cells: number; columns: number }>();
  for (const { missingTokens } of columns)
    for (const { token, count: cells } of missingTokens) {
      const sum = signs.get(token) ?? { cells: 0, columns: 0 };
      signs.set(token, { cells: sum.cells + cells, columns: sum.columns + 1 });
    }
  const empty = signs.get('')?.cells ?? 0;
  signs.delete('');
  const said = [...signs]
    .sort(([, a], [, b]) => b.cells - a.cells)
    .slice(0, 3)
    .map(([sign, sum]) => `${sign} in ${counted(sum.cells, 'cell')} of ${counted(sum.columns, 'column')}`);
  return listed([...said, ...(empty > 0 ? [counted(empty, 'empty cell')] : [])]);
}

/** The form for everything a person may change about reading; each line says what was found. */
export function readFields({ dialect, columns }: Inspection): readonly Field[] {
  return [
    ...(dialect.format ? [] : textFields(dialect)),
    missingSigns(columns),
    ...columns.slice(0, columns.length > COLUMNS ? 0 : undefined).map(
      (column): Field => ({
        name: `${KIND}${column.name}`,
        title: column.name,
        description: column.usable ? '' : column.reason,
        whenEmpty: `found: ${column.kind}`,
        input: { kind: 'choice', choices: KINDS },
      }),
    ),
  ];
}

/** How delimited text is written. */
function textFields(dialect: Dialect): readonly Field[] {
  const choice = (
    name: string,
    title: string,
    description: string,
    choices: readonly Choice[],
    detected: unknown,
  ): Field => ({
    name,
    title,
    description,
    whenEmpty: `found: ${named(choices, detected)}`,
    input: { kind: 'choice', choices },
  });
  return [
    choice('delimiter', 'Delimiter', 'Character between the cells of a row.', DELIMITERS, dialect.delimiter),
    choice('header', 'Header', 'Whether the first row holds names.', HEADER, dialect.header),
    choice('encoding', 'Encoding', 'Character encoding of the file.', ENCODING_CHOICES, dialect.encoding),
    choice('decimal', 'Decimal sign', 'Character before the decimals of a number.', DECIMALS, dialect.decimal),
    choice(
      'thousands',
      'Thousands separator',
      'Character between groups of three digits.',
      THOUSANDS,
      dialect.thousands,
    ),
    choice('quote', 'Quote', 'Character around cells that contain the delimiter.', QUOTES, dialect.quote),
    {
      name: 'names',
      title: 'Column names',
      description:
        'Names for all columns of a file whose first row has none, separated by commas: length, width, price.',
      whenEmpty: dialect.header ? 'the first row' : 'c1, c2, …',
      input: { kind: 'text', check: (text) => ({ value: namesOf(text).join(', ') }) },
    },
  ];
}

const namesOf = (text: string): string[] => text.split(',').map((name) => name.trim());

export function readValues(read: ReadOptions): FieldValues {
  const { missing, kinds, names, ...plain } = read;
  return {
    ...plain,
    ...(names && { names: names.join(', ') }),
    ...(missing && { missing: missing.filter(Boolean).join(' ') }),
    ...Object.fromEntries(Object.entries(kinds ?? {}).map(([name, kind]) => [`${KIND}${name}`, kind])),
  };
}

/** The inverse of `readValues`. */
export function readOptionsOf(values: FieldValues): ReadOptions {
  const { missing, names, ...others } = values;
  const entries = Object.entries(others);
  const kinds = entries
    .filter(([name]) => name.startsWith(KIND))
    .map(([name, kind]) => [name.slice(KIND.length), kind]);
  return {
    // The form's choices are exactly the contract's literals.
    ...(Object.fromEntries(entries.filter(([name]) => !name.startsWith(KIND))) as ReadOptions),
    ...(names !== undefined && { names: namesOf(String(names)) }),
    ...(missing !== undefined && { missing: ['', ...String(missing).split(' ').filter(Boolean)] }),
    ...(kinds.length > 0 && { kinds: Object.fromEntries(kinds) as ReadOptions['kinds'] }),
  };
}
