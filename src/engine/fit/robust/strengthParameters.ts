import type { ParameterSchema } from '../../contract/method';
import { LAMBDA, T } from '../../parameters/common';

export const TIME: ParameterSchema = {
  ...T,
  title: 'Stopping time t',
  description:
    'When the descent stops: the sum of its step sizes, in units of the coefficients. Above 0. No coefficient becomes larger than t.',
};

/** Of losses whose dual has bounds: C = 1/(n·lambda). */
export const PER_SAMPLE_LAMBDA: ParameterSchema = {
  ...LAMBDA,
  description:
    'Ridge penalty in (1/n)·sum of losses + (lambda/2)·||f||² with n training rows; the bound C of the dual is 1/(n·lambda). Above 0.',
};

/** What M-estimators take beside lambda; `tuning` is the standard constant of the loss. */
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
