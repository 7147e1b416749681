import type { FigureSpec } from '../../engine/contract/figure';
import { fixed, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { byPaper, byUs, compared, inCases, publishedIn, type Setting, tested } from '../compared';
import { exactAxis, line, linearAxis, points } from '../plot';
import printed from './published.json';
import {
  coefficientCorrelation,
  LEFT,
  LENGTH_SCALE,
  largestDifference,
  NOISE,
  OUTLIERS,
  type Pair,
  type PairEstimate,
  type Pairs,
  PLACES,
  pairsStudy,
  ROWS,
  rangeOf,
  SHIFT,
} from './signPairs';

const LEVELS = ['more regularisation', 'less regularisation'] as const;

const pairName = ({ stopped, penalised, level }: Pair): string =>
  `${stopped.name} and ${penalised.name}, ${LEVELS[level]}`;

/** Largest difference of the two functions as a share of the range of y. */
const functionGap = ({ y }: Pairs, { stopped, penalised }: Pair): number =>
  largestDifference(stopped.f, penalised.f) / rangeOf(y);

/** The same of coefficients, as a share of their own range. */
const coefficientGap = ({ stopped, penalised }: Pair): number =>
  largestDifference(stopped.alpha, penalised.alpha) / rangeOf(penalised.alpha);

function functionFigure({ x, y, ...rest }: Pairs, pair: Pair): FigureSpec {
  const { stopped, penalised, level } = pair;
  return {
    id: `sign-fig1-${idOf(pair)}`,
    title: `${stopped.name} and ${penalised.name}, ${LEVELS[level]}`,
    sentence: told`The two functions differ by **${percentOf(functionGap({ x, y, ...rest }, pair))}** of the range of y: t = ${plain(stopped.strength)} beside ${plain(penalised.strength)}.`,
    x: exactAxis('x', PLACES[0], PLACES[PLACES.length - 1]),
    y: linearAxis('y', y, stopped.f, penalised.f),
    series: [
      points('noise', 'observations', x, y),
      line('first', stopped.name, PLACES, stopped.f),
      line('second', penalised.name, PLACES, penalised.f),
    ],
  };
}

function coefficientFigure({ x }: Pairs, pair: Pair): FigureSpec {
  const { stopped, penalised, level } = pair;
  const zeros = penalised.alpha.filter((v) => v === 0).length;
  return {
    id: `sign-fig2-${idOf(pair)}`,
    title: `Coefficients of ${stopped.name} and ${penalised.name}, ${LEVELS[level]}`,
    sentence: told`The coefficients differ by **${percentOf(coefficientGap(pair))}** of their range; ${zeros} of ${x.length} are 0 with ${penalised.name}.`,
    x: exactAxis('x', PLACES[0], PLACES[PLACES.length - 1]),
    y: linearAxis('α', stopped.alpha, penalised.alpha),
    series: [points('first', stopped.name, x, stopped.alpha), points('second', penalised.name, x, penalised.alpha)],
    rules: [{ axis: 'y', at: 0, role: 'noise' }],
  };
}

/** Below a tenth of a per cent nothing is seen of a difference. */
const percentOf = (share: number): string =>
  share < 0.001 ? 'less than 0.1\u202f%' : `at most ${fixed(100 * share, 1)}\u202f%`;

const idOf = ({ stopped, level }: Pair): string => `${stopped.name.toLowerCase()}-${level === 0 ? 'more' : 'less'}`;

function pairSettings(seed: number): readonly Setting[] {
  return [
    byPaper('strengths', 'KGF at t beside KRR at λ = 1/t; the other penalties where the two functions agree best'),
    byPaper('kernel', 'Gaussian'),
    byUs('rows', `${ROWS} over [0, 10], one in each of as many cells; seed ${seed}`),
    byUs('target', `sin(x) with normal noise of ${NOISE}, ${OUTLIERS} observations moved by ±${SHIFT}`),
    byUs(
      'length scale',
      `${LENGTH_SCALE}, about the distance of neighbours: pairs agree the better the less rows correlate`,
    ),
    byUs(
      't',
      `where ${LEFT.map((v) => `${Math.round(100 * v)}\u202f%`).join(' and ')} of ||y|| is left in the residuals`,
    ),
    byUs('flows', 'KGF in closed form, KSGD as the exact flow, KCD in steps of 0.001'),
  ];
}

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
      finding: told`Sign gradient and coordinate descent differ from their penalties by at most **${fixed(100 * Math.max(...gaps), 1)}\u202f% of the range of y**; the bounds of Proposition 1 ${bounded ? 'hold at every t' : 'do not hold at every t'}.`,
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
      claims: [
        ...inCases(
          `the functions of a path and of its penalty differ by at most ${SIMILAR} of the range of y`,
          searched,
          (pair, i) => [pairName(pair), gaps[i] <= SIMILAR],
        ),
        ...tested({
          [`the shares of proposition 1 are at most ${BOUND} at every t`]: bounded,
          'of the most extreme observation KSGD leaves more than KGF, and KGF more than KCD, with more regularisation':
            sign > gradient && gradient > coordinate,
        }),
      ],
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

/** Correlation of coefficients: what we take "very similar" to mean. */
const SIMILAR_COEFFICIENTS = 0.95;

export const signFig2 = pairsStudy(
  {
    id: 'sign-fig2',
    title: 'SIGN, figure 2: early stopping beside its penalty, as coefficients',
    claim:
      'Stopped early, gradient, sign gradient and coordinate descent give nearly the coefficients of the ℓ2, ℓ∞ and ℓ1 penalties: none extreme with sign gradients and ℓ∞, many 0 with coordinates and ℓ1.',
    seconds: 2,
  },
  (measured, seed) => {
    const correlations = measured.pairs.map(({ stopped, penalised }) =>
      coefficientCorrelation(stopped.alpha, penalised.alpha),
    );
    const [gradient, sign, coordinate] = measured.pairs.filter(({ level }) => level === 0);
    const both = (pair: Pair, holds: (estimate: PairEstimate) => boolean) =>
      holds(pair.stopped) && holds(pair.penalised);
    return {
      finding: told`Coefficients of a path and of its penalty correlate to at least **${fixed(Math.min(...correlations), 3)}**; with much regularisation ${zeros(coordinate.stopped)} of ${measured.x.length} are 0 with KCD, ${zeros(coordinate.penalised)} with K-ℓ1.`,
      numbers: measured.pairs.flatMap((pair, i) => [
        compared(`${pairName(pair)}: correlation of coefficients`, correlations[i]),
        compared(`${pairName(pair)}: largest difference over their range`, coefficientGap(pair)),
      ]),
      claims: [
        ...inCases(
          `the coefficients of a path and of its penalty correlate to at least ${SIMILAR_COEFFICIENTS}`,
          measured.pairs,
          (pair, i) => [pairName(pair), correlations[i] >= SIMILAR_COEFFICIENTS],
        ),
        ...tested({
          'more than half of them are 0 with KCD and with K-ℓ1': both(
            coordinate,
            (estimate) => zeros(estimate) > measured.x.length / 2,
          ),
          'none is 0 with KGF and KRR': both(gradient, (estimate) => zeros(estimate) === 0),
          'the largest over the mean size of all is smaller with KSGD and K-ℓ∞ than with KGF': both(
            sign,
            (estimate) => prominence(estimate) < prominence(gradient.stopped),
          ),
        }),
      ],
      settings: [...pairSettings(seed), byUs('very similar', `correlated to at least ${SIMILAR_COEFFICIENTS}`)],
      figures: measured.pairs.map((pair) => coefficientFigure(measured, pair)),
    };
  },
);

const zeros = ({ alpha }: PairEstimate): number => alpha.filter((v) => v === 0).length;

/** The largest coefficient over the mean size of all. */
function prominence({ alpha }: PairEstimate): number {
  const sizes = alpha.map(Math.abs);
  return Math.max(...sizes) / (sizes.reduce((sum, v) => sum + v, 0) / sizes.length);
}
