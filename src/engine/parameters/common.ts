import type { ParameterSchema, Parameters } from '../contract/method';
import { KERNEL_SUGGESTIONS, KERNEL_WORDS } from '../kernels/expression';

/** Ways to choose what is left out of the filter from its curves, and the words for them. */
export const SELECTIONS = {
  loo: 'least leave-one-out error',
  gcv: 'least GCV',
  cp: "least Mallows' Cp",
  cv: 'least K-fold error',
  oneStandardError: 'most regular within one standard error of the least K-fold error',
} as const;
export type Selection = keyof typeof SELECTIONS;

/** Ways to choose a length scale. */
export const LENGTH_SCALE_RULES = ['loo', 'marginalLikelihood', 'cv', 'ard', 'median'] as const;
export type LengthScaleRule = (typeof LENGTH_SCALE_RULES)[number];

/** The kernel and its length scales are the winner's of a race (compare/race). */
export const AUTO = 'auto';

/** Whether the kernel is left to the race: a length scale or a rule for it means nothing to the other kernels. */
export const leavesKernelOpen = ({ kernel = AUTO, lengthScale, lengthScaleRule }: Parameters): boolean =>
  kernel === AUTO && lengthScale === undefined && lengthScaleRule === undefined;

/** What every method here takes before and after the parameters of its filter. */
export const KERNEL_PARAMETERS: readonly ParameterSchema[] = [
  {
    name: 'kernel',
    title: 'Kernel',
    description:
      'auto: the kernel and length scales that win a comparison on the training rows; gaussian where lengthScale or lengthScaleRule is set, and without a target. Otherwise a kernel by its name, with its own parameters in parentheses, or a sum and product of several: 0.5*linear + gaussian, polynomial(degree=3).',
    type: 'text',
    suggestions: [AUTO, ...KERNEL_SUGGESTIONS],
    suggestionWords: {
      [AUTO]: ['Compare kernels', 'The kernel and length scales with the lowest error on folds of the training rows.'],
      ...KERNEL_WORDS,
    },
    default: AUTO,
  },
  {
    name: 'lengthScale',
    title: 'Length scale',
    description:
      'Distance over which the fit varies, in units of the (standardised) features: one number above 0, or one for each encoded column.',
    type: 'numbers',
    exclusiveMinimum: 0,
    rule: 'see lengthScaleRule',
  },
  {
    name: 'lengthScaleRule',
    title: 'Length scale chosen by',
    description:
      'loo: least leave-one-out error. marginalLikelihood: greatest restricted marginal likelihood. cv: least K-fold error over a grid. ard: one for each column of the file, by marginal likelihood. median: median distance between rows.',
    type: 'choice',
    choices: LENGTH_SCALE_RULES,
    default: 'loo',
  },
];

export const COMMON_PARAMETERS: readonly ParameterSchema[] = [
  {
    name: 'selection',
    title: 'Filter chosen by',
    description:
      'How the parameters of the filter that are left out are chosen. loo: least leave-one-out error. gcv: least generalised cross-validation. cp: least Mallows Cp. cv: least K-fold error. oneStandardError: the most regular within one standard error of the least K-fold error.',
    type: 'choice',
    choices: Object.keys(SELECTIONS),
    default: 'loo',
  },
  {
    name: 'intercept',
    title: 'Intercept',
    description: 'A constant that is fitted without penalty.',
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

/** What a method takes that also classifies; they mean nothing to a number. */
export const CLASS_PARAMETERS: readonly ParameterSchema[] = [
  {
    name: 'classWeight',
    title: 'Class weights',
    description:
      'balanced: rows weigh in inverse proportion to the frequency of their class, so that rare classes count as much as common ones. none: every row counts alike.',
    type: 'choice',
    choices: ['none', 'balanced'],
    default: 'none',
  },
  {
    name: 'threshold',
    title: 'Threshold',
    description:
      'Of two classes: the probability of the second above which a row is predicted as it. Above 0 and below 1.',
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 0.999999,
    rule: '0.5, or where balanced classes weigh alike',
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
  description: 'Leading directions of the kernel that are kept whole: from 0 to the numerical rank.',
  type: 'integer',
  minimum: 0,
  rule: 'see selection',
};

export const R: ParameterSchema = {
  name: 'r',
  title: 'Rank r',
  description: 'Leading directions of the kernel that are used at all: from 1; beyond the numerical rank it means all.',
  type: 'integer',
  minimum: 1,
  rule: 'see selection',
};

export const T: ParameterSchema = {
  name: 't',
  title: 'Time t',
  description: 'How long the gradient flow runs; 1/(n·lambda) corresponds to it. Above 0.',
  type: 'number',
  exclusiveMinimum: 0,
  rule: 'see selection',
};

export const STEPS: ParameterSchema = {
  name: 'steps',
  title: 'Steps',
  description: 'Gradient steps taken before stopping: from 1 to 1000000000.',
  type: 'integer',
  minimum: 1,
  maximum: 1e9,
  rule: 'see selection',
};

export const STEP_SIZE: ParameterSchema = {
  name: 'stepSize',
  title: 'Step size',
  description: 'Size of a gradient step: above 0 and below 2·(1 + momentum) over the largest eigenvalue of K.',
  type: 'number',
  exclusiveMinimum: 0,
  rule: '1 over the largest eigenvalue of K',
};

export const MOMENTUM: ParameterSchema = {
  name: 'momentum',
  title: 'Momentum',
  description: 'Share of the last step that carries on into the next: from 0 to below 1.',
  type: 'number',
  minimum: 0,
  maximum: 0.999,
  default: 0,
};
