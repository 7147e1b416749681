import type { FigureSpec } from '../../engine/contract/figure';
import { fixed, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { held, inCases } from '../compared';
import { byName, type Ours } from '../page';
import { chart, curveWithBand, line, logAxis, meansOf, points, rows } from '../plot';
import { lineThrough, type MeanEstimate, meanOf } from '../statistics';
import { study } from '../study';
import { costForm } from './conditioningCost';
import page from './cost.json';
import figure2 from './fig2.json';
import { costOfConditioning, drawSample, harmonicEigenvalues, SMOOTHNESS } from './trigonometricSetting';

const LAMBDA = 0.1;
const SIGMA = 1;
const KS = [1, 5] as const;
const ROWS = [100, 200, 400, 800, 1600];
/** Of the probability that the theorem's bound may fail. */
const DELTA = 0.05;
const { 'exponent of n': exponent } = figure2.published.paper;

/**
 * Theorem 4.2 for a target in F: the mean over the noise is at most `constant`·σ²/n (c₂), from so many rows on with probability 1 − δ.
 */
export function boundOf(k: number) {
  const p = 2 * k + 1;
  const rest = harmonicEigenvalues(200_000).subarray(p);
  // Of the tail that is left out the integral: each frequency counts twice.
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
  // Of the same noise as simulated and in closed form, and the mean over the noise.
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
      const mean = (of: 'simulated' | 'mean') => at.map((drawn) => meanOf(drawn.map((one) => one[of])));
      const means = mean('mean');
      const decay = lineThrough(
        counts.map(Math.log),
        means.map((one) => Math.log(one.mean)),
        means.map((one) => one.error / one.mean),
      );
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
        [`k = ${k}: exponent of n`]: [
          { mean: decay.slope, error: decay.slopeError },
          { ...exponent, width: 0.1 },
        ],
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
        lambda: LAMBDA,
        sigma: SIGMA,
        rows: counts,
        ks: KS,
        percent: 100 * (1 - DELTA),
      },
      figures: all.map((one) => costFigure(counts, one)),
    };
  },
});

const scaled = ({ mean, error }: MeanEstimate, by: number): MeanEstimate => ({ mean: by * mean, error: by * error });

/** Of one k over the numbers of rows. */
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
    y: logAxis('cost of conditioning', 'power', meansOf(means), meansOf(simulated), most),
    series: [
      ...curveWithBand('main', 'closed form, mean over the noise', Float64Array.from(counts), means),
      points('first', 'simulated', counts, meansOf(simulated)),
      line('reference', 'σ²(2k + 1)/n', counts, over(p)),
      line('second', 'c₂σ²/n, theorem 4.2', counts, most),
    ],
  });
}
