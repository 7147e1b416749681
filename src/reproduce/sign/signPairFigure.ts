import type { FigureSpec } from '../../engine/contract/figure';
import { plain } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { exactAxis, line, linearAxis, points } from '../plot';
import { byPaper, byUs, type Setting } from '../settings';
import {
  LEFT,
  LENGTH_SCALE,
  largestDifference,
  NOISE,
  OUTLIERS,
  type Pair,
  type Pairs,
  PLACES,
  ROWS,
  rangeOf,
  SHIFT,
} from './signPairs';

const LEVELS = ['more regularisation', 'less regularisation'] as const;

export const pairName = ({ stopped, penalised, level }: Pair): string =>
  `${stopped.name} and ${penalised.name}, ${LEVELS[level]}`;

/** Largest difference of the two functions as a share of the range of y. */
export const functionGap = ({ y }: Pairs, { stopped, penalised }: Pair): number =>
  largestDifference(stopped.f, penalised.f) / rangeOf(y);

/** The same of coefficients, as a share of their own range. */
export const coefficientGap = ({ stopped, penalised }: Pair): number =>
  largestDifference(stopped.alpha, penalised.alpha) / rangeOf(penalised.alpha);

export function functionFigure({ x, y, ...rest }: Pairs, pair: Pair): FigureSpec {
  const { stopped, penalised, level } = pair;
  return {
    id: `sign-fig1-${idOf(pair)}`,
    title: `${stopped.name} and ${penalised.name}, ${LEVELS[level]}`,
    sentence: sentence(
      'The two functions differ by at most ',
      percentOf(functionGap({ x, y, ...rest }, pair)),
      ` of the range of y: t = ${plain(stopped.strength)} beside ${plain(penalised.strength)}.`,
    ),
    x: exactAxis('x', PLACES[0], PLACES[PLACES.length - 1]),
    y: linearAxis('y', y, stopped.f, penalised.f),
    series: [
      points('noise', 'observations', x, y),
      line('first', stopped.name, PLACES, stopped.f),
      line('second', penalised.name, PLACES, penalised.f),
    ],
  };
}

export function coefficientFigure({ x }: Pairs, pair: Pair): FigureSpec {
  const { stopped, penalised, level } = pair;
  const zeros = penalised.alpha.filter((v) => v === 0).length;
  return {
    id: `sign-fig2-${idOf(pair)}`,
    title: `Coefficients of ${stopped.name} and ${penalised.name}, ${LEVELS[level]}`,
    sentence: sentence(
      'The coefficients differ by at most ',
      percentOf(coefficientGap(pair)),
      ` of their range; ${zeros} of ${x.length} are 0 with ${penalised.name}.`,
    ),
    x: exactAxis('x', PLACES[0], PLACES[PLACES.length - 1]),
    y: linearAxis('α', stopped.alpha, penalised.alpha),
    series: [points('first', stopped.name, x, stopped.alpha), points('second', penalised.name, x, penalised.alpha)],
    rules: [{ axis: 'y', at: 0, role: 'noise' }],
  };
}

/** Below a tenth of a per cent nothing is seen of a difference. */
const percentOf = (share: number): string =>
  share < 0.001 ? 'less than 0.1\u202f%' : `${(100 * share).toFixed(1)}\u202f%`;

const idOf = ({ stopped, level }: Pair): string => `${stopped.name.toLowerCase()}-${level === 0 ? 'more' : 'less'}`;

export function pairSettings(seed: number): readonly Setting[] {
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
