import type { ParameterSchema } from '../../contract/method';
import { KERNEL_PARAMETERS } from '../../parameters/common';
import { count } from '../../words/numbers';
import type { RobustFamily } from './family';

/** Rows up to which errors come from folds where these are affordable, and up to which the kernel matrix is used whole, when nothing is said. */
export const FOLDED_ROWS = 2000;
export const WHOLE_ROWS = 5000;
export const DEFAULT_LANDMARKS = 1000;
export const DEFAULT_SHARE = 0.1;

export const SELECTION_WORDS = {
  cv: 'least',
  oneStandardError: 'most regular within one standard error of the least',
} as const;

const LENGTH_SCALE_RULE: ParameterSchema = {
  name: 'lengthScaleRule',
  title: 'Length scale chosen by',
  description:
    'cv: least error of this method over folds of up to 400 rows. loo, marginalLikelihood, ard: as for ridge regression, which outliers mislead. median: median distance between rows.',
  type: 'choice',
  choices: ['loo', 'marginalLikelihood', 'cv', 'ard', 'median'],
  default: 'cv',
};

/** Every parameter of a robust method, in the order of forms. */
export function robustParameters(family: RobustFamily): ParameterSchema[] {
  const kernel = KERNEL_PARAMETERS.map((schema) => (schema.name === 'lengthScaleRule' ? LENGTH_SCALE_RULE : schema));
  return [...kernel, family.strength, ...family.parameters, ...commonParameters(family)];
}

function commonParameters({ losses, interceptBy }: RobustFamily): ParameterSchema[] {
  const intercept =
    interceptBy === 'median'
      ? 'The median of the target is taken away first and added to predictions.'
      : 'A constant that is fitted without penalty.';
  return [
    {
      name: 'selection',
      title: 'Strength chosen by',
      description:
        'How the strength is chosen when it is left out. cv: least error on rows left out. oneStandardError: the most regular within one standard error of it.',
      type: 'choice',
      choices: Object.keys(SELECTION_WORDS),
      default: 'cv',
    },
    ...(losses.length > 1
      ? [
          {
            name: 'scoreLoss',
            title: 'Error on rows left out',
            description:
              'What an error on a row left out costs. absolute: its size, so that outliers among them hardly matter. squared: its square.',
            type: 'choice',
            choices: losses,
            default: losses[0],
          } as const,
        ]
      : []),
    {
      name: 'folds',
      title: 'Folds',
      description:
        'Folds over which errors on rows left out are averaged, from 2 to the number of training rows; 0 leaves out one validation part instead.',
      type: 'integer',
      minimum: 0,
      rule: `10 up to ${count(FOLDED_ROWS)} training rows, fewer where that would take minutes; 0 beyond`,
    },
    {
      name: 'validation',
      title: 'Validation part',
      description: 'Share of the training rows in the validation part when there are no folds: from 0.02 to 0.5.',
      type: 'number',
      minimum: 0.02,
      maximum: 0.5,
      default: DEFAULT_SHARE,
    },
    {
      name: 'landmarks',
      title: 'Landmarks',
      description:
        'Rows that stand for all in a Nyström approximation of the kernel matrix: from 1 to the number of training rows; 0 uses the matrix whole.',
      type: 'integer',
      minimum: 0,
      rule: `0 up to ${count(WHOLE_ROWS)} training rows, ${count(DEFAULT_LANDMARKS)} beyond`,
    },
    { name: 'intercept', title: 'Intercept', description: intercept, type: 'boolean', default: true },
    {
      name: 'seed',
      title: 'Seed',
      description:
        'Seed of the random draws: folds, samples of rows, landmarks, resampling. A whole number from 0 to 4294967295.',
      type: 'integer',
      minimum: 0,
      maximum: 4294967295,
      default: 0,
    },
  ];
}
