import type { ParameterSchema } from '../../contract/method';
import {
  INTERCEPT,
  KERNEL,
  LAMBDA,
  LENGTH_SCALE,
  LENGTH_SCALE_RULE,
  SEED,
  SELECTION,
  T,
} from '../../parameters/common';
import { count } from '../../words/numbers';
import type { RobustFamily } from './family';

/** The most rows for which errors by default come from folds, if affordable, and for which the full kernel matrix is used. */
export const FOLDED_ROWS = 2000;
export const WHOLE_ROWS = 5000;
export const DEFAULT_LANDMARKS = 1000;
export const DEFAULT_SHARE = 0.1;

export const SELECTION_WORDS = {
  cv: 'least',
  oneStandardError: 'most regularised within one standard error of the lowest',
} as const;

const RULE: ParameterSchema = {
  ...LENGTH_SCALE_RULE,
  description:
    'cv: lowest error of this method over folds of up to 400 rows. loo, marginalLikelihood, ard: as for ridge regression, which outliers can mislead. median: median distance between rows. jacobian: in closed form, for the Gaussian kernel.',
  default: 'cv',
};

/** Every parameter of a robust method, in the order of forms. */
export function robustParameters(family: RobustFamily): ParameterSchema[] {
  return [KERNEL, LENGTH_SCALE, RULE, family.strength, ...family.parameters, ...commonParameters(family)];
}

function commonParameters({ losses, interceptBy }: RobustFamily): ParameterSchema[] {
  const intercept =
    interceptBy === 'median'
      ? 'Subtracts the median of the target before the fit and adds it to predictions.'
      : 'Fits a constant without penalty.';
  return [
    {
      ...SELECTION,
      title: 'Strength chosen by',
      description:
        'How the strength is chosen if it is not set. cv: lowest error on rows left out. oneStandardError: the strongest regularisation within one standard error of it.',
      choices: Object.keys(SELECTION_WORDS),
      default: 'cv',
    },
    ...(losses.length > 1
      ? [
          {
            name: 'scoreLoss',
            title: 'Error on rows left out',
            description:
              'Loss on rows left out. absolute: the size of the error, so that outliers hardly matter. squared: its square.',
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
        'Number of folds for errors on rows left out: from 2 to the number of training rows; 0 uses one validation part instead.',
      type: 'integer',
      minimum: 0,
      rule: `10 up to ${count(FOLDED_ROWS)} training rows, fewer if that would take minutes; 0 beyond`,
    },
    {
      name: 'validation',
      title: 'Validation part',
      description: 'Fraction of the training rows in the validation part if folds is 0: from 0.02 to 0.5.',
      type: 'number',
      minimum: 0.02,
      maximum: 0.5,
      default: DEFAULT_SHARE,
    },
    {
      name: 'landmarks',
      title: 'Landmarks',
      description:
        'Number of landmark rows for a Nyström approximation of the kernel matrix: from 1 to the number of training rows; 0 for the exact matrix.',
      type: 'integer',
      minimum: 0,
      rule: `0 up to ${count(WHOLE_ROWS)} training rows, ${count(DEFAULT_LANDMARKS)} beyond`,
    },
    { ...INTERCEPT, description: intercept },
    {
      ...SEED,
      description:
        'Seed for random folds, samples of rows, landmarks and resampling: a whole number from 0 to 4294967295.',
    },
  ];
}

export const TIME: ParameterSchema = {
  ...T,
  title: 'Stopping time t',
  description:
    'When the descent stops: the sum of its step sizes, in units of the coefficients. Above 0. No coefficient becomes larger than t.',
};

/** Families that are solved in the dual, up to a relative duality gap. */
export const DUAL = {
  weighted: true,
  measure: 'gap',
  tolerance: 1e-6,
  nearZero: 'absolute',
  leaveAbove: 0.15,
} as const;

/** lambda of losses whose dual has bounds: C = 1/(n·lambda). */
export const PER_SAMPLE_LAMBDA: ParameterSchema = {
  ...LAMBDA,
  description:
    'Ridge penalty in (1/n)·sum of losses + (lambda/2)·||f||² with n training rows; the bound C of the dual is 1/(n·lambda). Above 0.',
};

/** The parameters of M-estimators other than lambda; `tuning` is the standard constant of the loss. */
export function mEstimatorParameters(tuning: number): readonly ParameterSchema[] {
  return [
    {
      name: 'tuning',
      title: 'Tuning constant',
      description:
        'Residual, in robust scales, beyond which a row loses weight: above 0. The default is 95 % efficient for normal errors.',
      type: 'number',
      exclusiveMinimum: 0,
      default: tuning,
    },
    {
      name: 'residualScale',
      title: 'Scale of the residuals',
      description:
        'mad: 1.4826 times the median distance from the median. deviation: the standard deviation, which outliers inflate; used in the paper.',
      type: 'choice',
      choices: ['mad', 'deviation'],
      default: 'mad',
    },
  ];
}
