import { sentence } from '../../figures/words/sentence';

import type { Recipe, RecipeContext } from '../recipe';
import { byUs } from '../settings';
import { verdictOf } from '../verdict';
import { coefficientFigure, coefficientGap, pairName, pairSettings } from './signPairFigure';
import { correlation, type Estimate, signPairs } from './signPairs';

/** Correlation of coefficients: what we take "very similar" to mean. */
const SIMILAR = 0.95;

export const signFig2: Recipe = {
  spec: {
    id: 'sign-fig2',
    title: 'SIGN, figure 2: early stopping beside its penalty, as coefficients',
    claim:
      'Stopped early, gradient, sign gradient and coordinate descent give nearly the coefficients of the ℓ2, ℓ∞ and ℓ1 penalties: none extreme with sign gradients and ℓ∞, many 0 with coordinates and ℓ1.',
    seconds: 2,
  },
  run({ seed }, context: RecipeContext) {
    const found = signPairs(seed, context);
    const correlations = found.pairs.map(({ stopped, penalised }) => correlation(stopped.alpha, penalised.alpha));
    const numbers = found.pairs.flatMap((pair, i) => [
      { name: `${pairName(pair)}: correlation of coefficients`, ours: correlations[i] },
      { name: `${pairName(pair)}: largest difference over their range`, ours: coefficientGap(pair) },
    ]);
    const strong = found.pairs.filter(({ level }) => level === 0);
    const [gradient, sign, coordinate] = strong;
    const both = (pair: (typeof strong)[number], holds: (estimate: Estimate) => boolean) =>
      holds(pair.stopped) && holds(pair.penalised);
    const claims = [
      ...correlations.map((v) => v >= SIMILAR),
      both(coordinate, (estimate) => zeros(estimate) > 0),
      both(gradient, (estimate) => zeros(estimate) === 0),
      both(sign, (estimate) => prominence(estimate) < prominence(gradient.stopped)),
    ];
    return {
      finding: sentence(
        'Coefficients of a path and of its penalty correlate to at least ',
        Math.min(...correlations).toFixed(3),
        `; with much regularisation ${zeros(coordinate.stopped)} of ${found.x.length} are 0 with KCD, ${zeros(coordinate.penalised)} with K-ℓ1.`,
      ),
      verdict: verdictOf(numbers, claims),
      settings: [...pairSettings(seed), byUs('very similar', `correlated to at least ${SIMILAR}`)],
      numbers,
      figures: found.pairs.map((pair) => coefficientFigure(found, pair)),
      notes: [],
    };
  },
};

const zeros = ({ alpha }: Estimate): number => alpha.filter((v) => v === 0).length;

/** The largest coefficient over the mean size of all. */
function prominence({ alpha }: Estimate): number {
  const sizes = alpha.map(Math.abs);
  return Math.max(...sizes) / (sizes.reduce((sum, v) => sum + v, 0) / sizes.length);
}
