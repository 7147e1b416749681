import type { ReadOptions } from '../engine/contract/data';
import { ENCODING_NAMES, ENCODINGS } from '../engine/contract/encodings';
import { type Holds, isListOf, isRecord, isText } from '../engine/contract/shape';
import { joinNames, splitNames } from '../engine/words/nameList';
import type { Choice, ChoiceOption, NamedValue } from './choice';
import type { Members } from './members';

/** What an option was given: its texts, or that it is there. */
type Given = string | boolean | readonly string[];

/** A choice of how a file is read, where that is not to be detected. */
export interface ReadChoice<V = unknown> extends Choice {
  readonly title: string;
  readonly values?: readonly NamedValue<V>[];
  readonly option: ReadOption<V>;
}

/** Where the words are not those of `values`, in any letter case. */
interface ReadOption<V> extends ChoiceOption {
  /** Undefined for words that say nothing. */
  read?(given: Given): V | undefined;
  /** The inverse: the text of each option. */
  say?(value: V): readonly string[];
}

type ReadChoices = { readonly [K in keyof Required<ReadOptions>]: ReadChoice<NonNullable<ReadOptions[K]>> };
type Kind = NonNullable<ReadOptions['kinds']>[string];

const named = <const V>(value: V, word: string, label: string): NamedValue<V> => ({ value, word, label });
const isFlag: Holds = (value) => typeof value === 'boolean';
const isTexts: Holds = (value) => isListOf(value, isText);
const textList = {
  read: (given: Given) => splitNames(String(given)),
  say: (names: readonly string[]) => [joinNames(names)],
} as const;

const DELIMITERS = [
  named(',', ',', 'comma'),
  named(';', ';', 'semicolon'),
  named('\t', 'tab', 'tab'),
  named(' ', 'blanks', 'blanks and tabs'),
  named('|', '|', 'vertical bar'),
];
export const KINDS: readonly Kind[] = ['number', 'boolean', 'date', 'category', 'text'];

/** The kind of each column by "COL=KIND". */
function kindsOf(given: Given): ReadOptions['kinds'] {
  const pairs = (Array.isArray(given) ? given : [given]).map((text: string) => {
    const at = text.lastIndexOf('=');
    const kind = KINDS.find(
      (one) =>
        one ===
        text
          .slice(at + 1)
          .trim()
          .toLowerCase(),
    );
    return at <= 0 || kind === undefined ? undefined : ([text.slice(0, at).trim(), kind] as const);
  });
  return pairs.includes(undefined) ? undefined : Object.fromEntries(pairs.filter((pair) => pair !== undefined));
}

/** Every choice of how a file is read, in the order in which documents have them. */
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
        const text = given === '\\t' ? 'tab' : String(given);
        return DELIMITERS.find(({ word }) => word === text)?.value ?? (text.length === 1 ? text : undefined);
      },
      say: (value) => [DELIMITERS.find((one) => one.value === value)?.word ?? value],
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
    option: { flag: 'names', group: 'reading', value: 'A,B', holds: 'list', ...textList },
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
    description: 'Texts that mean a missing value, in place of the usual signs. Empty cells are always missing.',
    holds: isTexts,
    wanted: 'a list of signs',
    option: { flag: 'missing-tokens', group: 'reading', value: 'A,B', holds: 'list', ...textList },
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
      say: (kinds) => Object.entries(kinds).map(([name, kind]) => `${name}=${kind}`),
    },
  },
  acceptExpansion: {
    title: 'Expansion',
    description:
      'Read a file however far it expands. One that expands to more than 2 GB and more than 200 times its size, or to a large table that is nearly all gaps, is refused otherwise.',
    holds: isFlag,
    wanted: 'true or false',
    option: {
      flag: 'accept-expansion',
      group: 'reading',
      type: 'boolean',
    },
  },
} as const satisfies ReadChoices;

export type ReadName = keyof typeof READING;
/** The choices by name, whatever their values. */
export const READ_CHOICES = Object.entries(READING) as readonly (readonly [ReadName, ReadChoice])[];

const checkOf = ({ values = [], holds, wanted }: ReadChoice) =>
  [
    holds ?? ((value: unknown) => values.some((one) => one.value === value)),
    wanted ?? `one of ${values.map(({ value }) => JSON.stringify(value)).join(', ')}`,
  ] as const;

/** By name, whether a value that came as JSON is one of the choice, and the values there are, behind "has to be". */
export const READ = Object.fromEntries(
  READ_CHOICES.map(([name, choice]) => [name, checkOf(choice)]),
) as Members<ReadOptions>;

/** What a value is called in a form. */
export const labelOf = ({ values = [] }: ReadChoice, value: unknown): string =>
  values.find((one) => one.value === value)?.label ?? `'${String(value)}'`;

/** The value that the words of the command line say; undefined for words that say nothing. */
export function readValue({ values = [], option }: ReadChoice, given: Given): unknown {
  if (option.read) return option.read(given);
  if (typeof given === 'boolean') return given;
  const text = String(given);
  return values.find(({ value, word }) => word === text.toLowerCase() || (text !== '' && value === text))?.value;
}

/** The words of the command line for how a file is read. */
export const readingWords = (read: ReadOptions): readonly string[] =>
  READ_CHOICES.flatMap(([name, { values = [], option }]) => {
    const { [name]: value } = read;
    if (value === undefined) return [];
    if (option.type === 'boolean') return value ? [`--${option.flag}`] : [];
    const texts = option.say?.(value) ?? [values.find((one) => one.value === value)?.word ?? String(value)];
    return texts.map((text) => `--${option.flag}=${text}`);
  });
