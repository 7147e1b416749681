import type { KernelSpec } from '../../contract/kernel';
import type { ParameterSchema } from '../../contract/method';
import { asked } from '../../parameters/asked';
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
import { count } from '../../words/numbers';
import { duration } from '../../words/quantities';
import { type Method, methodWords } from '../method';
import { featureCost, iteratedCost } from './cost';
import { fitEnough } from './enoughLandmarks';
import { FEATURE_FILTER, type FeatureFamily } from './family';
import { fitFeatures } from './fitFeatures';

/** A sum of kernels each of which features can be drawn from, to test whether a family takes sums. */
const SUM: KernelSpec = {
  kind: 'sum',
  terms: (['matern32', 'laplace'] as const).map((kind) => ({ weight: 1, kernel: { kind, lengthScale: [1] } })),
};

/** A method of ridge regression on features as a command. */
export function featureMethod(family: FeatureFamily): Method {
  const { kind } = family;
  const parameters = [...BEFORE, ...family.parameters, ...AFTER];
  return {
    ...methodWords(family),
    family: 'features',
    parameters,
    filter: FEATURE_FILTER,
    racing: (given) =>
      family.usesKernel(given)
        ? {
            loss: 'squared',
            taus: [],
            fits: kind === 'landmarks' ? kind : given.sampling === 'leverage' ? 'leverage' : 'features',
            // Leverage scores depend on the fit's kernel, which the race has not found yet.
            approximation: (n) => ({
              kind: kind === 'landmarks' ? kind : 'features',
              count: family.count(given, n),
              seed: asked(given).seed ?? 0,
              map: asked(given).featureMap,
            }),
            takes: (kernel) => family.takes(given, kernel === 'sum' ? SUM : { kind: kernel, lengthScale: [1] }),
          }
        : undefined,
    cost(given, n, d, threads) {
      const { compare: compared = true } = asked(given);
      const costOf = (count: number) =>
        family.iterates?.({ ...given, landmarks: count }, n)
          ? iteratedCost(n, d, count, compared, threads)
          : featureCost(n, d, count, kind === 'landmarks', compared, threads);
      const [wanted, usual] = [family.count(given, n), family.count({}, n)];
      // More landmarks than rows are refused when they are drawn.
      const drawn = kind === 'landmarks' ? Math.min(n, wanted) : wanted;
      if (drawn <= usual) return costOf(drawn);
      const what = kind === 'landmarks' ? 'landmarks' : 'features';
      const instead = `with ${count(usual)} ${what} it takes about ${duration(costOf(usual).seconds)}`;
      return { ...costOf(drawn), instead };
    },
    run: (design, given, context) =>
      (context.hints?.tookLandmarks && kind === 'landmarks' ? fitEnough : fitFeatures)(
        family,
        parameters,
        design,
        given,
        context,
      ),
  };
}

/** The rules that choose lambda. Folds are not among them: each would need sums of its own. */
const RULES = ['loo', 'gcv', 'cp'] as const;

/** The parameters of both methods before and after those of their features. */
const BEFORE: readonly ParameterSchema[] = [
  KERNEL,
  LENGTH_SCALE,
  {
    ...LENGTH_SCALE_RULE,
    description:
      'Searched on a sample of the rows if there are many. loo: lowest leave-one-out error. marginalLikelihood: highest restricted marginal likelihood. ard: one length scale per column, by marginal likelihood. median: median distance between rows.',
    choices: ['loo', 'marginalLikelihood', 'ard', 'median'],
  },
];

const AFTER: readonly ParameterSchema[] = [
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
      'Also fit the other kind of features, up to 1,000 of them, and an exact fit on a sample of the rows, if that takes only a few seconds.',
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

/** Default number of features: sqrt(n)·log n (RF theorem 1); up to 1,000 rows, where they cost little, as many as rows; never above 2,000. */
export function defaultFeatures(n: number): number {
  const wanted = Math.round(Math.sqrt(n) * Math.log(Math.max(2, n)));
  return Math.max(Math.min(1000, n), Math.min(2000, wanted));
}

export const FEATURES_RULE = 'as many as rows up to 1,000, then sqrt(n)·log n (RF theorem 1) up to 2,000';
