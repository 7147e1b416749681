import type { FigureSpec } from '../../engine/contract/figure';
import { eigenlearning } from '../../engine/spectrum/eigenlearning';
import { plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { atMost, held, inCases } from '../compared';
import { byName } from '../page';
import { chart, curveWithBand, overLinear, plottedLine } from '../plot';
import { averaged, linspace, type MeanEstimate } from '../statistics';
import { type Run, study } from '../study';
import page from './ineq3.json';
import {
  conditionalPredictions,
  drawSample,
  harmonicEigenvalues,
  SMOOTHNESS,
  TEST_POINTS,
} from './trigonometricSetting';

/**
 * `TOP`: Frequencies 0 … 5: k = 11 eigenfunctions of the kernel.
 * `STRENGTHS`: Multiples of the signal's strength A² at which both sides are equal that are tried: far on both sides, as a constant is open.
 */
const { lambda: LAMBDA, sigma: SIGMA, counts: COUNTS, top: TOP, strengths: STRENGTHS } = page.data;
const K = 2 * TOP + 1;
/** Σ cos jx, j = 1 … 5, so that u_i² = ½ for each cosine. */
const shape = (x: number): number => {
  let sum = 0;
  for (let j = 1; j <= TOP; j++) sum += Math.cos(j * x);
  return sum;
};
const SHAPE = TEST_POINTS.map(shape);
const FREQUENCIES = 20_000;

/** Error of conditional ridge less that of ridge is constant + slope·A² + mixed·A on one sample, A the amplitude of the signal. */
interface Difference {
  readonly constant: number;
  readonly slope: number;
  readonly mixed: number;
}

const at = ({ constant, slope, mixed }: Difference, strength: number): number =>
  constant + slope * strength + mixed * Math.sqrt(strength);

type Sides = ReturnType<typeof sidesOf>;

/** Inequality (3) as left·A² > right + constant·further, whose constant the paper leaves open. */
export function sidesOf(n: number) {
  const eigenvalues = harmonicEigenvalues(FREQUENCIES);
  const whole = eigenlearning(eigenvalues, n, LAMBDA);
  const rest = eigenlearning(eigenvalues.subarray(K), n, LAMBDA);
  let left = 0;
  for (let j = 1; j <= TOP; j++) left += 0.5 * (1 - whole.learnability[2 * j - 1]) ** 2;
  return {
    left,
    right: SIGMA ** 2 * (rest.noiseFactor / whole.noiseFactor - 1),
    further: (SIGMA ** 2 * (K + 1)) / (n * whole.noiseFactor),
  };
}

export const ckrrIneq3 = study({
  page,
  repetitions: [200, 10, 2],
  axes: ({ repetitions }) => ({ n: COUNTS, repetition: repetitions }),
  work: ({ n }) => n ** 2,
  stage: ({ n }) => `${n} rows`,
  measure: ({ n }, run) => differenceAt(n, run),
  report(measurements) {
    const rows = COUNTS.map((n) => {
      const drawn = measurements.at({ n });
      const sides = sidesOf(n);
      const turn = turnOf(sides);
      const errors = STRENGTHS.map((times) => averaged(drawn.map((one) => at(one, times * turn))));
      const mean = (of: keyof Difference) => averaged(drawn.map((one) => one[of])).mean;
      const found = -mean('constant') / mean('slope');
      const constant = (found * sides.left - sides.right) / sides.further;
      return { n, sides, turn, found, constant, errors, drawn };
    });
    const pays = inCases(rows, ({ n, errors }) => [`n = ${n}`, atMost(errors[2], 0)]);
    const [without, quarter] = [0, 1].map((i) =>
      inCases(rows, ({ n, errors }) => [`n = ${n}`, atMost(opposite(errors[i]), 0)]),
    );
    const costs = [...without, ...quarter];
    return {
      finding: told`With four times the signal at which the two sides are equal conditional ridge is better at **${held(pays)} of ${COUNTS.length}** numbers of rows; without a signal, or with a quarter of it, it is worse in **${held(costs)} of ${costs.length}** cases. The last term decides: E′ is below E here, and the constant that it leaves open is ${rows.map(({ constant }) => plain(constant, 3)).join(', ')} at n = ${COUNTS.join(', ')}.`,
      numbers: byName<(typeof rows)[number], number | MeanEstimate>(
        rows,
        ({ n, sides, turn, found, constant, errors }) => ({
          [`n = ${n}: σ²(E′/E − 1)`]: sides.right,
          [`n = ${n}: A² from which conditional ridge is better, simulated`]: found,
          [`n = ${n}: the same by (3), the constant of its last term taken as 1`]: turn,
          [`n = ${n}: constant of the last term that the simulation has`]: constant,
          ...byName(STRENGTHS, (times, i) => ({
            [`n = ${n}: error of conditional ridge less that of ridge, ${times} times the A² of (3)`]: errors[i],
          })),
        }),
      ),
      claims: { pays, without, quarter },
      values: { smoothness: SMOOTHNESS, k: K },
      figures: rows.map(({ n, sides, drawn }) => strengthFigure(n, sides, drawn)),
    };
  },
});

/** A² at which both sides are equal, the constant taken as 1. */
const turnOf = ({ left, right, further }: Sides): number => (right + further) / left;

const opposite = ({ mean, error }: MeanEstimate): MeanEstimate => ({ mean: -mean, error });

/** Fits are linear in y: those of the signal and of the noise give the errors at every strength. */
function differenceAt(n: number, run: Run<object, unknown>): Difference {
  const { x, noise } = drawSample(n, run.random);
  const fitted = (y: Float64Array) => conditionalPredictions({ x, y, lambda: LAMBDA }, ['none', TOP], run);
  const [signal, random] = [fitted(x.map(shape)), fitted(noise.map((v) => SIGMA * v))];
  const [ridge, conditional] = [0, 1].map((way) => {
    const missed = signal[way].map((v, i) => v - SHAPE[i]);
    return {
      constant: product(random[way], random[way]),
      slope: product(missed, missed),
      mixed: 2 * product(missed, random[way]),
    };
  });
  return {
    constant: conditional.constant - ridge.constant,
    slope: conditional.slope - ridge.slope,
    mixed: conditional.mixed - ridge.mixed,
  };
}

const product = (a: Float64Array, b: Float64Array): number => a.reduce((sum, v, i) => sum + (v * b[i]) / a.length, 0);

function strengthFigure(n: number, sides: Sides, drawn: readonly Difference[]): FigureSpec {
  const turn = turnOf(sides);
  const strengths = linspace(0, 4 * turn, 41);
  const errors = Array.from(strengths, (strength) => averaged(drawn.map((one) => at(one, strength))));
  const predicted = strengths.map((strength) => sides.left * (turn - strength));
  return chart({
    id: `ckrr-ineq3-${n}`,
    title: `Conditional ridge against ridge, n = ${n}`,
    sentence: told`By (3) conditional ridge is better from **A² = ${plain(turn, 2)}** on.`,
    x: overLinear('A², strength of the signal'),
    y: overLinear('difference of the errors'),
    series: [
      ...curveWithBand('main', 'simulated', strengths, errors),
      plottedLine('reference', 'right side − left side', strengths, predicted, '(3)'),
    ],
    note: 'Below 0 conditional ridge is better.',
  });
}
