import { l10n } from 'vscode';
import { partOfWords, textsOf } from '../../choices/doors';
import { KINDS, labelOf, READ_CHOICES, READING, type ReadChoice } from '../../choices/reading';
import type { ColumnSummary, Dialect, Inspection, ReadOptions } from '../../engine/contract/data';
import { ENCODINGS } from '../../engine/contract/encodings';
import type { Parameters } from '../../engine/contract/method';
import { FORMAT_NAMES } from '../../engine/words/dataWords';
import { joinNames, splitNames } from '../../engine/words/splitNames';
import type { FormSpec } from '../../webview/forms/form';
import { amount, enumerated } from '../amount';
import { type Field, type FieldChoice, formField, formValues, pickedField } from './field';

/** With more columns than this the form would not help; the kinds of single columns then stay as detected. */
const COLUMNS = 2000;

const KIND_CHOICES: readonly FieldChoice[] = KINDS.map((kind) => ({ label: l10n.t(kind), value: kind }));

const KIND = 'kind:';

/** The description of how the file was read, in words. */
export function dialectWords(dialect: Dialect): string[] {
  const compression = dialect.compression === 'none' ? [] : [dialect.compression];
  const encoding = ENCODINGS[dialect.encoding].title;
  if (dialect.format) return [FORMAT_NAMES[dialect.format], ...compression];
  return [
    l10n.t('delimiter: {0}', l10n.t(labelOf(READING.delimiter, dialect.delimiter))),
    l10n.t(labelOf(READING.header, dialect.header)),
    dialect.byteOrderMark ? l10n.t('{0} with a byte-order mark', encoding) : encoding,
    l10n.t('decimal {0}', l10n.t(labelOf(READING.decimal, dialect.decimal))),
    ...(dialect.thousands === ''
      ? []
      : [l10n.t('thousands separated by {0}', l10n.t(labelOf(READING.thousands, dialect.thousands)))]),
    ...compression,
  ];
}

/** The field for the signs of a missing cell, with the signs that were found. */
export function missingSigns(columns: readonly ColumnSummary[]): Field {
  const found = signsText(columns);
  return {
    name: 'missing',
    title: l10n.t(READING.missing.title),
    description: `${l10n.t(READING.missing.description)} ${l10n.t('Separated by blanks: NA ? -200.')}`,
    whenEmpty: l10n.t('the usual signs and detected sentinels'),
    ...(found !== '' && { found }),
    input: { kind: 'text' },
    check: (text) => ({ value: text.trim().split(/\s+/).join(' ') }),
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
    .map(([sign, sum]) =>
      l10n.t('{0} in {1} of {2}', sign, amount(sum.cells, 'cells'), amount(sum.columns, 'columns')),
    );
  return enumerated([...said, ...(empty > 0 ? [amount(empty, 'emptyCells')] : [])]);
}

/** The lines for everything that a person may change about reading; each shows what was detected. */
export function readFields({ dialect, columns }: Inspection): readonly Field[] {
  return [
    ...(dialect.format ? [] : textFields(dialect)),
    missingSigns(columns),
    ...columns.slice(0, columns.length > COLUMNS ? 0 : undefined).map((column) => {
      const description = column.usable ? '' : column.reason;
      const line = {
        name: `${KIND}${column.name}`,
        title: column.name,
        description,
        whenEmpty: l10n.t('found: {0}', l10n.t(column.kind)),
      };
      return pickedField(line, KIND_CHOICES);
    }),
  ];
}

/** Encodings have names that are the same in every language. */
const labelIn = (name: string, label: string): string => (name === 'encoding' ? label : l10n.t(label));

/** The fields for the format of delimited text. */
function textFields(dialect: Dialect): readonly Field[] {
  const names = READING.names;
  const found = (['delimiter', 'header', 'encoding', 'decimal', 'thousands', 'quote'] as const).map((name): Field => {
    const { title, description, values }: ReadChoice = READING[name];
    const choices = (values ?? []).map(({ label, word }) => ({ label: labelIn(name, label), value: word }));
    const whenEmpty = l10n.t('found: {0}', labelIn(name, labelOf(READING[name], dialect[name])));
    return pickedField({ name, title: l10n.t(title), description: l10n.t(description), whenEmpty }, choices);
  });
  return [
    ...found,
    {
      name: 'names',
      title: l10n.t(names.title),
      description: l10n.t(names.description),
      whenEmpty: dialect.header ? l10n.t('the first row') : 'c1, c2, …',
      input: { kind: 'text' },
      check: (text) => ({ value: joinNames(splitNames(text)) }),
    },
  ];
}

/** The action that shows the data. */
export const INSPECT = 'inspect';

/** The form for how a file is read. */
export function formOfReading(name: string, fields: readonly Field[], read: ReadOptions): FormSpec {
  const ofColumns = fields.filter((field) => field.name.startsWith(KIND));
  const ofFile = fields.filter((field) => !ofColumns.includes(field));
  const groups = [
    { title: l10n.t('The file'), fields: ofFile.map(formField) },
    { title: l10n.t('Kinds of columns'), fields: ofColumns.map(formField), folded: ofColumns.length > 12 },
  ];
  return {
    title: name,
    facts: l10n.t('how the file is read'),
    groups: groups.filter((group) => group.fields.length > 0),
    values: formValues(readValues(read)),
    actions: [
      { id: 'fit', label: l10n.t('Fit'), hint: l10n.t('Reads the file like this and fits it (Ctrl+Enter)') },
      { id: INSPECT, label: l10n.t('Inspect Data'), hint: l10n.t('Reads the file like this and shows what it holds') },
    ],
  };
}

/**
 * The reading options as values of the form: in the words of the command line, except that blanks separate the signs.
 */
export function readValues(read: ReadOptions): Parameters {
  const { missing, kinds = {}, ...others } = read;
  const said = READ_CHOICES.flatMap((choice) => {
    const [text] = textsOf(choice, others) ?? [];
    return text === undefined ? [] : [[choice.name, text]];
  });
  return {
    ...Object.fromEntries(said),
    ...(missing && { missing: missing.filter(Boolean).join(' ') }),
    ...Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [`${KIND}${name}`, kind])),
  };
}

/** The inverse of `readValues`. */
export function readOptionsOf({ missing, ...values }: Parameters): ReadOptions {
  const parts = READ_CHOICES.filter(({ name }) => values[name] !== undefined).map((choice) =>
    partOfWords(choice, String(values[choice.name])),
  );
  const kinds = Object.entries(values).filter(([name]) => name.startsWith(KIND));
  return {
    ...Object.assign({}, ...parts),
    ...(missing !== undefined && { missing: ['', ...String(missing).split(' ').filter(Boolean)] }),
    ...(kinds.length > 0 && {
      kinds: Object.fromEntries(kinds.map(([name, kind]) => [name.slice(KIND.length), kind])) as ReadOptions['kinds'],
    }),
  };
}
