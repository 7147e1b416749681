import { didYouMean } from '../engine/contract/closest';
import type { ReadOptions } from '../engine/contract/data';
import { ENCODING_NAMES } from '../engine/contract/encodings';
import { splitNames } from '../engine/words/nameList';
import type { OptionSpec } from './options/optionSpec';
import { type ChoiceOf, OPTIONS, type OptionName, type Options } from './options/table';
import { UsageError } from './usage';

export interface CommandLine {
  readonly command: string;
  readonly operands: readonly string[];
  readonly options: Options;
}

/** The value of an option that has choices, in any letter case. Throws `UsageError` for another. */
export function choiceOf<K extends OptionName>(name: K, options: Options): ChoiceOf<K> | undefined {
  const { choices = [] }: OptionSpec = OPTIONS[name];
  return oneOf(name, options[name] as string | undefined, choices) as ChoiceOf<K> | undefined;
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
  if (match === undefined) {
    const words = [`--${option} is one of ${allowed.join(', ')}, not '${text}'.`, didYouMean(text, allowed)];
    throw new UsageError(words.filter(Boolean).join(' '));
  }
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
  const header = choiceOf('header', options);
  const encoding = oneOf('encoding', options.encoding, ENCODING_NAMES);
  const decimal = choiceOf('decimal', options);
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
    return [column, oneOf('kind', kind, OPTIONS.kind.suggests)] as const;
  });
  return {
    ...(delimiter !== undefined && { delimiter }),
    ...(header !== undefined && { header: header === 'yes' }),
    ...(options.names !== undefined && { names: splitNames(options.names) }),
    ...(encoding !== undefined && { encoding }),
    ...(decimal !== undefined && { decimal }),
    ...(thousands !== undefined && { thousands }),
    ...(quote !== undefined && { quote }),
    ...(missing !== undefined && { missing: splitNames(missing) }),
    ...(options['accept-expansion'] && { acceptExpansion: true }),
    ...(kinds.length > 0 && { kinds: Object.fromEntries(kinds) as ReadOptions['kinds'] }),
  };
}
