import type { FigureSpec } from '../../engine/contract/figure';
import { fixed, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { inCases } from '../compared';
import { byName, type Values } from '../page';
import { chart, exactAxis, line, linear, points } from '../plot';
import page1 from './fig1.json';
import page2 from './fig2.json';
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

const X_AXIS = exactAxis('x', PLACES[0], PLACES[PLACES.length - 1]);

function functionFigure(all: Pairs, pair: Pair): FigureSpec {
  const { x, y } = all;
  const { stopped, penalised } = pair;
  return chart({
    id: `sign-fig1-${idOf(pair)}`,
    title: pairName(pair),
    sentence: told`The two functions differ by **${percentOf(functionGap(all, pair))}** of the range of y: t = ${plain(stopped.strength)} beside ${plain(penalised.strength)}.`,
    x: X_AXIS,
    y: linear('y'),
    series: [
      points('noise', 'observations', x, y),
      line('first', stopped.name, PLACES, stopped.f),
      line('second', penalised.name, PLACES, penalised.f),
    ],
  });
}

function coefficientFigure({ x }: Pairs, pair: Pair): FigureSpec {
  const { stopped, penalised } = pair;
  return chart({
    id: `sign-fig2-${idOf(pair)}`,
    title: `Coefficients of ${pairName(pair)}`,
    sentence: told`The coefficients differ by **${percentOf(coefficientGap(pair))}** of their range; ${zeros(penalised)} of ${x.length} are 0 with ${penalised.name}.`,
    x: X_AXIS,
    y: linear('α'),
    series: [points('first', stopped.name, x, stopped.alpha), points('second', penalised.name, x, penalised.alpha)],
    rules: [{ axis: 'y', at: 0, role: 'noise' }],
  });
}

/** Below a tenth of a per cent nothing is seen of a difference. */
const percentOf = (share: number): string =>
  share < 0.001 ? 'less than 0.1\u202f%' : `at most ${fixed(100 * share, 1)}\u202f%`;

const idOf = ({ stopped, level }: Pair): string => `${stopped.name.toLowerCase()}-${level === 0 ? 'more' : 'less'}`;

const VALUES: Values = {
  rows: ROWS,
  noise: NOISE,
  outliers: OUTLIERS,
  shift: SHIFT,
  lengthScale: LENGTH_SCALE,
  left: LEFT.map((v) => `${Math.round(100 * v)}\u202f%`).join(' and '),
};

const { proposition1: BOUND } = page1.data;
/** Of the range of y: what we take "very similar" to mean. */
const SIMILAR = 0.1;

export const signFig1 = pairsStudy(page1, (measured) => {
  const searched = measured.pairs.filter(({ stopped }) => stopped.name !== 'KGF');
  const gaps = searched.map((pair) => functionGap(measured, pair));
  const extreme = measured.pairs.filter(({ level }) => level === 0).map((pair) => leftAtExtreme(measured, pair));
  const [gradient, sign, coordinate] = extreme;
  const bounded = Math.max(measured.largest.alpha, measured.largest.f) <= BOUND;
  return {
    finding: told`Sign gradient and coordinate descent differ from their penalties by at most **${fixed(100 * Math.max(...gaps), 1)}\u202f% of the range of y**; the bounds of Proposition 1 ${bounded ? 'hold at every t' : 'do not hold at every t'}.`,
    numbers: {
      ...byName(measured.pairs, (pair) => ({
        [`${pairName(pair)}: largest difference over the range of y`]: functionGap(measured, pair),
      })),
      [`Proposition 1a, largest share over t (bound ${BOUND})`]: measured.largest.alpha,
      [`Proposition 1b, largest share over t (bound ${BOUND})`]: measured.largest.f,
      ...byName(['KGF', 'KSGD', 'KCD'], (name, i) => ({
        [`${name}: share of the most extreme observation that is left, more regularisation`]: extreme[i],
      })),
    },
    claims: {
      similar: inCases(searched, (pair, i) => [pairName(pair), gaps[i] <= SIMILAR]),
      bounded,
      extreme: sign > gradient && gradient > coordinate,
    },
    values: { ...VALUES, similar: SIMILAR, bound: BOUND },
    figures: measured.pairs.map((pair) => functionFigure(measured, pair)),
  };
});

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

export const signFig2 = pairsStudy(page2, (measured) => {
  const correlations = measured.pairs.map(({ stopped, penalised }) =>
    coefficientCorrelation(stopped.alpha, penalised.alpha),
  );
  const [gradient, sign, coordinate] = measured.pairs.filter(({ level }) => level === 0);
  const both = (pair: Pair, holds: (estimate: PairEstimate) => boolean) => holds(pair.stopped) && holds(pair.penalised);
  return {
    finding: told`Coefficients of a path and of its penalty correlate to at least **${fixed(Math.min(...correlations), 3)}**; with much regularisation ${zeros(coordinate.stopped)} of ${measured.x.length} are 0 with KCD, ${zeros(coordinate.penalised)} with K-ℓ1.`,
    numbers: byName(measured.pairs, (pair, i) => ({
      [`${pairName(pair)}: correlation of coefficients`]: correlations[i],
      [`${pairName(pair)}: largest difference over their range`]: coefficientGap(pair),
    })),
    claims: {
      similar: inCases(measured.pairs, (pair, i) => [pairName(pair), correlations[i] >= SIMILAR_COEFFICIENTS]),
      zero: both(coordinate, (estimate) => zeros(estimate) > measured.x.length / 2),
      none: both(gradient, (estimate) => zeros(estimate) === 0),
      prominent: both(sign, (estimate) => prominence(estimate) < prominence(gradient.stopped)),
    },
    values: { ...VALUES, similar: SIMILAR_COEFFICIENTS },
    figures: measured.pairs.map((pair) => coefficientFigure(measured, pair)),
  };
});

const zeros = ({ alpha }: PairEstimate): number => alpha.filter((v) => v === 0).length;

/** The largest coefficient over the mean size of all. */
function prominence({ alpha }: PairEstimate): number {
  const sizes = alpha.map(Math.abs);
  return Math.max(...sizes) / (sizes.reduce((sum, v) => sum + v, 0) / sizes.length);
}
