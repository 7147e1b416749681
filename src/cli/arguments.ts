import { parseArgs } from 'node:util';
import type { Encoding, ReadOptions } from '../engine/contract/data';
import { UsageError } from './usage';

const OPTIONS = {
  target: { type: 'string', multiple: true },
  task: { type: 'string' },
  weights: { type: 'string' },
  features: { type: 'string', multiple: true },
  method: { type: 'string' },
  set: { type: 'string', multiple: true },
  seed: { type: 'string' },
  holdout: { type: 'string' },
  group: { type: 'string' },
  'fold-column': { type: 'string' },
  blocks: { type: 'string' },
  where: { type: 'string' },
  without: { type: 'string' },
  importance: { type: 'boolean' },
  save: { type: 'string' },
  report: { type: 'string' },
  'linear-algebra': { type: 'string' },
  json: { type: 'string' },
  out: { type: 'string' },
  keep: { type: 'boolean' },
  as: { type: 'string' },
  'no-intervals': { type: 'boolean' },
  float64: { type: 'boolean' },
  table: { type: 'string' },
  file: { type: 'string' },
  quick: { type: 'boolean' },
  folds: { type: 'string' },
  draws: { type: 'string' },
  option: { type: 'string', multiple: true },
  delimiter: { type: 'string' },
  header: { type: 'string' },
  names: { type: 'string' },
  encoding: { type: 'string' },
  decimal: { type: 'string' },
  thousands: { type: 'string' },
  quote: { type: 'string' },
  'missing-tokens': { type: 'string' },
  kind: { type: 'string', multiple: true },
  'accept-expansion': { type: 'boolean' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

export type OptionName = keyof typeof OPTIONS;
export type Options = ReturnType<typeof parse>['values'];

const READING: readonly OptionName[] = [
  'delimiter',
  'header',
  'names',
  'encoding',
  'decimal',
  'thousands',
  'quote',
  'missing-tokens',
  'kind',
  'accept-expansion',
];
/** What is fitted, to which rows and with what: of every command that describes a fit. */
const REQUEST: readonly OptionName[] = [
  'target',
  'task',
  'weights',
  'features',
  'method',
  'set',
  'seed',
  'holdout',
  'group',
  'fold-column',
  'blocks',
  'where',
  'without',
  'json',
  ...READING,
];
const ALWAYS: readonly OptionName[] = ['quiet', 'help', 'version'];
const TAKES: Readonly<Record<string, readonly OptionName[]>> = {
  fit: [...REQUEST, 'importance', 'save', 'report', 'linear-algebra'],
  recommend: REQUEST,
  compare: [...REQUEST, 'linear-algebra'],
  predict: ['out', 'keep', 'linear-algebra', ...READING],
  export: ['as', 'out', 'no-intervals', 'float64', 'linear-algebra'],
  inspect: ['json', 'table', ...READING],
  methods: ['json'],
  reproduce: ['file', 'seed', 'quick', 'folds', 'draws', 'option', 'out', 'json', 'linear-algebra'],
};

export interface CommandLine {
  readonly command: string;
  readonly operands: readonly string[];
  readonly options: Options;
}

function parse(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
}

/** Throws `UsageError` for whatever the chosen command does not take. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  // `methods --json` stands alone; elsewhere --json names a file, and "-" is standard output.
  const spelled = argv[0] === 'methods' ? argv.map((a) => (a === '--json' ? '--json=-' : a)) : argv;
  // A lone "-" and negative numbers are values, not options; parseArgs wants them attached.
  const joined: string[] = [];
  for (let i = 0; i < spelled.length; i++) {
    const [word, value] = [spelled[i], spelled[i + 1]];
    const takesValue = /^--[a-z-]+$/.test(word) && OPTIONS[word.slice(2) as OptionName]?.type === 'string';
    if (takesValue && value !== undefined && (value === '-' || /^-[\d.]/.test(value))) {
      joined.push(`${word}=${value}`);
      i++;
    } else joined.push(word);
  }
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(joined);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `${text.split('\n')[0].replace(/\. To specify a positional.*$/, '')}. See kernelscope --help.`,
    );
  }
  const [command = '', ...operands] = parsed.positionals;
  const takes = TAKES[command];
  if (parsed.values.help || parsed.values.version) return { command, operands, options: parsed.values };
  if (takes === undefined) {
    const known = Object.keys(TAKES).join(', ');
    throw new UsageError(
      command === ''
        ? `a command is missing: ${known}. See kernelscope --help.`
        : `unknown command '${command}': ${known}.`,
    );
  }
  for (const name of Object.keys(parsed.values) as OptionName[]) {
    if (!takes.includes(name) && !ALWAYS.includes(name)) throw new UsageError(`'${command}' does not take --${name}.`);
  }
  return { command, operands, options: parsed.values };
}

/** "A,B" → [A, B]; a name with a comma goes in double quotes: '"a,b",c'. */
export function splitList(text: string): string[] {
  const out: string[] = [];
  for (const match of text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/g)) {
    const item = match[1]?.replaceAll('""', '"') ?? match[2].trim();
    if (match[0] !== '' && (item !== '' || match[1] !== undefined)) out.push(item);
  }
  return out;
}

/** "name=value" → [name, value]. */
export function splitPair(option: string, text: string, at = text.indexOf('=')): [string, string] {
  if (at <= 0) throw new UsageError(`--${option} takes NAME=VALUE, not '${text}'.`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

export function oneOf<T extends string>(
  option: string,
  text: string | undefined,
  allowed: readonly T[],
): T | undefined {
  if (text === undefined) return undefined;
  const match = allowed.find((a) => a === text.toLowerCase());
  if (match === undefined) throw new UsageError(`--${option} is one of ${allowed.join(', ')}, not '${text}'.`);
  return match;
}

/** A character by its name or by itself. */
function named<T extends string>(
  option: string,
  text: string | undefined,
  names: Readonly<Record<string, T>>,
): T | undefined {
  if (text === undefined) return undefined;
  if (!Object.hasOwn(names, text))
    throw new UsageError(`--${option} is one of ${Object.keys(names).join(' ')}, not '${text}'.`);
  return names[text];
}

/** How the file is to be read, as far as the command line says. */
export function readOptions(options: Options): ReadOptions {
  const names: Readonly<Record<string, string>> = { tab: '\t', '\\t': '\t', blanks: ' ' };
  const delimiter = options.delimiter === undefined ? undefined : (names[options.delimiter] ?? options.delimiter);
  if (delimiter !== undefined && delimiter.length !== 1) {
    throw new UsageError(`--delimiter is one character, 'tab' or 'blanks', not '${options.delimiter}'.`);
  }
  const header = oneOf('header', options.header, ['yes', 'no']);
  const encoding: Encoding | undefined = oneOf('encoding', options.encoding, [
    'utf-8',
    'utf-16le',
    'utf-16be',
    'windows-1252',
  ]);
  const decimal = oneOf('decimal', options.decimal, ['.', ',']);
  const thousands = named('thousands', options.thousands, {
    none: '',
    blank: ' ',
    ',': ',',
    '.': '.',
    "'": "'",
  } as const);
  const quote = named('quote', options.quote, { none: '', double: '"', single: "'", '"': '"', "'": "'" } as const);
  const missing = options['missing-tokens'];
  const kinds = (options.kind ?? []).map((text) => {
    const [column, kind] = splitPair('kind', text, text.lastIndexOf('='));
    return [column, oneOf('kind', kind, ['number', 'boolean', 'date', 'category', 'text'])] as const;
  });
  return {
    ...(delimiter !== undefined && { delimiter }),
    ...(header !== undefined && { header: header === 'yes' }),
    ...(options.names !== undefined && { names: splitList(options.names) }),
    ...(encoding !== undefined && { encoding }),
    ...(decimal !== undefined && { decimal }),
    ...(thousands !== undefined && { thousands }),
    ...(quote !== undefined && { quote }),
    ...(missing !== undefined && { missing: splitList(missing) }),
    ...(options['accept-expansion'] && { acceptExpansion: true }),
    ...(kinds.length > 0 && { kinds: Object.fromEntries(kinds) as ReadOptions['kinds'] }),
  };
}
