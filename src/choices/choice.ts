import type { ColumnSummary } from '../engine/contract/data';
import type { ParameterValue } from '../engine/contract/method';
import { type Holds, isCount, isListOf, isText } from '../engine/contract/shape';
import type { OptionSpec } from './optionSpec';

/** A value as a request has it, as the command line spells it, and as forms call it. */
export interface NamedValue<V = unknown> {
  readonly value: V;
  readonly word: string;
  readonly label: string;
}

/** A choice as every door takes it: arguments of programs, settings and forms, JSON Schemas, and the command line with its help and documents. */
export interface Choice {
  /** Sentences, each with its full stop. Help shows the first of them. */
  readonly description: string;
  /** The words there are, or the values there are or that have a name, or which columns of a file it can be. */
  readonly choices?: readonly string[];
  readonly values?: readonly NamedValue[];
  readonly column?: (column: ColumnSummary) => boolean;
  readonly default?: ParameterValue;
  /** Whether a value that came as JSON is one of this choice. Where it is left out, the limits of the choice decide. */
  readonly holds?: Holds;
  /** The values there are, behind "has to be" or "is"; left out where the limits say it. */
  readonly wanted?: string;
  readonly option?: ChoiceOption;
}

/** The option of the command line for a choice: what it does not say follows from the choice. */
export interface ChoiceOption extends Omit<OptionSpec, 'sentence'> {
  readonly flag: string;
  /** The part of a command's page. */
  readonly group: OptionGroup;
  /** What the command line takes beside, behind the first sentence. */
  readonly also?: string;
  /** The words there are, behind "is", where they are not those of the choice. */
  readonly wanted?: string;
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
