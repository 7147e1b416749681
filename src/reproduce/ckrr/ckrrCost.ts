import type { FigureSpec } from '../../engine/contract/figure';
import { fixed, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { byPaper, byUs, compared, held, inCases, publishedIn } from '../compared';
import { curveWithBand, line, logAxis, meansOf, points } from '../plot';
import { lineThrough, type MeanEstimate, meanOf } from '../statistics';
import { study } from '../study';
import { costForm } from './conditioningCost';
import printed from './published.json';
import { costOfConditioning, drawSample, harmonicEigenvalues, SMOOTHNESS } from './trigonometricSetting';

const LAMBDA = 0.1;
const SIGMA = 1;
const COUNTS = [1, 5] as const;
const ROWS = [100, 200, 400, 800, 1600];
/** Of the probability that the theorem's bound may fail. */
const DELTA = 0.05;
const REPETITIONS = 50;
const published = publishedIn(printed);

/** Of one sample: the cost as simulated and in closed form, of the same noise, and its mean over the noise. */
interface Costs {
  readonly simulated: number;
  readonly closed: number;
  readonly mean: number;
}

/** Theorem 4.2 for a target in F. */
export interface Bound {
  /** c₂: the mean over the noise is at most c₂σ²/n. */
  readonly constant: number;
  /** Rows from which it holds with probability 1 − δ. */
  readonly from: number;
}

export function boundOf(k: number): Bound {
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
  spec: {
    id: 'ckrr-cost',
    title: 'CKRR, definition 4.1 and theorem 4.2: the cost of conditioning in closed form',
    claim:
      'For a target in the span of the unpenalised functions the cost of conditioning, in the mean over the noise, is at most c₂σ²/n, and decays as σ²(k + 1)/n: as the error of linear regression on these functions.',
    seconds: 60,
  },
  repetitions: [REPETITIONS, 3],
  axes: ({ repetitions }) => ({ k: [...COUNTS], n: ROWS, repetition: repetitions }),
  work: ({ n }) => n ** 2,
  stage: ({ n, k }) => `${n} rows, k = ${k}`,
  measure({ n, k }, run): Costs {
    const sample = drawSample(n, run.random);
    const inside = (x: number) => Math.cos(k * x);
    const target = { inside, outside: () => 0 };
    const { of, mean } = costForm(sample.x, k, LAMBDA, run.linalg, run);
    return {
      simulated: costOfConditioning(sample, target, k, SIGMA, LAMBDA, run.linalg, run),
      closed: of(sample.noise.map((v) => SIGMA * v)),
      mean: SIGMA ** 2 * mean,
    };
  },
  report(measurements, { repetitions }) {
    const all = COUNTS.map((k) => {
      const bound = boundOf(k);
      const at = ROWS.map((n) => measurements.at({ n, k }));
      const mean = (of: keyof Costs) => at.map((drawn) => meanOf(drawn.map((one) => one[of])));
      const means = mean('mean');
      const decay = lineThrough(
        ROWS.map(Math.log),
        means.map((one) => Math.log(one.mean)),
        means.map((one) => one.error / one.mean),
      );
      const off = Math.max(...at.flat().map(({ simulated, closed }) => Math.abs(closed / simulated - 1)));
      const claims = inCases(
        `in at least ${100 * (1 - DELTA)} % of the samples the cost, in the mean over the noise, is at most c₂σ²/n`,
        ROWS.filter((n) => n >= bound.from),
        (n) => {
          const within = measurements.at({ n, k }).filter((one) => one.mean <= (bound.constant * SIGMA ** 2) / n);
          return [`k = ${k}, n = ${n}`, within.length >= (1 - DELTA) * repetitions.length];
        },
      );
      return { k, p: 2 * k + 1, bound, means, simulated: mean('simulated'), decay, off, claims };
    });
    const last = ROWS.length - 1;
    const claims = all.flatMap((one) => one.claims);
    return {
      finding: told`The closed form and the simulation differ by ${plain(100 * Math.max(...all.map(({ off }) => off)), 1)} % at most. The bounds of the theorem **${held(claims) === claims.length ? 'hold' : 'are violated'}**: they are ${all.map(({ bound, means }) => plain(bound.constant / (ROWS[last] * means[last].mean), 2)).join(' and ')} times the cost at n = ${ROWS[last]}, which is ${all.map(({ p, means }) => fixed((ROWS[last] * means[last].mean) / (p * SIGMA ** 2), 2)).join(' and ')} times σ²(2k + 1)/n, k = ${COUNTS.join(' and ')}.`,
      numbers: all.flatMap(({ k, p, bound, means, decay, off }) => [
        compared(
          `k = ${k}: exponent of n`,
          { mean: decay.slope, error: decay.slopeError },
          { ...published('fig2-n'), width: 0.1 },
        ),
        compared(`k = ${k}: closed form less simulation, largest share of the cost`, off),
        ...ROWS.map((n, i) =>
          compared(`k = ${k}, n = ${n}: cost beside σ²(2k + 1)/n`, scaled(means[i], n / (p * SIGMA ** 2))),
        ),
        compared(`k = ${k}: c₂ of theorem 4.2`, bound.constant),
        compared(`k = ${k}: rows from which theorem 4.2 says so, δ = ${DELTA}`, Math.ceil(bound.from)),
      ]),
      claims,
      settings: [
        byPaper('kernel', `1 + Σ i^−2s·cos(i(x − z)), s = ${SMOOTHNESS}; rows uniform on [0, 2π]`),
        byPaper('F', 'cos jx and sin jx for j ≤ k, scaled to unit norm: 2k + 1 functions'),
        byPaper('λ', `${LAMBDA}, as in figure 2`),
        byUs('target, σ', `in F, on which the cost does not depend; ${SIGMA}`),
        byUs('n, k', `${ROWS.join(', ')}; ${COUNTS.join(', ')}`),
        byUs(
          'closed form',
          'b′(I + (AF)′K₂AF)b with b = (F′AF)⁻¹F′Aε, A = (K_P + nλI)⁻¹ and K₂ the kernel of the squared eigenvalues: theorem 3.2 put into definition 4.1',
        ),
        byUs('simulation', 'mean squared distance of the two learners at 256 equally spaced points'),
        byUs('repetitions', `${repetitions.length} samples each; the mean over the noise is exact in each`),
      ],
      figures: all.map((one) => costFigure(ROWS, one)),
    };
  },
});

