import { type Holds, isCount, isListOf, isText } from '../engine/contract/shape';
import type { OptionSpec } from './optionSpec';

/** A choice as every door takes it: arguments of programs, settings and forms, JSON Schemas, and the command line with its help and documents. */
export interface Choice {
  /** Sentences, each with its full stop. Help shows the first of them. */
  readonly description: string;
  /** Whether a value that came as JSON is one of this choice. Where it is left out, the limits of the choice decide. */
  readonly holds?: Holds;
  /** The values there are, behind "has to be" or "is"; left out where the limits say it. */
  readonly wanted?: string;
  readonly option?: ChoiceOption;
}

/** A part of a command's page. */
export type OptionGroup = 'fitting' | 'rows' | 'reading';

/** The option of the command line for a choice, whose first sentence it has. */
export interface ChoiceOption extends Omit<OptionSpec, 'sentence'> {
  readonly flag: string;
  readonly group: OptionGroup;
  /** What the command line takes beside, behind the first sentence. */
  readonly also?: string;
  /** The words there are, behind "is", where they are not those of the choice. */
  readonly wanted?: string;
}

/** The sentence and the further sentences of an option, those of its choice. */
function optionSpec({ description }: Choice, option: ChoiceOption): OptionSpec {
  const end = description.search(/\.(?= |$)/);
  const [first, rest] = [description.slice(0, end), description.slice(end + 2)];
  const sentence = `${first[0].toLowerCase()}${first.slice(1)}${option.also === undefined ? '' : `; ${option.also}`}`;
  const more = option.more ?? rest;
  return { ...option, sentence, ...(more !== '' && { more }) };
}

/** By flag, the options of a group among those of the choices. */
type OptionsOf<T, G extends OptionGroup> = {
  readonly [K in keyof T as T[K] extends { option: { flag: infer F extends string; group: G } }
    ? F
    : never]: T[K] extends {
    option: infer O extends object;
  }
    ? O & { readonly sentence: string; readonly more?: string }
    : never;
};

/** The options of a group as parser, help, completion and documents take them, in the order of the choices. */
export function optionsOf<T extends Readonly<Record<string, Choice>>, G extends OptionGroup>(
  choices: T,
  group: G,
): OptionsOf<T, G> {
  const made = Object.values<Choice>(choices).flatMap((choice) =>
    choice.option?.group === group ? [[choice.option.flag, optionSpec(choice, choice.option)]] : [],
  );
  return Object.fromEntries(made) as OptionsOf<T, G>;
}

/** A column's name, or its position from 1. */
export const isColumn: Holds = (value) => isText(value) || (isCount(value) && value > 0);
export const isColumns: Holds = (value) => isListOf(value, isColumn);
export const COLUMN = "a column's name or its position from 1";
export const COLUMNS = 'a list of column names or positions from 1';

/** An object without the members that are undefined. */
export const stated = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
