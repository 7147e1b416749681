import type { ColumnSummary } from '../engine/contract/data';
import type { ParameterSchema } from '../engine/contract/method';
import { type Holds, isCount, isListOf, isText } from '../engine/contract/shape';
import type { OptionSpec } from './optionSpec';

/** A value in a request, its word on the command line, and its label in forms. */
export interface NamedValue<V = unknown> {
  readonly value: V;
  readonly word: string;
  readonly label: string;
}

/**
 * A choice, described once for all interfaces: arguments of programs, settings and forms, JSON Schemas, and the command line with its help and
 * documents. `P` is the part of a request that it makes, `V` its value in arguments. Members that are omitted follow from the type and the
 * limits, as with a method's parameter.
 */
export interface Choice<P = object, V = unknown> extends Partial<Omit<ParameterSchema, 'name'>> {
  /** The description in sentences, each with its full stop. Help shows the first of them. */
  readonly description: string;
  /** The possible values, or those that have a name. */
  readonly values?: readonly NamedValue<V>[];
  /** True for columns that are offered, if the choice's value is a column. */
  readonly column?: (column: ColumnSummary) => boolean;
  /** True if a value that came as JSON is valid; and the possible values in words that follow "has to be" or "is". */
  readonly holds?: Holds;
  readonly wanted?: string;
  /** The part of a request that a value makes; if omitted, the member of the same name. */
  part?(value: V): P;
  /** The inverse of `part`. */
  value?(whole: P): V | undefined;
  readonly option?: ChoiceOption<P>;
}

export type NamedChoice<P = object> = Choice<P> & { readonly name: string };

/** The texts given to an option, or true if it was given without one. */
export type Given = string | boolean | readonly string[];

/** The option of the command line for a choice; members that are omitted follow from the choice. */
export interface ChoiceOption<P = object> extends Omit<OptionSpec, 'sentence'> {
  readonly flag: string;
  /** The section of a command's page. */
  readonly group: OptionGroup;
  /** The further values that the command line takes, said after the first sentence. */
  readonly also?: string;
  /** The possible words, in words that follow "is", if they differ from those of the choice. */
  readonly wanted?: string;
  /** The part of a request that its words make, if these are not the value itself; undefined for invalid words. */
  read?(given: Given): P | undefined;
  /** The inverse of `read`: a text, or one for each time that the option is given; undefined for the default. */
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

/** The options of a group among those of the choices, by flag. */
type OptionsOf<T, G extends OptionGroup> = {
  readonly [K in keyof T as T[K] extends { option: { flag: infer F extends string; group: G } }
    ? F
    : never]: T[K] extends { option: infer O extends object }
    ? O & { readonly sentence: string; readonly more?: string }
    : never;
};

/** The options of a group for the parser, help, completion and documents, in the order of the choices. */
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
export const COLUMN_LIST = 'a list of column names or positions from 1';
