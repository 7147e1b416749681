import type { FigureSpec } from '../../engine/contract/figure';
import { eigenlearning } from '../../engine/spectrum/eigenlearning';
import { plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { atMost, byPaper, byUs, compared, held, inCases } from '../compared';
import { curveWithBand, line, linearAxis } from '../plot';
import { linspace, type MeanEstimate, meanOf } from '../statistics';
import { type Run, study } from '../study';
import { drawSample, harmonicEigenvalues, ridgeAndConditional, SMOOTHNESS, TEST_POINTS } from './trigonometricSetting';

const LAMBDA = 0.1;
const SIGMA = 1;
/** Frequencies 0 … 5: k = 11 eigenfunctions of the kernel. */
const TOP = 5;
const K = 2 * TOP + 1;
/** Σ cos jx, j = 1 … 5, so that u_i² = ½ for each cosine. */
const shape = (x: number): number => {
  let sum = 0;
  for (let j = 1; j <= TOP; j++) sum += Math.cos(j * x);
  return sum;
};
const SHAPE = TEST_POINTS.map(shape);
const FREQUENCIES = 20_000;
/** Multiples of the signal's strength A² at which both sides are equal that are tried: far on both sides, as a constant is open. */
const STRENGTHS = [0, 0.25, 4];
const COUNTS = [100, 200, 400];
const REPETITIONS = 200;

/** Error of conditional ridge less that of ridge is constant + slope·A² + mixed·A on one sample, A the amplitude of the signal. */
interface Difference {
  readonly constant: number;
  readonly slope: number;
  readonly mixed: number;
}

const at = ({ constant, slope, mixed }: Difference, strength: number): number =>
  constant + slope * strength + mixed * Math.sqrt(strength);

/** Inequality (3) as left·A² > right + constant·further, whose constant the paper leaves open. */
interface Sides {
  readonly left: number;
  readonly right: number;
  readonly further: number;
}

export function sidesOf(n: number): Sides {
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
  spec: {
    id: 'ckrr-ineq3',
    title: 'CKRR, inequality (3): when unpenalised eigenfunctions pay',
    claim:
      'For targets in the span of the first k eigenfunctions, leaving these unpenalised lowers the test error when Σ_{i≤k} κ²uᵢ²/(λᵢ + κ)² exceeds σ²(E′/E − 1) and a term of order σ²(k + 1)/n, and raises it without a signal.',
    seconds: 20,
  },
  repetitions: [REPETITIONS, 10],
  axes: ({ repetitions }) => ({ n: COUNTS, repetition: repetitions }),
  work: ({ n }) => n ** 2,
  stage: ({ n }) => `${n} rows`,
  measure: ({ n }, run) => differenceAt(n, run),
  report(measurements, { repetitions }) {
    const rows = COUNTS.map((n) => {
      const drawn = measurements.at({ n });
      const sides = sidesOf(n);
      const turn = turnOf(sides);
      const errors = STRENGTHS.map((times) => meanOf(drawn.map((one) => at(one, times * turn))));
      const mean = (of: keyof Difference) => meanOf(drawn.map((one) => one[of])).mean;
      const found = -mean('constant') / mean('slope');
      const constant = (found * sides.left - sides.right) / sides.further;
      return { n, sides, turn, found, constant, errors, drawn };
    });
    const pays = inCases('with four times the signal of (3) conditional ridge has the smaller error', rows, (row) => [
      `n = ${row.n}`,
      atMost(row.errors[2], 0),
    ]);
    const costs = ['without a signal', 'with a quarter of the signal of (3)'].flatMap((signal, i) =>
      inCases(`${signal} it has the larger error`, rows, (row) => [`n = ${row.n}`, atMost(opposite(row.errors[i]), 0)]),
    );
    return {
      finding: told`With four times the signal at which the two sides are equal conditional ridge is better at **${held(pays)} of ${COUNTS.length}** numbers of rows; without a signal, or with a quarter of it, it is worse in **${held(costs)} of ${costs.length}** cases. The last term decides: E′ is below E here, and the constant that it leaves open is ${rows.map(({ constant }) => plain(constant, 3)).join(', ')} at n = ${COUNTS.join(', ')}.`,
      numbers: rows.flatMap(({ n, sides, turn, found, constant, errors }) => [
        compared(`n = ${n}: σ²(E′/E − 1)`, sides.right),
        compared(`n = ${n}: A² from which conditional ridge is better, simulated`, found),
        compared(`n = ${n}: the same by (3), the constant of its last term taken as 1`, turn),
        compared(`n = ${n}: constant of the last term that the simulation has`, constant),
        ...STRENGTHS.map((times, i) =>
          compared(`n = ${n}: error of conditional ridge less that of ridge, ${times} times the A² of (3)`, errors[i]),
        ),
      ]),
      claims: [...pays, ...costs],
      settings: [
        byPaper('kernel', `1 + Σ i^−2s·cos(i(x − z)), s = ${SMOOTHNESS}; rows uniform on [0, 2π]`),
        byPaper('F', `the first k = ${K} eigenfunctions, cos jx and sin jx for j ≤ ${TOP}; ridge has none`),
        byPaper('κ, E, E′', 'as section 5.1 defines them, with n·λ for the λ printed there'),
        byUs('target', `A·Σ cos jx, 1 ≤ j ≤ ${TOP}`),
        byUs('n, σ, λ', `${COUNTS.join(', ')}; ${SIGMA}; ${LAMBDA}`),
        byUs(
          'A²',
          `${STRENGTHS.join(', ')} times the one at which both sides are equal, the constant of the last term taken as 1`,
        ),
        byUs('repetitions', `${repetitions.length}; better and worse by more than two standard errors`),
        byUs('test error', 'mean squared distance to the target at 256 equally spaced points'),
      ],
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
  const signal = ridgeAndConditional(x, x.map(shape), TOP, LAMBDA, run.linalg, run);
  const random = ridgeAndConditional(
    x,
    noise.map((v) => SIGMA * v),
    TOP,
    LAMBDA,
    run.linalg,
    run,
  );
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
  const errors = Array.from(strengths, (strength) => meanOf(drawn.map((one) => at(one, strength))));
  const predicted = strengths.map((strength) => sides.left * (turn - strength));
  return {
    id: `ckrr-ineq3-${n}`,
    title: `Conditional ridge against ridge, n = ${n}`,
    sentence: told`By (3) conditional ridge is better from **A² = ${plain(turn, 2)}** on.`,
    x: linearAxis('A², strength of the signal', strengths),
    y: linearAxis(
      'difference of the errors',
      errors.map(({ mean }) => mean),
      predicted,
    ),
    series: [
      ...curveWithBand('main', 'simulated', strengths, errors),
      line('reference', 'right side − left side', strengths, predicted, '(3)'),
    ],
    note: 'Below 0 conditional ridge is better.',
  };
}
