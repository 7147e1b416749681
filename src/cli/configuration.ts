import { readFile } from 'node:fs/promises';
import type { OptionSpec } from '../choices/optionSpec';
import { didYouMean } from '../engine/contract/closest';
import { either, finite, flag, holds, list, record, text } from '../engine/contract/schema';
import { isRecord } from '../engine/contract/shape';
import { joinNames } from '../engine/words/splitNames';
import type { CommandLine } from './arguments';
import type { Command } from './commands/command';
import { optionsOfCommand } from './commands/words';
import { namesOf, OPTIONS, type OptionName, type Options, variableOf } from './options/table';
import { UsageError } from './usage';

type Environment = Readonly<Record<string, string | undefined>>;

/** A value of an option, as the parser makes it. */
type Value = string | boolean | readonly string[];
type Values = { readonly [K in OptionName]?: Value };

/** Options that only the command line itself can have. */
const NEVER: ReadonlySet<OptionName> = new Set(['config', 'help', 'version']);

/**
 * The command line, completed from its configuration file, and that from the environment. Pairs NAME=VALUE of the file
 * come before those of the command line, which therefore win by name. Throws `UsageError` that names the key or the
 * variable.
 */
export async function configured(line: CommandLine, command: Command, environment: Environment): Promise<CommandLine> {
  const path = line.options.config ?? (environment[variableOf('config')] || undefined);
  const file = path === undefined ? {} : await configurationIn(path);
  const around: Values = { ...fromEnvironment(environment), ...file };
  const options: { [K in OptionName]?: Value } = { ...line.options };
  for (const name of optionsOfCommand(command)) {
    const { holds }: OptionSpec = OPTIONS[name];
    const [given, further] = [options[name], around[name]];
    if (given === undefined) options[name] = further;
    else if (holds === 'pair' && further !== undefined)
      options[name] = [...(further as readonly string[]), ...(given as readonly string[])];
  }
  return { ...line, options: options as Options };
}

const SWITCHES: Readonly<Record<string, boolean>> = {
  1: true,
  true: true,
  yes: true,
  0: false,
  false: false,
  no: false,
};

function fromEnvironment(environment: Environment): Values {
  const values: { [K in OptionName]?: Value } = {};
  for (const name of namesOf(OPTIONS).filter((option) => !NEVER.has(option))) {
    const spec: OptionSpec = OPTIONS[name];
    const text = environment[variableOf(name)];
    if (!spec.environment || text === undefined || text === '') continue;
    if (spec.type === 'boolean' && !Object.hasOwn(SWITCHES, text))
      throw new UsageError(`${variableOf(name)} is 1 or 0, not '${text}'.`);
    values[name] = spec.type === 'boolean' ? SWITCHES[text] : text;
  }
  return values;
}

async function configurationIn(path: string): Promise<Values> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${error.code})`;
    throw new UsageError(`the configuration ${path}: ${why}.`);
  });
  const parsed = parsedJson(text, path);
  if (!isRecord(parsed)) throw new UsageError(`the configuration ${path} is no JSON object: {"seed": 1}.`);
  const values: { [K in OptionName]?: Value } = {};
  const known = namesOf(OPTIONS).filter((name) => !NEVER.has(name));
  for (const [key, value] of Object.entries(parsed)) {
    const name = known.find((option) => option === key);
    if (name === undefined) {
      const advice = didYouMean(key, known, '"') ?? 'Its keys are the long options without their dashes.';
      throw new UsageError(`the configuration ${path} has the unknown key "${key}". ${advice}`);
    }
    const taken = valueFrom(value, OPTIONS[name]);
    if (taken === undefined) throw new UsageError(`the configuration ${path}: "${key}" is ${wanted(OPTIONS[name])}.`);
    values[name] = taken;
  }
  return values;
}

function parsedJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new UsageError(`the configuration ${path} is no JSON: ${error instanceof Error ? error.message : error}.`);
  }
}

const TEXT = either(text(), finite());
const TEXTS = either(TEXT, list(TEXT));
const PAIRS = record(either(TEXT, flag()));

/** A value of JSON as the option's; undefined if it has another type. */
function valueFrom(value: unknown, { type, multiple, holds: of }: OptionSpec): Value | undefined {
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (of === 'pair' && holds(PAIRS, value)) return Object.entries(value).map(([key, part]) => `${key}=${part}`);
  if (!holds(TEXTS, value)) return undefined;
  const texts = [value].flat().map(String);
  if (of === 'list' && Array.isArray(value)) return multiple ? [joinNames(texts)] : joinNames(texts);
  if (multiple) return texts;
  return Array.isArray(value) ? undefined : texts[0];
}

function wanted({ type, multiple, holds }: OptionSpec): string {
  if (type === 'boolean') return 'true or false';
  if (holds === 'pair') return 'an object of names and values, {"name": "value"}';
  return multiple || holds === 'list' ? 'text, or a list of texts' : 'text or a number';
}
