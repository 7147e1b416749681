import { sentence } from '../../figures/words/sentence';

import type { Recipe, RecipeContext } from '../recipe';
import { byUs } from '../settings';
import { verdictOf } from '../verdict';
import { functionFigure, functionGap, pairName, pairSettings } from './signPairFigure';
import { type Estimate, type Pair, type Pairs, PLACES, signPairs } from './signPairs';

/** SIGN Proposition 1. */
const BOUND = 0.0415;
/** Of the range of y: what we take "very similar" to mean. */
const SIMILAR = 0.1;

export const signFig1: Recipe = {
  spec: {
    id: 'sign-fig1',
    title: 'SIGN, figure 1: early stopping beside its penalty, as functions',
    claim:
      'Stopped early, gradient, sign gradient and coordinate descent give nearly the functions of the ℓ2, ℓ∞ and ℓ1 penalties; with sign gradients the most extreme observations are fitted last, with coordinates first.',
    seconds: 2,
  },
  run({ seed }, context: RecipeContext) {
    const found = signPairs(seed, context);
    const searched = found.pairs.filter(({ stopped }) => stopped.name !== 'KGF');
    const gaps = searched.map((pair) => functionGap(found, pair));
    const extreme = found.pairs.filter(({ level }) => level === 0).map((pair) => leftAtExtreme(found, pair));
    const [gradient, sign, coordinate] = extreme;
    const numbers = [
      ...found.pairs.map((pair) => ({
        name: `${pairName(pair)}: largest difference over the range of y`,
        ours: functionGap(found, pair),
      })),
      { name: 'Proposition 1a, largest share over t (bound 0.0415)', ours: found.largest.alpha },
      { name: 'Proposition 1b, largest share over t (bound 0.0415)', ours: found.largest.f },
      ...(['KGF', 'KSGD', 'KCD'] as const).map((name, i) => ({
        name: `${name}: share of the most extreme observation that is left, more regularisation`,
        ours: extreme[i],
      })),
    ];
    const bounded = Math.max(found.largest.alpha, found.largest.f) <= BOUND;
    const claims = [...gaps.map((gap) => gap <= SIMILAR), bounded, sign > gradient && gradient > coordinate];
    return {
      finding: sentence(
        'Sign gradient and coordinate descent differ from their penalties by at most ',
        `${(100 * Math.max(...gaps)).toFixed(1)}\u202f% of the range of y`,
        `; the bounds of Proposition 1 ${bounded ? 'hold at every t' : 'do not hold at every t'}.`,
      ),
      verdict: verdictOf(numbers, claims),
      settings: [...pairSettings(seed), byUs('very similar', `within ${SIMILAR} of the range of y`)],
      numbers,
      figures: found.pairs.map((pair) => functionFigure(found, pair)),
      notes: [],
    };
  },
};

/** |y − f|/|y| at the observation that lies furthest from 0. */
function leftAtExtreme({ x, y }: Pairs, { stopped }: Pair): number {
  let at = 0;
  y.forEach((v, i) => {
    if (Math.abs(v) > Math.abs(y[at])) at = i;
  });
  return Math.abs(y[at] - valueAt(stopped, x[at])) / Math.abs(y[at]);
}

/** f at the drawn place next to x. */
function valueAt({ f }: Estimate, x: number): number {
  const step = PLACES[1] - PLACES[0];
  return f[Math.round((x - PLACES[0]) / step)];
}
