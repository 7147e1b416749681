import { silently } from '../../engine/contract/context';
import type { FigureSpec } from '../../engine/contract/figure';
import { Random } from '../../engine/data/random';
import { full } from '../../engine/linalg/linalg';
import { coordinateStepPath } from '../../engine/solvers/coordinateSteps';
import { infinityPath, onePath } from '../../engine/solvers/dualPaths';
import type { PathSolver } from '../../engine/solvers/path';
import { signFlowPath } from '../../engine/solvers/signFlow';
import { fixed, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { inCases } from '../compared';
import { kernelsOf } from '../matrices';
import { byName, type Page, type Values } from '../page';
import { chart, exactAxis, overLinear, plottedLine, points } from '../plot';
import type { Recipe } from '../recipe';
import { largestDifference, linspace, powersOfTen, sumOfSquares } from '../statistics';
import { type Run, type StudyReport, study } from '../study';
import page1 from './fig1.json';
import page2 from './fig2.json';
import { gradientFlowPath, ridgePath } from './robustMethods';

/**
 * `ROWS`: The made data of figures 1 and 2, which the paper shows without saying how they were drawn.
 * `OUTLIERS`: Observations moved away from the rest, and how far.
 */
const {
  rows: ROWS,
  lengthScale: LENGTH_SCALE,
  noise: NOISE,
  shift: SHIFT,
  outliers: OUTLIERS,
  proposition1: BOUND,
} = page1.data;

/** Fraction of ||y|| that the flow of a pair leaves in its residuals: much regularisation, and little. */
const LEFT = [0.6, 0.2] as const;

/** Places where f is drawn. */
const PLACES = linspace(0, 10, 201);
/** Step of coordinate descent, small enough to stand for its flow. */
const STEP = 1e-3;

/** An estimate at one strength: coefficients and residuals at the observations, f at `PLACES`. */
export interface PairEstimate {
  readonly name: string;
  readonly strength: number;
  readonly alpha: Float64Array;
  readonly residuals: Float64Array;
  readonly f: Float64Array;
}

/** Early stopping beside its explicit penalty at the strengths that agree best. */
export interface Pair {
  readonly stopped: PairEstimate;
  readonly penalised: PairEstimate;
  /** Index in `LEFT`. */
  readonly level: 0 | 1;
}

type Pairs = ReturnType<typeof pairsOf>;

/** Figures 1 and 2 follow the same paths and show them differently. */
function pairsStudy<const P extends Page>(page: P, report: (measured: Pairs) => StudyReport<P>): Recipe {
  return study({
    page,
    prepare: observed,
    axes: () => ({ path: PATHS }),
    stage: ({ path }) => `following the path of ${path.name}`,
    measure: ({ path }, run) => follow(path, run),
    report: (measurements, { given }) => report(pairsOf(given, measurements.at({}))),
  });
}

interface Path {
  readonly name: string;
  readonly solver: PathSolver;
  readonly strengths: Float64Array;
}

const TIMES = powersOfTen(-2, 4, 241);
const FINE = powersOfTen(-2, 2, 401);

/** In pairs, and last the gradient flow to its end. */
const PATHS: readonly Path[] = [
  { name: 'KGF', solver: gradientFlowPath, strengths: TIMES },
  { name: 'KRR', solver: ridgePath, strengths: TIMES.map((t) => 1 / t) },
  { name: 'KSGD', solver: signFlowPath, strengths: FINE },
  { name: 'K-ℓ∞', solver: infinityPath(), strengths: FINE },
  { name: 'KCD', solver: coordinateStepPath(STEP), strengths: powersOfTen(-1, 3, 241) },
  { name: 'K-ℓ1', solver: onePath(), strengths: powersOfTen(1, -4, 501) },
  { name: 'KGF', solver: gradientFlowPath, strengths: Float64Array.of(Number.POSITIVE_INFINITY) },
];

type Observed = ReturnType<typeof observed>;

/** The observations with their kernel matrix, and kernel values of the drawn places with them (m×n). */
function observed(run: Run<object, unknown>) {
  const { x, y } = observations(run.seed);
  return { x, y, ...kernelsOf({ kind: 'gaussian', lengthScale: LENGTH_SCALE }, x, PLACES, 1, run) };
}

/** Follows a path on the observations to all its strengths. */
function follow({ name, solver, strengths }: Path, run: Run<object, Observed>): readonly PairEstimate[] {
  const { linalg, given } = run;
  const { y, gram, cross } = given;
  const quiet = silently(run);
  const m = PLACES.length;
  const estimates: PairEstimate[] = [];
  const visit: Parameters<PathSolver>[1] = ({ index, alpha, residuals }) => {
    const f = new Float64Array(m);
    linalg.gemv(false, m, ROWS, 1, full(cross, m), alpha, 0, f, quiet);
    estimates.push({ name, strength: strengths[index], alpha: alpha.slice(), residuals: residuals.slice(), f });
    return true;
  };
  solver({ gram: { kind: 'dense', n: ROWS, k: gram }, y, strengths }, visit, quiet);
  return estimates;
}

/** From the estimates along `PATHS`. */
function pairsOf({ x, y }: Observed, paths: readonly (readonly PairEstimate[])[]) {
  const [flow, ridge, sign, infinity, coordinate, one, [free]] = paths;
  const apart = (of: 'alpha' | 'residuals', all: Float64Array) =>
    flow.map((at, i) => (norm(minus(at[of], ridge[i][of])) / norm(all)) ** 2);
  const reached = (stopped: readonly PairEstimate[], level: 0 | 1) => {
    const at = stopped.findIndex(({ residuals }) => norm(residuals) <= LEFT[level] * norm(y));
    return at < 0 ? stopped.length - 1 : at;
  };
  return {
    x,
    y,
    pairs: ([0, 1] as const).flatMap((level): Pair[] => {
      const at = reached(flow, level);
      return [
        { stopped: flow[at], penalised: ridge[at], level },
        ...[
          [sign, infinity],
          [coordinate, one],
        ].map(([path, penalties]): Pair => {
          const stopped = path[reached(path, level)];
          return { stopped, penalised: closest(stopped, penalties), level };
        }),
      ];
    }),
    // The largest over t of the differences that proposition 1 bounds.
    largest: { alpha: Math.max(...apart('alpha', free.alpha)), f: Math.max(...apart('residuals', y)) },
  };
}

function observations(seed: number) {
  const random = new Random(seed);
  // One observation in each cell: none so close to its neighbour that the two would decide each other's coefficients.
  const x = Float64Array.from({ length: ROWS }, (_, i) => (10 * (i + 0.25 + 0.5 * random.uniform())) / ROWS);
  const y = x.map((v) => Math.sin(v) + NOISE * random.normal());
  for (let o = 0; o < OUTLIERS; o++) y[random.below(ROWS)] += SHIFT * (o % 2 === 0 ? 1 : -1);
  return { x, y };
}

/** Correlation of two sets of coefficients. */
function coefficientCorrelation(a: Float64Array, b: Float64Array): number {
  const centred = (values: Float64Array) => {
    const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
    return values.map((v) => v - mean);
  };
  const [p, q] = [centred(a), centred(b)];
  return p.reduce((sum, v, i) => sum + v * q[i], 0) / (norm(p) * norm(q));
}

/** The estimate whose f differs least from that of `of` at its largest. */
function closest(of: PairEstimate, among: readonly PairEstimate[]): PairEstimate {
  return among.reduce((a, b) => (largestDifference(of.f, b.f) < largestDifference(of.f, a.f) ? b : a));
}

function rangeOf(values: Float64Array): number {
  return Math.max(...values) - Math.min(...values);
}

const minus = (a: Float64Array, b: Float64Array) => a.map((v, i) => v - b[i]);

const norm = (values: Float64Array): number => Math.sqrt(sumOfSquares(values));

const LEVELS = ['more regularisation', 'less regularisation'] as const;

const pairName = ({ stopped, penalised, level }: Pair): string =>
  `${stopped.name} and ${penalised.name}, ${LEVELS[level]}`;

/** Largest difference of the two functions as a fraction of the range of y. */
const functionGap = ({ y }: Pairs, { stopped, penalised }: Pair): number =>
  largestDifference(stopped.f, penalised.f) / rangeOf(y);

/** The same for coefficients, as a fraction of their own range. */
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
    y: overLinear('y'),
    series: [
      points('noise', 'observations', x, y),
      plottedLine('first', stopped.name, PLACES, stopped.f),
      plottedLine('second', penalised.name, PLACES, penalised.f),
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
    y: overLinear('α'),
    series: [points('first', stopped.name, x, stopped.alpha), points('second', penalised.name, x, penalised.alpha)],
    rules: [{ axis: 'y', at: 0, role: 'noise' }],
  });
}

/** A difference below a tenth of a per cent cannot be seen. */
const percentOf = (share: number): string =>
  share < 0.001 ? 'less than 0.1\u202f%' : `at most ${fixed(100 * share, 1)}\u202f%`;

const idOf = ({ stopped, level }: Pair): string => `${stopped.name.toLowerCase()}-${level === 0 ? 'more' : 'less'}`;

const VALUES: Values = {
  ...page1.data,
  left: LEFT.map((v) => `${Math.round(100 * v)}\u202f%`).join(' and '),
};

/** The fraction of the range of y that we take "very similar" to mean. */
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

/** The correlation of coefficients that we take "very similar" to mean. */
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
    settings: { ...page1.settings, ...page2.settings },
    figures: measured.pairs.map((pair) => coefficientFigure(measured, pair)),
  };
});

const zeros = ({ alpha }: PairEstimate): number => alpha.filter((v) => v === 0).length;

/** The largest coefficient over the mean size of all. */
function prominence({ alpha }: PairEstimate): number {
  const sizes = alpha.map(Math.abs);
  return Math.max(...sizes) / (sizes.reduce((sum, v) => sum + v, 0) / sizes.length);
}
