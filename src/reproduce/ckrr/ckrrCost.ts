import type { FigureSpec } from '../../engine/contract/figure';
import { choleskyWithJitter } from '../../engine/linalg/choleskyWithJitter';
import type { Computing } from '../../engine/linalg/linalg';
import { fixed, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { atMost, held, inCases } from '../compared';
import { solved, times } from '../matrices';
import { byName, type Ours } from '../page';
import { chart, curveWithBand, meansOf, plottedLine, points, positiveAxis, ROLES, rows } from '../plot';
import { averaged, type MeanEstimate, powerThrough } from '../statistics';
import { study } from '../study';
import flat from './cos300.json';
import page from './cost.json';
import figure2 from './fig2.json';
import {
  costOfConditioning,
  drawSample,
  harmonicEigenvalues,
  harmonics,
  residualOfSeries,
  SMOOTHNESS,
} from './trigonometricSetting';
/** The cost of conditioning on given rows, as a form in w, the values at the rows besides their part in F. */
export interface CostForm {
  /** The cost for w_i = f_⊥(x_i) + noise_i, n entries. */
  readonly of: (w: Float64Array) => number;
  /** Its mean over w of independent entries of mean 0 and variance 1. */
  readonly mean: number;
}

/**
 * The cost of conditioning (CKRR Def. 4.1) on n rows, in closed form, with frequencies 0 … k unpenalised. By Theorem
 * 3.2, with F (n×p) the functions of unit norm at the rows, K_P their residual kernel and A = (K_P + n·lambda·I)^-1,
 * the coefficients in F are off by b = (F'AF)^-1·F'A·w, and the other part is off by k_P(·, X)·AF·b. So the cost is
 * b'(I + (AF)'·K_2·AF)·b, where K_2 has the eigenvalues of k_P squared: the kernel of twice the smoothness. With `top`
 * the kernel is the sum of cos(i(x − z)) up to that frequency.
 */
export function costForm(x: Float64Array, k: number, lambda: number, context: Computing, top = 0): CostForm {
  const { linalg } = context;
  const n = x.length;
  const p = 2 * k + 1;
  const f = harmonics(x, k).map((v, at) => (at < n ? v : Math.SQRT2 * v));
  return linalg.scope(() => {
    const factor = residualOfSeries(x, k, SMOOTHNESS, context, top);
    for (let i = 0; i < n; i++) factor[i + i * n] += n * lambda;
    choleskyWithJitter(factor, n, context);
    const columns = f.slice();
    for (const transposed of [false, true]) linalg.solveLower(factor, n, transposed, columns, p, context);
    const products = (other: Float64Array) => times(columns, other, n, context, true);
    const gram = products(f);
    const form = products(times(residualOfSeries(x, k, 2 * SMOOTHNESS, context, top), columns, n, context)).map(
      (v, at) => v / 2 + (at % (p + 1) === 0 ? 1 : 0),
    );
    // b = S^-1·(AF)'·w for S = F'AF, so that its covariance is S^-1·(AF)'(AF)·S^-1.
    const [weighted, spread] = [form, products(columns)].map((matrix) => solved(gram, p, matrix, context));
    const mean = weighted.reduce((sum, v, at) => sum + v * spread[Math.floor(at / p) + (at % p) * p], 0);
    const of = (w: Float64Array) => {
      const b = solved(gram, p, products(w), context);
      return times(form, b, p, context).reduce((sum, v, i) => sum + v * b[i], 0);
    };
    return { mean, of };
  });
}

const { lambda: LAMBDA, sigma: SIGMA, ks: KS } = page.data;
const ROWS = [100, 200, 400, 800, 1600];
/** Probability with which the theorem's bound may fail. */
const DELTA = 0.05;
const { 'exponent of n': exponent } = figure2.published.paper;

/**
 * Theorem 4.2 for a target in F: the mean over the noise is at most `constant`·σ²/n (c₂), from `from` rows on with
 * probability 1 − δ.
 */
export function boundOf(k: number) {
  const p = 2 * k + 1;
  const rest = harmonicEigenvalues(200_000).subarray(p);
  // The tail that is left out counts by its integral: each frequency counts twice.
  const peak = rest.reduce((sum, v) => sum + v, 0) + 200_000 ** (1 - 2 * SMOOTHNESS) / (2 * SMOOTHNESS - 1);
  // Functions of unit norm: √2·cos and √2·sin.
  const height = 2;
  return {
    constant: ((9 * rest[0] * peak) / LAMBDA ** 2) * (peak / LAMBDA + 1) ** 2 + 2 * p,
    from: Math.max(
      ((28 / 3) * p * height + 4 / 3) * Math.log((4 * p) / DELTA),
      p ** 2 * Math.log((2 * p) / DELTA) * height ** 2,
    ),
  };
}

export const ckrrCost = study({
  page,
  sizes: { counts: [ROWS, ROWS, [100, 200]] },
  repetitions: [50, 3, 2],
  axes: ({ size, repetitions }) => ({ k: [...KS], n: size.counts, repetition: repetitions }),
  work: ({ n }) => n ** 2,
  stage: ({ n, k }) => `${n} rows, k = ${k}`,
  // Costs for the same noise, as simulated and in closed form, and the mean over the noise.
  measure({ n, k }, run) {
    const sample = drawSample(n, run.random);
    const inside = (x: number) => Math.cos(k * x);
    const target = { inside, outside: () => 0 };
    const { of, mean } = costForm(sample.x, k, LAMBDA, run);
    return {
      simulated: costOfConditioning(sample, target, k, SIGMA, LAMBDA, run),
      closed: of(sample.noise.map((v) => SIGMA * v)),
      mean: SIGMA ** 2 * mean,
    };
  },
  report(measurements, { size, repetitions }) {
    const { counts } = size;
    const all = KS.map((k) => {
      const bound = boundOf(k);
      const at = counts.map((n) => measurements.at({ n, k }));
      const mean = (of: 'simulated' | 'mean') => at.map((drawn) => averaged(drawn.map((one) => one[of])));
      const means = mean('mean');
      const decay = powerThrough(counts, means).exponent;
      const off = Math.max(...at.flat().map(({ simulated, closed }) => Math.abs(closed / simulated - 1)));
      const holds = inCases(
        counts.filter((n) => n >= bound.from),
        (n) => {
          const within = measurements.at({ n, k }).filter((one) => one.mean <= (bound.constant * SIGMA ** 2) / n);
          return [`k = ${k}, n = ${n}`, within.length >= (1 - DELTA) * repetitions.length];
        },
      );
      return { k, p: 2 * k + 1, bound, means, simulated: mean('simulated'), decay, off, holds };
    });
    const last = counts.length - 1;
    const holds = all.flatMap((one) => one.holds);
    return {
      finding: told`The closed form and the simulation differ by ${plain(100 * Math.max(...all.map(({ off }) => off)), 1)} % at most. The bounds of the theorem **${held(holds) === holds.length ? 'hold' : 'are violated'}**: they are ${all.map(({ bound, means }) => plain(bound.constant / (counts[last] * means[last].mean), 2)).join(' and ')} times the cost at n = ${counts[last]}, which is ${all.map(({ p, means }) => fixed((counts[last] * means[last].mean) / (p * SIGMA ** 2), 2)).join(' and ')} times σ²(2k + 1)/n, k = ${KS.join(' and ')}.`,
      numbers: byName<(typeof all)[number], Ours>(all, ({ k, p, bound, means, decay, off }) => ({
        [`k = ${k}: exponent of n`]: [decay, { ...exponent, width: 0.1 }],
        [`k = ${k}: closed form less simulation, largest share of the cost`]: off,
        ...byName(counts, (n, i) => ({
          [`k = ${k}, n = ${n}: cost beside σ²(2k + 1)/n`]: scaled(means[i], n / (p * SIGMA ** 2)),
        })),
        [`k = ${k}: c₂ of theorem 4.2`]: bound.constant,
        [`k = ${k}: rows from which theorem 4.2 says so, δ = ${DELTA}`]: Math.ceil(bound.from),
      })),
      claims: { holds },
      values: {
        smoothness: SMOOTHNESS,
        rows: counts,
        percent: 100 * (1 - DELTA),
      },
      figures: all.map((one) => costFigure(counts, one)),
    };
  },
});

const { lambda: RIDGE, k: K, top: TOP } = flat.data;

const EQUAL_ROWS = [50, 100, 200, 400, 800];

export const ckrrCos300 = study({
  page: flat,
  sizes: { counts: [EQUAL_ROWS, EQUAL_ROWS, [50, 100]] },
  repetitions: [20, 3, 2],
  axes: ({ size, repetitions }) => ({ top: [TOP, 0], n: size.counts, repetition: repetitions }),
  work: ({ n }) => n ** 2,
  stage: ({ n }) => `${n} rows`,
  // The cost is a quadratic form: for a target outside F, its mean over the noise is larger by the cost of the target.
  measure({ top, n }, run) {
    const { x } = drawSample(n, run.random);
    const { of, mean } = costForm(x, K, RIDGE, run, top);
    return [mean, mean + of(x.map((v) => Math.cos((K + 1) * v) + Math.sin((K + 1) * v)))];
  },
  report(measurements, { size: { counts } }) {
    const all = [TOP, 0].flatMap((top) =>
      ['in F', 'outside F'].map((target, at) => {
        const costs = counts.map((n) => averaged(measurements.at({ top, n }).map((both) => both[at])));
        return {
          top,
          name: `${top > 0 ? 'equal eigenvalues' : 'section 6'}, target ${target}`,
          costs,
          slope: powerThrough(counts, costs).exponent,
        };
      }),
    );
    const [equal, other] = [true, false].map((wanted) => all.filter(({ top }) => top > 0 === wanted));
    const shown = equal.map(({ slope }) => fixed(slope.mean, 2)).join(' and ');
    return {
      finding: told`With equal eigenvalues the cost goes like **n to the ${shown}**, for a target in F and outside; with the kernel of section 6 to the ${other.map(({ slope }) => fixed(slope.mean, 2)).join(' and ')}.`,
      numbers: byName(all, ({ name, slope }) => ({ [`exponent of n, ${name}`]: slope })),
      claims: {
        slower: inCases(equal, ({ name, slope: { mean, error } }) => [name, atMost({ mean: -mean, error }, 1)]),
        usual: inCases(other, ({ name, slope: { mean, error } }) => [name, Math.abs(mean + 1) <= 0.15 + 2 * error]),
      },
      values: { smoothness: SMOOTHNESS, rows: counts },
      figures: [
        chart({
          id: 'ckrr-cos300',
          title: 'Cost of conditioning over n',
          sentence: told`With equal eigenvalues the exponents are **${shown}**.`,
          x: rows,
          y: positiveAxis('cost of conditioning', 'power', ...all.map(({ costs }) => meansOf(costs))),
          series: all.flatMap(({ name, costs }, i) => curveWithBand(ROLES[i], name, Float64Array.from(counts), costs)),
        }),
      ],
    };
  },
});

const scaled = ({ mean, error }: MeanEstimate, by: number): MeanEstimate => ({ mean: by * mean, error: by * error });

/** The costs for one k over the numbers of rows. */
interface Curve {
  readonly k: number;
  readonly p: number;
  readonly bound: ReturnType<typeof boundOf>;
  readonly means: readonly MeanEstimate[];
  readonly simulated: readonly MeanEstimate[];
}

function costFigure(counts: readonly number[], { k, p, bound, means, simulated }: Curve): FigureSpec {
  const last = counts.length - 1;
  const over = (constant: number) => counts.map((n) => (constant * SIGMA ** 2) / n);
  const most = over(bound.constant);
  return chart({
    id: `ckrr-cost-${k}`,
    title: `Cost of conditioning, k = ${k}`,
    sentence: told`At n = ${counts[last]} it is **${plain(means[last].mean, 2)}**, that of linear regression ${plain((p * SIGMA ** 2) / counts[last], 2)}.`,
    x: rows,
    y: positiveAxis('cost of conditioning', 'power', meansOf(means), meansOf(simulated), most),
    series: [
      ...curveWithBand('main', 'closed form, mean over the noise', Float64Array.from(counts), means),
      points('first', 'simulated', counts, meansOf(simulated)),
      plottedLine('reference', 'σ²(2k + 1)/n', counts, over(p)),
      plottedLine('second', 'c₂σ²/n, theorem 4.2', counts, most),
    ],
  });
}
