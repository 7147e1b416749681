import { type DesignOptions, HELD_OUT_SHARE } from '../engine/contract/data';
import type { ParameterSchema, Parameters, ParameterValue } from '../engine/contract/method';
import { CHOICES, type RowChoice } from './choices';
import { commandWords, requestPart, valueIn } from './doors';
import type { DesignChoices } from './fitChoices';

export type NamedRowChoice = ParameterSchema & RowChoice;

/** The choices that turn a file into training and held-out rows, each with a schema like those of a method's parameters. */
export const ROW_CHOICES: readonly NamedRowChoice[] = Object.entries(CHOICES).flatMap(([name, choice]) =>
  'type' in choice ? [{ name, ...(choice as RowChoice) }] : [],
);

/** The row choices that settings and forms have. */
export const DESIGN_SCHEMA = ROW_CHOICES.filter(({ place }) => place !== undefined);
export const DESIGN_NAMES: ReadonlySet<string> = new Set(DESIGN_SCHEMA.map(({ name }) => name));

/** The design that valid values by name make. Of two choices for the same part of it, the first in the list decides. */
export function designOf(values: Readonly<Record<string, unknown>>): DesignChoices {
  const said = ROW_CHOICES.filter(({ name }) => values[name] !== undefined);
  return Object.assign({}, ...said.map((choice) => requestPart(choice, values[choice.name])).reverse());
}

/** The design that settings and forms make; values of the wrong type and blank texts are ignored. */
export const designChoices = (values: Parameters): DesignChoices =>
  designOf(Object.fromEntries(DESIGN_SCHEMA.map((choice) => [choice.name, typed(choice, values[choice.name])])));

/** The value, if it has the choice's type. */
export function typed({ type, choices }: NamedRowChoice, value: unknown): ParameterValue | undefined {
  if (type === 'text') return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  if (type === 'choice') return choices?.find((choice) => choice === value);
  const wanted = type === 'boolean' ? 'boolean' : 'number';
  return typeof value === wanted ? (value as ParameterValue) : undefined;
}

/** The inverse of `designChoices`, for a form, which has no line for a held-out file and rows left out. */
export function designValues(design: DesignChoices): Parameters {
  const values = DESIGN_SCHEMA.map((choice) => [choice.name, typed(choice, valueIn(choice, design))] as const);
  return Object.fromEntries(values.filter((pair): pair is [string, ParameterValue] => pair[1] !== undefined));
}

export const DESIGN_DEFAULTS: Omit<DesignOptions, 'target'> = {
  missing: 'impute',
  standardise: true,
  holdout: { kind: 'fraction', fraction: HELD_OUT_SHARE, byDefault: true },
  seed: 0,
};

/** The words of the command line for a design, without those for its defaults. */
export const designWords = (design: DesignChoices): readonly string[] =>
  commandWords(ROW_CHOICES, design, DESIGN_DEFAULTS);
