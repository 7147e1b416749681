import type { ReadOptions } from '../engine/contract/data';
import { ENCODING_NAMES, ENCODINGS } from '../engine/contract/encodings';
import { type Holds, isListOf, isRecord, isText } from '../engine/contract/shape';
import { joinNames, splitNames } from '../engine/words/splitNames';
import type { Choice, Given, NamedValue } from './choice';

/** A choice of how a file is read, in place of detection. */
export type ReadChoice<V = unknown> = Choice<ReadOptions, V> & { readonly title: string };
type ReadChoices = { readonly [K in keyof Required<ReadOptions>]: ReadChoice<NonNullable<ReadOptions[K]>> };
type Kind = NonNullable<ReadOptions['kinds']>[string];

const named = <const V>(value: V, word: string, label: string): NamedValue<V> => ({ value, word, label });
const isTexts: Holds = (value) => isListOf(value, isText);
const joined = (names: readonly string[] | undefined) => names && joinNames(names);

const DELIMITERS = [
  named(',', ',', 'comma'),
  named(';', ';', 'semicolon'),
  named('\t', 'tab', 'tab'),
  named(' ', 'blanks', 'blanks and tabs'),
  named('|', '|', 'vertical bar'),
];
export const KINDS: readonly Kind[] = ['number', 'boolean', 'date', 'category', 'text'];

/** The kind of each column from "COL=KIND". */
function kindsOf(given: Given): ReadOptions | undefined {
  const pairs = [given].flat().map((text) => {
    const [, column = '', word = ''] = /^(.+)=(.*)$/s.exec(String(text)) ?? [];
    return [column.trim(), KINDS.find((kind) => kind === word.trim().toLowerCase())] as const;
  });
  const isKind = pairs.every(([, kind]) => kind !== undefined);
  return isKind ? { kinds: Object.fromEntries(pairs) as ReadOptions['kinds'] } : undefined;
}

/** Every choice of how a file is read, in the order of the documents. */
export const READING = {
  delimiter: {
    title: 'Delimiter',
    description: 'Character between the cells of a row.',
    values: DELIMITERS,
    holds: (value) => isText(value) && value.length === 1,
    wanted: 'one character',
    option: {
      flag: 'delimiter',
      group: 'reading',
      value: 'C',
      suggests: ['tab', 'blanks'],
      also: "'tab', or 'blanks' for runs of blanks",
      wanted: "one character, 'tab' or 'blanks'",
      read(given) {
        const named = DELIMITERS.find(({ word }) => word === (given === '\\t' ? 'tab' : given))?.value;
        const delimiter = named ?? String(given);
        return delimiter.length === 1 ? { delimiter } : undefined;
      },
    },
  },
  header: {
    title: 'Header',
    description: 'Whether the first row names the columns.',
    values: [named(true, 'yes', 'first row names the columns'), named(false, 'no', 'first row is data')],
    option: { flag: 'header', group: 'reading' },
  },
  names: {
    title: 'Column names',
    description:
      'Names of all columns of a file whose first row has none, separated by commas; left out, they are c1, c2 and so on.',
    holds: isTexts,
    wanted: 'a list of names',
    option: {
      flag: 'names',
      group: 'reading',
      value: 'A,B',
      holds: 'list',
      read: (given) => ({ names: splitNames(String(given)) }),
      say: ({ names }) => joined(names),
    },
  },
  encoding: {
    title: 'Encoding',
    description: 'Character encoding of the file, such as utf-8, windows-1251 or shift_jis.',
    values: ENCODING_NAMES.map((name) => named(name, name, ENCODINGS[name].title)),
    option: { flag: 'encoding', group: 'reading', value: 'NAME', suggests: ENCODING_NAMES },
  },
  decimal: {
    title: 'Decimal sign',
    description: 'Character before the decimals of a number.',
    values: [named('.', '.', 'point, 1.5'), named(',', ',', 'comma, 1,5')],
    option: { flag: 'decimal', group: 'reading' },
  },
  thousands: {
    title: 'Thousands separator',
    description: 'Character between groups of three digits.',
    values: [
      named('', 'none', 'none'),
      named(',', ',', 'comma, 1,000'),
      named('.', '.', 'point, 1.000'),
      named(' ', 'blank', 'blank, 1 000'),
      named("'", "'", 'apostrophe, 1’000'),
    ],
    option: { flag: 'thousands', group: 'reading' },
  },
  quote: {
    title: 'Quote',
    description: 'Character around cells that contain the delimiter.',
    values: [named('"', 'double', 'double quotes'), named("'", 'single', 'single quotes'), named('', 'none', 'none')],
    option: { flag: 'quote', group: 'reading' },
  },
  missing: {
    title: 'Missing values',
    description:
      'Texts that mean a missing value, beside the usual signs; = as the first replaces these. Empty cells are always missing.',
    holds: isTexts,
    wanted: 'a list of signs',
    option: {
      flag: 'missing-tokens',
      group: 'reading',
      value: 'A,B',
      holds: 'list',
      read: (given) => ({ missing: splitNames(String(given)) }),
      say: ({ missing }) => joined(missing),
    },
  },
  kinds: {
    title: 'Kinds of columns',
    description: `${KINDS.slice(0, -1).join(', ')} or ${KINDS.at(-1)} for one column; may be repeated.`,
    holds: (value) => isRecord(value) && Object.values(value).every((kind) => KINDS.some((one) => one === kind)),
    wanted: `an object with ${KINDS.slice(0, -1).join(', ')} or ${KINDS.at(-1)} by column name`,
    option: {
      flag: 'kind',
      group: 'reading',
      multiple: true,
      value: 'COL=KIND',
      holds: 'pair',
      names: 'column',
      suggests: KINDS,
      wanted: `COL=KIND, with one of ${KINDS.join(', ')}`,
      read: kindsOf,
      say: ({ kinds }) => kinds && Object.entries(kinds).map(([name, kind]) => `${name}=${kind}`),
    },
  },
  acceptExpansion: {
    title: 'Expansion',
    description:
      'Read a file however far it expands. One that expands to more than 2 GB and more than 200 times its size, or to a large table that is nearly all gaps, is refused otherwise.',
    type: 'boolean',
    option: {
      flag: 'accept-expansion',
      group: 'reading',
      type: 'boolean',
    },
  },
} as const satisfies ReadChoices;

export const READ_CHOICES = Object.entries(READING).map(
  ([name, choice]) =>
    ({ ...choice, name: name as keyof typeof READING }) as ReadChoice & { readonly name: keyof typeof READING },
);

/** The label of a value in a form. */
export const labelOf = ({ values = [] }: ReadChoice, value: unknown): string =>
  values.find((one) => one.value === value)?.label ?? `'${String(value)}'`;
