import type { Given, NamedChoice } from '../choices/choice';
import { ROW_CHOICES } from '../choices/design';
import { partOfWords, wanted } from '../choices/doors';
import type { OptionSpec } from '../choices/optionSpec';
import { READ_CHOICES } from '../choices/reading';
import { didYouMean } from '../engine/contract/closest';
import type { ReadOptions } from '../engine/contract/data';
import { type ChoiceOf, OPTIONS, type OptionName, type Options } from './options/table';
import { UsageError } from './usage';

export interface CommandLine {
  readonly command: string;
  readonly operands: readonly string[];
  readonly options: Options;
}

/** The value of an option that has choices, in any letter case. Throws `UsageError` for any other value. */
export function choiceOf<K extends OptionName>(name: K, options: Options): ChoiceOf<K> | undefined {
  const { choices = [] }: OptionSpec = OPTIONS[name];
  const text = options[name] as string | undefined;
  const match = choices.find((choice) => choice === text?.toLowerCase());
  if (text !== undefined && match === undefined)
    throw wrong(`--${name}`, `one of ${choices.join(', ')}`, text, choices);
  return match as ChoiceOf<K> | undefined;
}

function wrong(called: string, wanted: string, text: string, choices: readonly string[] = []): UsageError {
  const long = choices.filter(({ length }) => length > 1);
  return mistaken(`${called} is ${wanted}, not '${text}'.`, text, long);
}

/** The error for a wrong word, with the known word that was most likely meant. */
export const mistaken = (sentence: string, word: string, known: readonly string[]): UsageError =>
  new UsageError([sentence, didYouMean(word, known) ?? []].flat().join(' '));

/** "name=value" → [name, value]. */
export function splitPair(option: string, text: string): [string, string] {
  const at = text.indexOf('=');
  if (at <= 0) throw new UsageError(`--${option} takes NAME=VALUE, not '${text}'.`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** A choice, its value on the command line, and its name there. */
export interface SaidChoice<C> {
  readonly choice: C;
  readonly given: Given;
  readonly called: string;
}

export const saidBy = <C extends NamedChoice>(choices: readonly C[], options: Options): readonly SaidChoice<C>[] =>
  choices.flatMap((choice) => {
    const { [choice.option?.flag as OptionName]: given } = options;
    return given === undefined || given === false ? [] : [{ choice, given, called: `--${choice.option?.flag}` }];
  });

/** The part of a request that these choices make. Throws `UsageError`. */
export function partsTogether<P extends object>(said: readonly SaidChoice<NamedChoice<P>>[]): P {
  const parts = said.map(({ choice, given, called }) => {
    const { values, choices = values?.map(({ word }) => word), option } = choice;
    const part = partOfWords(choice, given);
    const words = option?.wanted ?? (choices ? `one of ${choices.join(', ')}` : wanted(choice));
    if (part === undefined) throw wrong(called, words, String(given), choices);
    return part;
  });
  return Object.assign({}, ...parts);
}

/** The reading options that the command line gives. Throws `UsageError`. */
export const readOptionsOfLine = (options: Options): ReadOptions => partsTogether(saidBy(READ_CHOICES, options));

/** Choices of the design that --set takes in addition to the parameters of the method. */
export const DATA_SETTINGS = ROW_CHOICES.filter(({ option }) => option === undefined);
