import type { ParameterSchema, Parameters } from '../contract/method';
import { KERNEL_SUGGESTIONS, KERNEL_WORDS } from '../kernels/expression';

/** Ways to choose the numbers of the filter that are left open from its curves, and the words for them. */
export const SELECTIONS = {
  loo: 'lowest leave-one-out error',
  gcv: 'lowest GCV',
  cp: "lowest Mallows' Cp",
  cv: 'lowest K-fold error',
  oneStandardError: 'strongest regularisation within one standard error of the lowest K-fold error',
} as const;
export type Selection = keyof typeof SELECTIONS;

/** Ways to choose a length scale. */
const LENGTH_SCALE_RULES = ['loo', 'marginalLikelihood', 'cv', 'ard', 'median', 'jacobian'] as const;
export type LengthScaleRule = (typeof LENGTH_SCALE_RULES)[number];

/** True if a length scale chosen by this rule is computed from the rows alone, without any fit. */
export const isClosedForm = (rule: LengthScaleRule | undefined): boolean => rule === 'median' || rule === 'jacobian';

/** The kernel and its length scales are the winner's of a race (compare/race). */
export const AUTO = 'auto';

/** True if the kernel is left to the race: a length scale or a rule for it has no meaning for the other kernels. */
export const leavesKernelOpen = ({ kernel = AUTO, lengthScale, lengthScaleRule }: Parameters): boolean =>
  kernel === AUTO && lengthScale === undefined && lengthScaleRule === undefined;

export const KERNEL: ParameterSchema = {
  name: 'kernel',
  title: 'Kernel',
  description:
    'auto: compares kernels and length scales on the training rows and uses the best; gaussian if lengthScale or lengthScaleRule is set, or without a target. Otherwise the name of a kernel, with its parameters in parentheses, or sums and products: 0.5*linear + gaussian, polynomial(degree=3).',
  type: 'text',
  suggestions: [AUTO, ...KERNEL_SUGGESTIONS],
  suggestionWords: {
    [AUTO]: ['Compare kernels', 'The kernel and length scales with the lowest error on folds of the training rows.'],
    ...KERNEL_WORDS,
  },
  default: AUTO,
};

export const LENGTH_SCALE: ParameterSchema = {
  name: 'lengthScale',
  title: 'Length scale',
  description:
    'Distance over which the fit changes, in units of the (standardised) features: one number above 0, or one for each encoded column.',
  type: 'numbers',
  exclusiveMinimum: 0,
  rule: 'see lengthScaleRule',
};

export const LENGTH_SCALE_RULE: ParameterSchema = {
  name: 'lengthScaleRule',
  title: 'Length scale chosen by',
  description:
    'loo: lowest leave-one-out error. marginalLikelihood: highest restricted marginal likelihood. cv: lowest K-fold error over a grid. ard: one length scale per column of the file, by marginal likelihood. median: median distance between rows. jacobian: in closed form, for the Gaussian kernel, from the largest distance between rows and the numbers of rows and columns.',
  type: 'choice',
  choices: LENGTH_SCALE_RULES,
  default: 'loo',
};

export const SELECTION: ParameterSchema = {
  name: 'selection',
  title: 'Filter chosen by',
  description:
    'How filter parameters that are not set are chosen. loo: lowest leave-one-out error. gcv: lowest generalised cross-validation. cp: lowest Mallows Cp. cv: lowest K-fold error. oneStandardError: the strongest regularisation within one standard error of the lowest K-fold error.',
  type: 'choice',
  choices: Object.keys(SELECTIONS),
  default: 'loo',
};

export const INTERCEPT: ParameterSchema = {
  name: 'intercept',
  title: 'Intercept',
  description: 'Fits a constant without penalty.',
  type: 'boolean',
  default: true,
};

const FOLDS: ParameterSchema = {
  name: 'folds',
  title: 'Folds',
  description: 'Number of folds for cross-validation: from 2 to the number of training rows; 0 for none.',
  type: 'integer',
  minimum: 0,
  default: 10,
};