const scaled = ({ mean, error }: MeanEstimate, by: number): MeanEstimate => ({ mean: by * mean, error: by * error });

/** Of one k over the numbers of rows. */
interface Curve {
  readonly k: number;
  readonly p: number;
  readonly bound: Bound;
  readonly means: readonly MeanEstimate[];
  readonly simulated: readonly MeanEstimate[];
}

function costFigure(rows: readonly number[], { k, p, bound, means, simulated }: Curve): FigureSpec {
  const last = rows.length - 1;
  const over = (constant: number) => rows.map((n) => (constant * SIGMA ** 2) / n);
  const most = over(bound.constant);
  return {
    id: `ckrr-cost-${k}`,
    title: `Cost of conditioning, k = ${k}`,
    sentence: told`At n = ${rows[last]} it is **${plain(means[last].mean, 2)}**, that of linear regression ${plain((p * SIGMA ** 2) / rows[last], 2)}.`,
    x: logAxis('rows n', 'count', rows),
    y: logAxis('cost of conditioning', 'power', meansOf(means), meansOf(simulated), most),
    series: [
      ...curveWithBand('main', 'closed form, mean over the noise', Float64Array.from(rows), means),
      points('first', 'simulated', rows, meansOf(simulated)),
      line('reference', 'σ²(2k + 1)/n', rows, over(p)),
      line('second', 'c₂σ²/n, theorem 4.2', rows, most),
    ],
  };
}
