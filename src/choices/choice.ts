import type { ColumnSummary } from '../engine/contract/data';
import type { ParameterSchema } from '../engine/contract/method';
import { type Holds, isCount, isListOf, isText } from '../engine/contract/shape';
import type { OptionSpec } from './optionSpec';

/** A value as a request has it, as the command line spells it, and as forms call it. */
export interface NamedValue<V = unknown> {
  readonly value: V;
  readonly word: string;
  readonly label: string;
}

/**
 * A choice as every door takes it: arguments of programs, settings and forms, JSON Schemas, and the command line with its help and documents. `P` is the
 * part of a request that it makes, `V` its value in arguments. What is left out follows from the type and the limits, as with a method's parameter.
 */
export interface Choice<P = object, V = unknown> extends Partial<Omit<ParameterSchema, 'name'>> {
  /** Sentences, each with its full stop. Help shows the first of them. */
  readonly description: string;
  /** The values there are, or those that have a name. */
  readonly values?: readonly NamedValue<V>[];
  /** Its value is a column; whether this one is offered. */
  readonly column?: (column: ColumnSummary) => boolean;
  /** Whether a value that came as JSON is one of this choice, and the values there are, behind "has to be" or "is". */
  readonly holds?: Holds;
  readonly wanted?: string;
  /** The part that a value makes; left out, the member of the same name. */
  part?(value: V): P;
  /** The inverse. */
  value?(whole: P): V | undefined;
  readonly option?: ChoiceOption<P>;
}

export type NamedChoice<P = object> = Choice<P> & { readonly name: string };

/** What an option was given: its texts, or that it is there. */
export type Given = string | boolean | readonly string[];

/** The option of the command line for a choice: what it does not say follows from the choice. */
export interface ChoiceOption<P = object> extends Omit<OptionSpec, 'sentence'> {
  readonly flag: string;
  /** The part of a command's page. */
  readonly group: OptionGroup;
  /** What the command line takes beside, behind the first sentence. */
  readonly also?: string;
  /** The words there are, behind "is", where they are not those of the choice. */
  readonly wanted?: string;
  /** The part that its words make, where these are not the value itself; undefined for words that say nothing. */
  read?(given: Given): P | undefined;
  /** The inverse: a text, or one for each time that it is given; undefined for what is as usual. */
  say?(whole: P): string | readonly string[] | undefined;
}

type OptionGroup = 'fitting' | 'rows' | 'reading';

function optionSpec(choice: Choice, option: ChoiceOption): OptionSpec {
  const { description, values, choices = values?.map(({ word }) => word), column, default: usual } = choice;
  const end = description.search(/\.(?= |$)/);
  const [first, rest] = [description.slice(0, end), description.slice(end + 2)];
  const more = option.more ?? rest;
  return {
    ...(column && { value: 'COL', names: 'column' }),
    ...(choices && option.value === undefined && { choices }),
    ...(usual !== undefined && { default: String(usual) }),
    ...option,
    sentence: `${first[0].toLowerCase()}${first.slice(1)}${option.also === undefined ? '' : `; ${option.also}`}`,
    ...(more !== '' && { more }),
  };
}

/** By flag, the options of a group among those of the choices. */
type OptionsOf<T, G extends OptionGroup> = {
  readonly [K in keyof T as T[K] extends { option: { flag: infer F extends string; group: G } }
    ? F
    : never]: T[K] extends { option: infer O extends object }
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
