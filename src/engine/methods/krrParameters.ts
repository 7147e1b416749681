import { KernelscopeError } from '../contract/failure';
import type { ParameterSchema, Parameters } from '../contract/method';

/** Ways to choose lambda from the path, and the words for them. */
export const LAMBDA_RULES = {
  loo: 'least leave-one-out error',
  gcv: 'least GCV',
  cv: 'least K-fold error',
  oneStandardError: 'largest within one standard error of the least K-fold error',
} as const;
export type LambdaRule = keyof typeof LAMBDA_RULES;

export const krrParameters: readonly ParameterSchema[] = [
  {
    name: 'kernel',
    title: 'Kernel',
    description: 'gaussian: exp(−||x − z||²/(2·lengthScale²)).',
    type: 'choice',
    choices: ['gaussian'],
    default: 'gaussian',
  },
  {
    name: 'lengthScale',
    title: 'Length scale',
    description: 'Distance over which the fit varies, in units of the (standardised) features. Above 0.',
    type: 'number',
    exclusiveMinimum: 0,
    rule: 'see lengthScaleRule',
  },
  {
    name: 'lengthScaleRule',
    title: 'Length scale chosen by',
    description: 'loo: search for the least leave-one-out error. median: median distance between rows.',
    type: 'choice',
    choices: ['loo', 'median'],
    default: 'loo',
  },
  {
    name: 'lambda',
    title: 'Lambda, per sample',
    description: 'Ridge penalty: alpha = (K + n·lambda·I)⁻¹ y with n training rows. Above 0.',
    type: 'number',
    exclusiveMinimum: 0,
    rule: 'see lambdaRule',
  },
  {
    name: 'lambdaRule',
    title: 'Lambda chosen by',
    description:
      'loo: least leave-one-out error. gcv: least generalised cross-validation. cv: least K-fold error. oneStandardError: largest lambda within one standard error of the least K-fold error.',
    type: 'choice',
    choices: Object.keys(LAMBDA_RULES),
    default: 'loo',
  },
  {
    name: 'intercept',
    title: 'Intercept',
    description: 'Centre the target on its training mean before fitting.',
    type: 'boolean',
    default: true,
  },
  {
    name: 'folds',
    title: 'Folds',
    description: 'Folds of the cross-validation curve, from 2 to the number of training rows; 0 leaves it out.',
    type: 'integer',
    minimum: 0,
    default: 10,
  },
  {
    name: 'seed',
    title: 'Seed',
    description: 'Seed of the random draws: folds, samples of rows, resampling. A whole number from 0 to 4294967295.',
    type: 'integer',
    minimum: 0,
    maximum: 4294967295,
    default: 0,
  },
];

/** The parameters with their defaults; a length scale or lambda left out is to be chosen by its rule. */
export interface KrrSettings {
  readonly lengthScale?: number;
  readonly lengthScaleRule: 'loo' | 'median';
  readonly lambda?: number;
  readonly lambdaRule: LambdaRule;
  readonly intercept: boolean;
  readonly folds: number;
  readonly seed: number;
}

/** Reads checked parameters for n training rows. Throws `parameter/invalid` where they do not fit the data or each other. */
export function krrSettings(parameters: Parameters, n: number): KrrSettings {
  const number = (name: string) => parameters[name] as number | undefined;
  for (const name of ['lengthScale', 'lambda']) {
    const value = number(name);
    if (value !== undefined && !(value > 0 && value < Number.POSITIVE_INFINITY))
      throw invalid(name, value, `${name} must be a number above 0; it is ${value}.`);
  }
  const folds = number('folds') ?? Math.min(10, n);
  if (folds > n)
    throw invalid('folds', folds, `folds must be at most the number of training rows, ${n}; it is ${folds}.`);
  if (folds === 1 || folds > 65_535)
    throw invalid('folds', folds, `folds must be 0, to leave them out, or from 2 to 65535; it is ${folds}.`);
  const lambdaRule = (parameters.lambdaRule as LambdaRule | undefined) ?? 'loo';
  if (folds === 0 && number('lambda') === undefined && (lambdaRule === 'cv' || lambdaRule === 'oneStandardError'))
    throw invalid('folds', 0, `lambdaRule ${lambdaRule} needs folds; set folds to 2 or more, or lambdaRule to loo.`);
  return {
    lengthScale: number('lengthScale'),
    lengthScaleRule: (parameters.lengthScaleRule as 'loo' | 'median' | undefined) ?? 'loo',
    lambda: number('lambda'),
    lambdaRule,
    intercept: (parameters.intercept as boolean | undefined) ?? true,
    folds,
    seed: number('seed') ?? 0,
  };
}

function invalid(name: string, value: number, sentence: string): KernelscopeError {
  return new KernelscopeError('parameter/invalid', sentence, { name, value });
}