export const SEED: ParameterSchema = {
  name: 'seed',
  title: 'Seed',
  description: 'Seed for random folds, samples of rows and resampling: a whole number from 0 to 4294967295.',
  type: 'integer',
  minimum: 0,
  maximum: 4294967295,
  default: 0,
};

/** The parameters that every method here takes before and after those of its filter. */
export const KERNEL_PARAMETERS: readonly ParameterSchema[] = [KERNEL, LENGTH_SCALE, LENGTH_SCALE_RULE];
export const COMMON_PARAMETERS: readonly ParameterSchema[] = [SELECTION, INTERCEPT, FOLDS, SEED];

/** The parameters of methods that also classify; they mean nothing for numbers. */
export const CLASS_PARAMETERS: readonly ParameterSchema[] = [
  {
    name: 'classWeight',
    title: 'Class weights',
    description: 'balanced: every class has the same total weight, however rare. none: every row has the same weight.',
    type: 'choice',
    choices: ['none', 'balanced'],
    default: 'none',
  },
  {
    name: 'threshold',
    title: 'Threshold',
    description:
      'For two classes: a row is predicted as the second class if its probability is above this. Above 0 and below 1.',
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 0.999999,
    rule: '0.5, or the equivalent for balanced classes',
  },
];

export const LAMBDA: ParameterSchema = {
  name: 'lambda',
  title: 'Lambda, per sample',
  description: 'Ridge penalty: alpha = (K + n·lambda·I)⁻¹ y with n training rows. Above 0.',
  type: 'number',
  exclusiveMinimum: 0,
  rule: 'see selection',
};

export const K: ParameterSchema = {
  name: 'k',
  title: 'Unpenalised directions k',
  description: 'Number of leading kernel directions that are not shrunk: from 0 to the numerical rank.',
  type: 'integer',
  minimum: 0,
  rule: 'see selection',
};

export const R: ParameterSchema = {
  name: 'r',
  title: 'Rank r',
  description: 'Number of leading kernel directions that are used: from 1; above the numerical rank, all.',
  type: 'integer',
  minimum: 1,
  rule: 'see selection',
};

export const T: ParameterSchema = {
  name: 't',
  title: 'Time t',
  description: 'How long the gradient flow runs: comparable to 1/(n·lambda). Above 0.',
  type: 'number',
  exclusiveMinimum: 0,
  rule: 'see selection',
};

export const STEPS: ParameterSchema = {
  name: 'steps',
  title: 'Steps',
  description: 'Number of gradient steps: from 1 to 1000000000.',
  type: 'integer',
  minimum: 1,
  maximum: 1e9,
  rule: 'see selection',
};

export const STEP_SIZE: ParameterSchema = {
  name: 'stepSize',
  title: 'Step size',
  description:
    'Size of a gradient step: above 0 and below 2·(1 + momentum) divided by the largest eigenvalue of K, and by 1 + 2·momentum with Nesterov’s gradients.',
  type: 'number',
  exclusiveMinimum: 0,
  rule: '1 divided by the largest eigenvalue of K',
};

export const MOMENTUM: ParameterSchema = {
  name: 'momentum',
  title: 'Momentum',
  description: 'Fraction of the previous step added to the next: from 0 to below 1.',
  type: 'number',
  minimum: 0,
  maximum: 0.999,
  default: 0,
};

export const NESTEROV: ParameterSchema = {
  name: 'nesterov',
  title: 'Nesterov’s gradients',
  description:
    'Where gradients are taken: 1, at the point that momentum leads to; 0, where the descent is (heavy ball).',
  type: 'integer',
  minimum: 0,
  maximum: 1,
  default: 0,
};

export const NO_TERMS = 'none';

/** Terms in addition to those that the kernel needs; without a default, `rule` describes the choice. */
export const UNPENALISED: ParameterSchema = {
  name: 'unpenalised',
  title: 'Unpenalised terms',
  description:
    'Terms fitted without penalty, separated by commas: a column (a category adds its levels), a power age^2, a product age*height, linear for all columns, or none.',
  type: 'text',
};
