import { type NamedChoice, partOfWords, ROW_CHOICES, wantedOf } from '../choices/design';
import type { FitChoices } from '../choices/fitChoices';
import type { OptionSpec } from '../choices/optionSpec';
import { READ_CHOICES, readValue } from '../choices/reading';
import { didYouMean } from '../engine/contract/closest';
import type { ReadOptions } from '../engine/contract/data';
import type { MethodSpec } from '../engine/contract/method';
import { unknownParameter } from '../engine/parameters/checkParameters';
import { listed } from '../engine/words/listed';
import { splitNames } from '../engine/words/nameList';
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
  const text = options[name] as string | undefined;
  const match = choices.find((choice) => choice === text?.toLowerCase());
  if (text !== undefined && match === undefined)
    throw wrong(`--${name}`, `one of ${choices.join(', ')}`, text, choices);
  return match as ChoiceOf<K> | undefined;
}

function wrong(called: string, wanted: string, text: string, choices: readonly string[] = []): UsageError {
  return new UsageError(
    [`${called} is ${wanted}, not '${text}'.`, didYouMean(text, choices)].filter(Boolean).join(' '),
  );
}

/** "name=value" → [name, value]. */
export function splitPair(option: string, text: string): [string, string] {
  const at = text.indexOf('=');
  if (at <= 0) throw new UsageError(`--${option} takes NAME=VALUE, not '${text}'.`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** How the file is to be read, as far as the command line says. Throws `UsageError`. */
export function readOptions(options: Options): ReadOptions {
  const said = READ_CHOICES.flatMap(([name, choice]) => {
    const { flag, choices = choice.values?.map(({ word }) => word) ?? [], wanted } = choice.option;
    const given = options[flag as OptionName];
    if (given === undefined || given === false) return [];
    const value = readValue(choice, given);
    if (value === undefined) throw wrong(`--${flag}`, wanted ?? `one of ${choices.join(', ')}`, String(given), choices);
    return [[name, value]];
  });
  return Object.fromEntries(said) as ReadOptions;
}

/** Choices of the design that --set takes beside the parameters of the method. */
export const DATA_SETTINGS = ROW_CHOICES.filter(({ option }) => option === undefined);

/**
 * What a command line says of a fit. Values of the method's parameters are checked later, against its schema. Throws `UsageError`, `parameter/invalid`
 * for rows to leave out that are none, and `parameter/unknown`.
 */
export function fitChoices(options: Options, method: MethodSpec): FitChoices {
  const { target: [target, ...moreTargets] = [], features, set = [] } = options;
  const flagged = ROW_CHOICES.flatMap((choice) => {
    const text = options[choice.option?.flag as OptionName];
    return typeof text === 'string' ? [{ choice, text, called: `--${choice.option?.flag}` }] : [];
  });
  const dividing = flagged.filter(({ choice }) => choice.divides);
  if (dividing.length > 1) throw new UsageError(`Give only one of ${listed(dividing.map(({ called }) => called))}.`);
  const pairs = set.map((text) => splitPair('set', text));
  const takes = (name: string) => method.parameters.some((parameter) => parameter.name === name);
  const settings = pairs.flatMap(([name, text]) => {
    const choice = ROW_CHOICES.find((one) => one.name === name);
    const known = choice && (choice.option === undefined || takes(name));
    return known ? [{ choice, text, called: name }] : [];
  });
  const parameters = pairs.filter(([name]) => !settings.some(({ called }) => called === name));
  const unknown = parameters.find(([name]) => !takes(name));
  if (unknown)
    throw unknownParameter(
      method,
      unknown[0],
      DATA_SETTINGS.map(({ name }) => name),
    );
  return {
    ...(target !== undefined && { target }),
    ...(moreTargets.length > 0 && { moreTargets }),
    ...(features && { features: features.flatMap(splitNames) }),
    parameters: Object.fromEntries(parameters),
    design: Object.assign({}, ...[...flagged, ...settings].map(designPart)),
    read: readOptions(options),
  };
}

function designPart({
  choice,
  text,
  called,
}: {
  readonly choice: NamedChoice;
  readonly text: string;
  readonly called: string;
}) {
  const part = partOfWords(choice, text);
  if (part === undefined) throw wrong(called, choice.option?.wanted ?? wantedOf(choice), text, choice.choices);
  return part;
}
