import { type DesignOptions, HELD_OUT_SHARE } from '../engine/contract/data';
import type { ParameterSchema, Parameters, ParameterValue } from '../engine/contract/method';
import type { Holds } from '../engine/contract/shape';
import { parameterValue } from '../engine/words/parameterValue';
import { valuesOf } from '../engine/words/valueWords';
import { COLUMN, isColumn } from './choice';
import { CHOICES, type RowChoice } from './choices';
import type { DesignChoices } from './fitChoices';

export type NamedChoice = ParameterSchema & RowChoice;

/** The choices that turn a file into training and held-out rows, each a schema as those of a method's parameters. */
export const ROW_CHOICES: readonly NamedChoice[] = Object.entries(CHOICES).flatMap(([name, choice]) =>
  'type' in choice ? [{ name, ...(choice as RowChoice) }] : [],
);

/** Those of them that settings and forms have. */
export const DESIGN_SCHEMA = ROW_CHOICES.filter(({ place }) => place !== undefined);
export const DESIGN_NAMES: ReadonlySet<string> = new Set(DESIGN_SCHEMA.map(({ name }) => name));

/** Whether a value that came as JSON is one of the choice: of a program's arguments, whose types are those of JSON. */
export const holdsOf = ({ holds, ...choice }: NamedChoice): Holds =>
  holds ?? (choice.column ? isColumn : (value) => typeof value !== 'object' && isValue(choice, value));

const isValue = (schema: ParameterSchema, value: unknown): boolean =>
  schema.type === 'text' ? typeof value === 'string' : parameterValue(schema, value as ParameterValue) === value;

/** The values of a choice, behind "has to be" or "is". */
export const wantedOf = (choice: NamedChoice): string => choice.wanted ?? (choice.column ? COLUMN : valuesOf(choice));

/** The part of the design that a value of one choice makes. */
export const partOf = ({ name, column, part }: NamedChoice, value: unknown): DesignChoices =>
  part ? part(value) : { [name]: column ? String(value) : value };

/** The same of the words of the command line; undefined for words that say nothing. */
export function partOfWords(choice: NamedChoice, text: string): DesignChoices | undefined {
  if (choice.option?.read) return choice.option.read(text);
  const value = choice.type === 'text' ? text : parameterValue(choice, text);
  return value === undefined ? undefined : partOf(choice, value);
}

/** The design that values by name make, each of which holds. Of two choices for one part of it the one that stands first in the list decides. */
export function designOf(values: Readonly<Record<string, unknown>>): DesignChoices {
  const said = ROW_CHOICES.filter(({ name }) => values[name] !== undefined);
  return Object.assign({}, ...said.map((choice) => partOf(choice, values[choice.name])).reverse());
}

/** The same for settings and forms, where values of the wrong type and blank texts are left out. */
export const designChoices = (values: Parameters): DesignChoices =>
  designOf(Object.fromEntries(DESIGN_SCHEMA.map((choice) => [choice.name, typed(choice, values[choice.name])])));

/** The value, if it has the choice's type. */
export function typed({ type, choices }: NamedChoice, value: unknown): ParameterValue | undefined {
  if (type === 'text') return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  if (type === 'choice') return choices?.find((choice) => choice === value);
  const wanted = type === 'boolean' ? 'boolean' : 'number';
  return typeof value === wanted ? (value as ParameterValue) : undefined;
}

/** The value of one choice in a design; undefined where it says nothing of it. */
export const valueIn = ({ name, value }: NamedChoice, design: DesignChoices): unknown =>
  value ? value(design) : design[name as keyof DesignChoices];

/** The inverse of `designChoices`, for a form; a held-out file and rows left out have no line in it. */
export const designValues = (design: DesignChoices): Parameters =>
  Object.fromEntries(
    DESIGN_SCHEMA.flatMap((choice) => {
      const value = typed(choice, valueIn(choice, design));
      return value === undefined ? [] : [[choice.name, value]];
    }),
  );

export const DESIGN_DEFAULTS: Omit<DesignOptions, 'target'> = {
  missing: 'impute',
  standardise: true,
  holdout: { kind: 'fraction', fraction: HELD_OUT_SHARE, byDefault: true },
  seed: 0,
};

/** The words of the command line for a design; what it has anyway is not said. */
export const designWords = (design: DesignChoices): readonly string[] =>
  ROW_CHOICES.flatMap((choice) => {
    const { name, option } = choice;
    const value = option?.say ? option.say(design) : valueIn(choice, design);
    if (value === undefined || value === DESIGN_DEFAULTS[name as keyof typeof DESIGN_DEFAULTS]) return [];
    return [option ? `--${option.flag}=${value}` : `--set=${name}=${value}`];
  });
