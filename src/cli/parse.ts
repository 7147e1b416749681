import { parseArgs } from 'node:util';
import type { OptionSpec } from '../choices/optionSpec';
import { closest } from '../engine/contract/closest';
import type { CommandLine } from './arguments';
import type { Command, Commands } from './commands/command';
import { COMMANDS } from './commands/table';
import { commandNamed, operandAt, optionOf, optionsOfCommand, optionWords, synopsis } from './commands/words';
import { OPTIONS, type OptionName, type Options } from './options/table';
import { isStandardOutput } from './standardStreams';
import { UsageError } from './usage';

/** The parsed command line. Throws `UsageError` for anything that the chosen command does not take. */
export function parseCommandLine(argv: readonly string[], commands: Commands = COMMANDS): CommandLine {
  const tokens = lineTokens(argv, commands);
  const [name = '', ...operands] = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []));
  const asksFor = (option: OptionName) => given.some((token) => token.name === option);
  if (asksFor('version')) return { command: 'version', operands: [], options: {} };
  if (asksFor('help')) return { command: 'help', operands: name === '' ? [] : [name], options: {} };
  if (name === '')
    throw new UsageError(`a command is missing: ${Object.keys(commands).join(', ')}. See kernelscope help.`);
  const command = commandNamed(commands, name);
  const options = optionsFrom(name, command, given);
  checkOperands(name, command, operands);
  return { command: name, operands, options };
}

/** True if a command line, right or wrong, asks for JSON on standard output. */
export function asksForJson(argv: readonly string[], commands: Commands): boolean {
  const places = lineTokens(argv, commands).flatMap((token) =>
    token.kind === 'option' && token.name === 'json' ? [token.value ?? '-'] : [],
  );
  return isStandardOutput(places.at(-1));
}

export const isOption = (name: string): name is OptionName => Object.hasOwn(OPTIONS, name);

/** The options in the form for node's parser. */
const PARSED = Object.fromEntries(
  Object.entries<OptionSpec>(OPTIONS).map(([name, { type = 'string' as const, short }]) => [
    name,
    { type, ...(short !== undefined && { short }) },
  ]),
);

/**
 * The words of a command line with their kinds. Refuses nothing: errors in options are reported later, when the command
 * is known.
 */
export function lineTokens(argv: readonly string[], commands: Commands) {
  const named = argv.find((word) => Object.hasOwn(commands, word));
  const specOf = (name: OptionName) => (named === undefined ? OPTIONS[name] : optionOf(commands[named], name));
  const args = argv.map((word, i) => {
    const name = word.slice(2);
    return word.startsWith('--') && isOption(name) ? withValue(word, argv[i + 1], specOf(name)) : word;
  });
  return parseArgs({ args, options: PARSED, allowPositionals: true, strict: false, tokens: true }).tokens;
}

/** A word of a command line, and its kind. */
export type LineToken = ReturnType<typeof lineTokens>[number];

/** Adds the default value to an option given without a value, if that is allowed. */
function withValue(word: string, next: string | undefined, { bare, attached }: OptionSpec): string {
  const alone = attached || next === undefined || next.startsWith('--');
  return alone && bare !== undefined ? `${word}=${bare}` : word;
}

type GivenOption = Extract<LineToken, { readonly kind: 'option' }>;

function optionsFrom(command: string, takes: Command, given: readonly GivenOption[]): Options {
  const options: { [name: string]: string | boolean | readonly string[] } = {};
  for (const option of given) {
    const { name, rawName } = option;
    const off = switchedOff(option, takes);
    if (off !== undefined) {
      options[off] = false;
      continue;
    }
    if (!isOption(name)) throw unknownOption(command, takes, rawName);
    if (!optionsOfCommand(takes).includes(name)) throw new UsageError(`'${command}' does not take --${name}.`);
    const spec = optionOf(takes, name);
    if (isSwitch(spec)) {
      if (option.value !== undefined) throw new UsageError(`--${name} takes no value, not '${option.value}'.`);
      options[name] = true;
    } else {
      const value = givenValue(option, optionWords(name, spec));
      options[name] = spec.multiple ? [...((options[name] as readonly string[]) ?? []), value] : value;
    }
  }
  return options;
}

const isSwitch = ({ type }: OptionSpec): boolean => type === 'boolean';

/** The switch that an option such as "--no-quiet" turns off, as a configuration may have turned it on. */
function switchedOff({ name, value }: GivenOption, takes: Command): OptionName | undefined {
  const positive = name.slice('no-'.length);
  const meant =
    !isOption(name) && name.startsWith('no-') && isOption(positive) && optionsOfCommand(takes).includes(positive);
  return meant && isSwitch(OPTIONS[positive]) && value === undefined ? positive : undefined;
}

/** A negative number and "-" are values; other words with a dash are options that were meant to follow a value. */
export const LIKE_AN_OPTION = /^-[^\d.]/;

function givenValue({ rawName, value, inlineValue }: GivenOption, words: string): string {
  if (value === undefined) throw new UsageError(`${rawName} needs a value: ${words}.`);
  if (!inlineValue && LIKE_AN_OPTION.test(value))
    throw new UsageError(`${rawName} needs a value: ${words}. A value that begins with a dash is written after =.`);
  return value;
}

function unknownOption(command: string, takes: Command, word: string): UsageError {
  // The dashes, which all options have, would make any two words seem closer.
  const near = closest(word.replace(/^-+/, ''), optionsOfCommand(takes));
  const advice = near === undefined ? `See kernelscope help ${command}.` : `Did you mean --${near}?`;
  return new UsageError(`'${command}' has no option ${word}. ${advice}`);
}

function checkOperands(command: string, takes: Command, given: readonly string[]): void {
  const lacking = takes.operands.slice(given.length).find(({ optional }) => !optional);
  if (lacking) throw new UsageError(`${command} needs ${lacking.name}: ${synopsis(command, takes)}.`);
  const extra = given.find((_, i) => operandAt(takes, i) === undefined);
  if (extra !== undefined) throw new UsageError(`${command} does not take '${extra}': ${synopsis(command, takes)}.`);
}
