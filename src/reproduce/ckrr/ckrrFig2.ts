import type { FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import { fixed } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { atMost, type Expected, inCases } from '../compared';
import { byName, type Ours } from '../page';
import { chart, linearAxis, meansOf, overLinear, plottedLine, points, positiveAxis, ROLES, rows } from '../plot';
import { averaged, lineThrough, type MeanEstimate, powerThrough } from '../statistics';
import { study, upTo } from '../study';
import page from './fig2.json';
import { costOfConditioning, drawSample, SMOOTHNESS } from './trigonometricSetting';

type CostSeries = ReturnType<typeof costSeries>;

/**
 * Mean costs of conditioning over x: n, the number of unpenalised functions or the noise variance. cost ≈ intercept + slope·x by `fit`, weighted by
 * the standard errors, and its logarithm likewise in log x by `power` over x ≥ `from`, whose slope is the exponent.
 */
function costSeries({ name, x, from }: PlannedSeries, costs: readonly MeanEstimate[]) {
  const used = x.flatMap((v, i) => (v >= from && v > 0 ? [i] : []));
  const at = used.map((i) => x[i]);
  const [mean, error] = [used.map((i) => costs[i].mean), used.map((i) => costs[i].error)];
  return {
    name,
    x,
    costs,
    // Without noise the cost is 0 in every repetition, and would weigh without bound.
    fit: lineThrough(at, mean, error),
    power: powerThrough(
      at,
      used.map((i) => costs[i]),
    ),
  };
}

const exponent = ({ power: { exponent: of } }: CostSeries): string => `${fixed(of.mean, 2)} ± ${fixed(of.error, 2)}`;

/** The values of a series on its fitted line, or on its power law. */
const onLine = ({ x, fit }: CostSeries) => x.map((v) => fit.intercept + fit.slope * v);
const onPower = ({ x, power }: CostSeries) => x.map((v) => Math.exp(power.intercept) * v ** power.exponent.mean);

/** Means of the costs, and the curves fitted to them. */
const fitted = (all: readonly CostSeries[], law: (series: CostSeries) => readonly number[]): readonly SeriesSpec[] =>
  all.flatMap((series, i) => [
    points(ROLES[i], `${series.name}, mean`, series.x, means(series)),
    plottedLine(ROLES[i], series.name, series.x, law(series)),
  ]);

const exponentTexts = (all: readonly CostSeries[]) => all.map((s) => `${exponent(s)} (${s.name})`).join(', ');

function rowsFigure(all: readonly CostSeries[]): FigureSpec {
  return chart({
    id: 'ckrr-fig2-n',
    title: 'Cost of conditioning over n',
    sentence: told`On a log-log plot the slopes are **${exponentTexts(all)}**.`,
    x: rows,
    y: positiveAxis('cost of conditioning', 'power', ...all.map(means)),
    series: fitted(all, onPower),
  });
}

/** Over the number of unpenalised functions, or over the noise variance: linear axes, and a line through the means. */
function linearFigure(id: string, title: string, axis: string, all: readonly CostSeries[]): FigureSpec {
  return chart({
    id,
    title,
    sentence: told`The cost grows with exponent **${exponentTexts(all)}**.`,
    x: overLinear(axis),
    y: linearAxis('cost of conditioning', ...all.map(means)),
    series: fitted(all, onLine),
  });
}

const means = ({ costs }: CostSeries): readonly number[] => meansOf(costs);

/**
 * `LEAST_ROWS`: Below it the 11 unpenalised coefficients are so poorly determined that the cost is not yet in its regime.
 * `BENT`: Exponents count as 1 within this: over k the exact variance of least squares, p/(n − p − 1), bends upwards at n = 100.
 */
const { lambda: LAMBDA, leastRows: LEAST_ROWS, bent: BENT, percent: PERCENT } = page.data;
const ROWS = [20, 30, 50, 75, 100, 150, 200, 300, 500, 1000];
const COUNTS = upTo(16);
const NOISES = upTo(16);
const MIDDLE = { n: 100, k: 5, sigma: 1 };
const { 'exponent of n': ofRows, 'exponent of 2k + 1': ofCounts, 'exponent of σ²': ofNoise } = page.published.paper;

/** Target f_j = (cos jx + sin jx)/j^s, f_0 = 1; in F when j ≤ k. */
interface Target {
  readonly name: string;
  readonly frequency: (k: number) => number;
}

const INSIDE: Target = { name: 'fₖ', frequency: (k) => k };
const NEXT: Target = { name: 'fₖ₊₁', frequency: (k) => k + 1 };
const TWICE: Target = { name: 'f₂ₖ', frequency: (k) => 2 * k };

export const ckrrFig2 = study({
  page,
  // `large`: rows beside which 31 unpenalised functions are few.
  sizes: { rows: [ROWS, ROWS, [20, 100, 150]], large: [500, 500, 150] },
  repetitions: [50, 8, 2],
  prepare: ({ size: { rows, large } }) => ({
    rows: [INSIDE, NEXT, TWICE].map((target) => overRows(target, rows)),
    counts: [overCounts(INSIDE, MIDDLE.n), overCounts(TWICE, MIDDLE.n), overCounts(INSIDE, large)],
    noise: [overNoise(INSIDE)],
  }),
  axes: ({ given: { rows, counts, noise }, repetitions }) => ({
    place: [...rows, ...counts, ...noise].flatMap(({ places }) => places),
    repetition: repetitions,
  }),
  stage: ({ place: { n, k, sigma } }) => `n = ${n}, k = ${k}, σ² = ${Math.round(sigma ** 2)}`,
  measure({ place: { target, n, k, sigma } }, run) {
    const frequency = target.frequency(k);
    const wave = waveOf(frequency);
    const [inside, outside] = frequency <= k ? [wave, zero] : [zero, wave];
    return costOfConditioning(drawSample(n, run.random), { inside, outside }, k, sigma, LAMBDA, run);
  },
  report(measurements, { given, size: { rows: counts, large } }) {
    const measured = (all: readonly PlannedSeries[]) =>
      all.map((series) => {
        const costs = series.places.map((place) => averaged(measurements.at({ place })));
        return costSeries(series, costs);
      });
    const [byRows, byCounts, byNoise] = [given.rows, given.counts, given.noise].map(measured);
    const exponents = (of: string, all: readonly CostSeries[], expected: Expected) =>
      byName<CostSeries, Ours>(all, ({ name, power }) => ({
        [`exponent of ${of}, target ${name}`]: [power.exponent, expected],
      }));
    const lines = (of: string, all: readonly CostSeries[]) =>
      inCases(all, (series) => [`${of}, ${series.name}`, lineThrough(series.x, means(series)).share >= PERCENT / 100]);
    const shown = (all: readonly CostSeries[], at: number) => fixed(all[at].power.exponent.mean, 2);
    return {
      finding: told`For a target in F the cost goes like **n^(${shown(byRows, 0)}), (2k + 1)^(${shown(byCounts, 0)}) and (σ²)^(${shown(byNoise, 0)})**; over k the exponent is ${shown(byCounts, 2)} at n = ${large}, where 2k + 1 is small beside n.`,
      numbers: {
        ...exponents('n', byRows, { ...ofRows, width: 0.1 }),
        ...exponents('2k + 1', byCounts, { ...ofCounts, width: BENT }),
        ...exponents('σ²', byNoise, { ...ofNoise, width: 0.1 }),
      },
      claims: {
        faster: inCases(byRows.slice(1), ({ name, power }) => [name, atMost(power.exponent, -0.5)]),
        line: [...lines('2k + 1', byCounts), ...lines('σ²', byNoise)],
      },
      values: {
        smoothness: SMOOTHNESS,
        counts,
        n: MIDDLE.n,
        large,
      },
      figures: [
        rowsFigure(byRows),
        linearFigure('ckrr-fig2-k', 'Cost of conditioning over k', 'unpenalised functions 2k + 1', byCounts),
        linearFigure('ckrr-fig2-noise', 'Cost of conditioning over σ²', 'noise variance σ²', byNoise),
      ],
    };
  },
});

/** One setting of the simulation, around the middle. */
interface Place {
  readonly target: Target;
  readonly n: number;
  readonly k: number;
  readonly sigma: number;
}

/** A curve to measure: its places, their values on the axis, and the value from which on its exponent counts. */
type PlannedSeries = ReturnType<typeof overRows>;

const overRows = (target: Target, rows: readonly number[]) => ({
  name: target.name,
  x: rows,
  places: rows.map((n): Place => ({ ...MIDDLE, target, n })),
  from: LEAST_ROWS,
});

const overCounts = (target: Target, n: number): PlannedSeries => ({
  name: n === MIDDLE.n ? target.name : `${target.name}, n = ${n}`,
  x: COUNTS.map((k) => 2 * k + 1),
  places: COUNTS.map((k) => ({ ...MIDDLE, target, n, k })),
  from: 3,
});

const overNoise = (target: Target): PlannedSeries => ({
  name: target.name,
  x: NOISES,
  places: NOISES.map((variance) => ({ ...MIDDLE, target, sigma: Math.sqrt(variance) })),
  from: 1,
});

const zero = () => 0;

function waveOf(frequency: number): (x: number) => number {
  if (frequency === 0) return () => 1;
  const size = frequency ** -SMOOTHNESS;
  return (x) => size * (Math.cos(frequency * x) + Math.sin(frequency * x));
}
