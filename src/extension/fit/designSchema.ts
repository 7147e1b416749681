import type { DesignOptions } from '../../engine/contract/data';
import type { ParameterSchema } from '../../engine/contract/method';
import type { FieldValues } from '../picks/field';
import type { DesignChoices } from '../remembered';

/**
 * The choices that turn a file into training and held-out rows, in the same form as a method's parameters, so that
 * settings and forms derive from it too. Names are those of the command line.
 */
export const DESIGN_SCHEMA: readonly ParameterSchema[] = [
  {
    name: 'holdout',
    title: 'Held-out share',
    description: 'Share of the rows, chosen at random, that test the fit and do not train it: 0 to 0.9.',
    type: 'number',
    minimum: 0,
    maximum: 0.9,
    default: 0.2,
  },
  {
    name: 'missing',
    title: 'Missing cells',
    description:
      'impute: training mean for numbers, a level of its own for categories. drop: leave out rows with a gap.',
    type: 'choice',
    choices: ['impute', 'drop'],
    default: 'impute',
  },
  {
    name: 'standardise',
    title: 'Standardise columns',
    description: 'Centre every column and divide it by its standard deviation over the training rows.',
    type: 'boolean',
    default: true,
  },
  {
    name: 'maxRows',
    title: 'Most rows',
    description: 'A seeded random sample of at most this many rows is used.',
    type: 'integer',
    minimum: 10,
    rule: 'no limit, with a question when there are too many',
  },
  {
    name: 'seed',
    title: 'Seed',
    description: 'The same seed gives the same held-out rows, folds and samples: a whole number from 0.',
    type: 'integer',
    minimum: 0,
    maximum: 4294967295,
    default: 0,
  },
];

export const DESIGN_NAMES: ReadonlySet<string> = new Set(DESIGN_SCHEMA.map(({ name }) => name));

/** The choices in a form's or the settings' values; values of the wrong type are left out. */
export function designChoices(values: FieldValues): DesignChoices {
  const { holdout, missing, standardise, maxRows, seed } = values;
  return {
    ...(typeof holdout === 'number' && { holdout: { kind: 'fraction', fraction: holdout } }),
    ...((missing === 'impute' || missing === 'drop') && { missing }),
    ...(typeof standardise === 'boolean' && { standardise }),
    ...(typeof maxRows === 'number' && { maxRows }),
    ...(typeof seed === 'number' && { seed }),
  };
}

/** The inverse, for a form; a held-out file has no line in it. */
export function designValues({ holdout, missing, standardise, maxRows, seed }: DesignChoices): FieldValues {
  return {
    ...(holdout?.kind === 'fraction' && { holdout: holdout.fraction }),
    ...(missing !== undefined && { missing }),
    ...(standardise !== undefined && { standardise }),
    ...(maxRows !== undefined && { maxRows }),
    ...(seed !== undefined && { seed }),
  };
}

export const DESIGN_DEFAULTS: Omit<DesignOptions, 'target'> = {
  missing: 'impute',
  standardise: true,
  holdout: { kind: 'fraction', fraction: 0.2 },
  seed: 0,
};
