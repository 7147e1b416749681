import type { ParameterSchema } from '../../contract/method';
import {
  CLASS_PARAMETERS,
  INTERCEPT,
  K,
  KERNEL,
  LAMBDA,
  LENGTH_SCALE,
  LENGTH_SCALE_RULE,
  NO_TERMS,
  R,
  SEED,
  SELECTION,
  SELECTIONS,
  UNPENALISED,
} from '../../parameters/common';

/** Folds are not among them: they would have to be accumulated each on its own. */
const RULES = ['loo', 'gcv', 'cp'] as const;

/** What both methods take before and after the parameters of their features. */
export const BEFORE: readonly ParameterSchema[] = [
  KERNEL,
  LENGTH_SCALE,
  {
    ...LENGTH_SCALE_RULE,
    description:
      'Searched on a sample of the rows if there are many. loo: lowest leave-one-out error. marginalLikelihood: highest restricted marginal likelihood. ard: one length scale per column, by marginal likelihood. median: median distance between rows.',
    choices: ['loo', 'marginalLikelihood', 'ard', 'median'],
  },
];

export const AFTER: readonly ParameterSchema[] = [
  LAMBDA,
  {
    ...K,
    rule: 'none',
    description: 'Number of leading feature directions that are not shrunk: from 0 to their rank.',
  },
  {
    ...R,
    rule: 'all',
    description: 'Number of leading feature directions that are used: from 1; above their rank, all.',
  },
  { ...UNPENALISED, suggestions: [NO_TERMS, 'linear'], default: NO_TERMS },
  {
    name: 'compare',
    title: 'Compare approximations',
    description:
      'Also fit the other kind of features at the same cost, and an exact fit on a sample of the rows, if that takes only a few seconds.',
    type: 'boolean',
    default: true,
  },
  {
    ...SELECTION,
    title: 'Lambda chosen by',
    description: RULES.map((rule) => `${rule}: ${SELECTIONS[rule]}.`).join(' '),
    choices: RULES,
  },
  INTERCEPT,
  SEED,
  ...CLASS_PARAMETERS,
];

/** sqrt(n)·log n (RF theorem 1); up to 1,000, where they cost next to nothing, as many as rows; never more than 2,000. */
export function defaultFeatures(n: number): number {
  const wanted = Math.round(Math.sqrt(n) * Math.log(Math.max(2, n)));
  return Math.max(Math.min(1000, n), Math.min(2000, wanted));
}

export const FEATURES_RULE = 'as many as rows up to 1,000, then sqrt(n)·log n (RF theorem 1) up to 2,000';
