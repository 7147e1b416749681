import { sentence } from '../../engine/words/sentence';
import { compared, publishedIn } from '../compared';
import { byUs } from '../settings';
import printed from './published.json';
import { functionFigure, functionGap, pairName, pairSettings } from './signPairFigure';
import { type Pair, type PairEstimate, type Pairs, PLACES, pairsStudy } from './signPairs';

const { value: BOUND } = publishedIn(printed)('proposition-1');
/** Of the range of y: what we take "very similar" to mean. */
const SIMILAR = 0.1;

export const signFig1 = pairsStudy(
  {
    id: 'sign-fig1',
    title: 'SIGN, figure 1: early stopping beside its penalty, as functions',
    claim:
      'Stopped early, gradient, sign gradient and coordinate descent give nearly the functions of the ℓ2, ℓ∞ and ℓ1 penalties; with sign gradients the most extreme observations are fitted last, with coordinates first.',
    seconds: 2,
  },
  (measured, seed) => {
    const searched = measured.pairs.filter(({ stopped }) => stopped.name !== 'KGF');
    const gaps = searched.map((pair) => functionGap(measured, pair));
    const extreme = measured.pairs.filter(({ level }) => level === 0).map((pair) => leftAtExtreme(measured, pair));
    const [gradient, sign, coordinate] = extreme;
    const bounded = Math.max(measured.largest.alpha, measured.largest.f) <= BOUND;
    return {
      finding: sentence(
        'Sign gradient and coordinate descent differ from their penalties by at most ',
        `${(100 * Math.max(...gaps)).toFixed(1)}\u202f% of the range of y`,
        `; the bounds of Proposition 1 ${bounded ? 'hold at every t' : 'do not hold at every t'}.`,
      ),
      numbers: [
        ...measured.pairs.map((pair) =>
          compared(`${pairName(pair)}: largest difference over the range of y`, functionGap(measured, pair)),
        ),
        compared(`Proposition 1a, largest share over t (bound ${BOUND})`, measured.largest.alpha),
        compared(`Proposition 1b, largest share over t (bound ${BOUND})`, measured.largest.f),
        ...['KGF', 'KSGD', 'KCD'].map((name, i) =>
          compared(`${name}: share of the most extreme observation that is left, more regularisation`, extreme[i]),
        ),
      ],
      claims: [...gaps.map((gap) => gap <= SIMILAR), bounded, sign > gradient && gradient > coordinate],
      settings: [...pairSettings(seed), byUs('very similar', `within ${SIMILAR} of the range of y`)],
      figures: measured.pairs.map((pair) => functionFigure(measured, pair)),
    };
  },
);

/** |y − f|/|y| at the observation that lies furthest from 0. */
function leftAtExtreme({ x, y }: Pairs, { stopped }: Pair): number {
  let at = 0;
  y.forEach((v, i) => {
    if (Math.abs(v) > Math.abs(y[at])) at = i;
  });
  return Math.abs(y[at] - valueAt(stopped, x[at])) / Math.abs(y[at]);
}

/** f at the drawn place next to x. */
function valueAt({ f }: PairEstimate, x: number): number {
  const step = PLACES[1] - PLACES[0];
  return f[Math.round((x - PLACES[0]) / step)];
}
