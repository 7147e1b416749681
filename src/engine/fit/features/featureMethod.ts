import type { KernelSpec } from '../../contract/kernel';
import { asked } from '../../parameters/asked';
import { count } from '../../words/numbers';
import { duration } from '../../words/quantities';
import { type Method, wordsOf } from '../method';
import { featureCost, iteratedCost } from './cost';
import { FEATURE_FILTER, type FeatureFamily } from './family';
import { AFTER, BEFORE } from './featureParameters';
import { fitFeatures } from './fitFeatures';

/** A sum of kernels of which each is drawn from by itself. */
const SUM: KernelSpec = {
  kind: 'sum',
  terms: (['matern32', 'laplace'] as const).map((kind) => ({ weight: 1, kernel: { kind, lengthScale: [1] } })),
};

/** A method of ridge regression on features as a command. */
export function featureMethod(family: FeatureFamily): Method {
  const { kind } = family;
  const fits = kind === 'landmarks' ? 'landmarks' : 'features';
  const parameters = [...BEFORE, ...family.parameters, ...AFTER];
  return {
    ...wordsOf(family),
    family: 'features',
    parameters,
    filter: FEATURE_FILTER,
    racing: (given) =>
      family.usesKernel(given)
        ? {
            loss: 'squared',
            taus: [],
            fits,
            approximation: (n) => ({
              kind: fits,
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
      // More landmarks than rows are refused where they are drawn.
      const drawn = kind === 'landmarks' ? Math.min(n, wanted) : wanted;
      if (drawn <= usual) return costOf(drawn);
      const what = kind === 'landmarks' ? 'landmarks' : 'features';
      const instead = `with ${count(usual)} ${what} it takes about ${duration(costOf(usual).seconds)}`;
      return { ...costOf(drawn), instead };
    },
    run: (design, given, context) => fitFeatures(family, parameters, design, given, context),
  };
}
