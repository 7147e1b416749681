import type { FigureSpec } from '../../engine/contract/figure';
import { info } from '../../engine/fit/notes';
import { rateExponent } from '../../engine/spectrum/alignment';
import { fixed } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { type Expected, held, inCases } from '../compared';
import { chart, exactAxis, overLinear, overLog, plottedLine, points, ROLES } from '../plot';
import { type Line, lineThrough, linspace, powersOfTen } from '../statistics';
import { study } from '../study';
import page3 from './fig3.json';
import page4 from './fig4.json';

/** TKRR appendix C: 1000 values between 10^-10 and 10². */
const LAMBDAS = powersOfTen(-10, 2, 1000);

/**
 * Least expected MSE over lambda of full and truncated ridge when mu_i = i^-alpha and xi_i² = i^(−2·gamma·alpha−1) exactly
 * (TKRR (12)), n of each, the truncated at r = (n/sigma²)^(1/(2·gamma·alpha+1)), rounded up. `check` may throw to cancel.
 */
function leastRisks(alpha: number, gamma: number, sigma2: number, n: number, check: () => void) {
  const mu = Float64Array.from({ length: n }, (_, i) => (i + 1) ** -alpha);
  const squares = Float64Array.from({ length: n }, (_, i) => (i + 1) ** (-2 * gamma * alpha - 1));
  const r = Math.min(n, Math.max(1, Math.ceil((n / sigma2) ** (1 / (2 * gamma * alpha + 1)))));
  let beyond = 0;
  for (let i = n - 1; i >= r; i--) beyond += squares[i];
  let full = Number.POSITIVE_INFINITY;
  let truncated = Number.POSITIVE_INFINITY;
  for (const lambda of LAMBDAS) {
    check();
    let bias = 0;
    let squaredShares = 0;
    for (let i = 0; i < n; i++) {
      const scale = 1 / (mu[i] + lambda);
      bias += (lambda * scale) ** 2 * squares[i];
      squaredShares += (mu[i] * scale) ** 2;
      if (i + 1 === r) truncated = Math.min(truncated, bias + beyond + (sigma2 / n) * squaredShares);
    }
    full = Math.min(full, bias + (sigma2 / n) * squaredShares);
  }
  return { full, truncated, r };
}

/** Numbers of rows from 10^`from` to 10^`to`, whole, evenly spaced in their logarithm. */
function rowCounts(from: number, to: number, count: number): Float64Array {
  return powersOfTen(from, to, count).map(Math.round);
}

/** Index at which the upper half of the numbers of rows begins: rates are asymptotic. */
const upperHalf = (counts: Float64Array): number => counts.length >> 1;

/** The line of `values` in log n over the upper half of the numbers of rows. */
function lineOverUpperHalf(counts: Float64Array, values: readonly number[]): Line {
  const half = upperHalf(counts);
  return lineThrough(counts.subarray(half).map(Math.log), values.slice(half));
}

/** The values by which the page speaks of them. */
const countsIn = (counts: Float64Array) => ({ n: counts.length, first: counts[0], last: counts[counts.length - 1] });

/** A limit of theory, near which slopes at finite n lie within `width`. */
const limit = (value: number, width: number): Expected => ({ value, by: 'theory', width });

const ALPHA = 1;
const GAMMA = 10;
const SIGMA2 = 1;

export const tkrrFig3 = study({
  page: page3,
  sizes: { counts: [rowCounts(2, 6, 17), rowCounts(2, 4, 9), rowCounts(2, 2.5, 4)] },
  axes: ({ size }) => ({ n: Array.from(size.counts) }),
  stage: () => 'computing lowest errors',
  measure: ({ n }, run) => leastRisks(ALPHA, GAMMA, SIGMA2, n, () => run.check()),
  report(measurements, { size: { counts } }) {
    const risks = measurements.at({});
    const full = risks.map((v) => v.full);
    const truncated = risks.map((v) => v.truncated);
    const last = counts.length - 1;
    const half = upperHalf(counts);
    const [slope, fullSlope] = [truncated, full].map((risk) => lineOverUpperHalf(counts, risk.map(Math.log)).slope);
    const better = truncated.every((v, i) => v < full[i]);
    const [rate, fullRate] = [rateExponent(GAMMA, ALPHA), rateExponent(1, ALPHA)];
    return {
      finding: told`The lowest error falls like **n^${fixed(slope, 3)} truncated and n^${fixed(fullSlope, 3)} in full** for γ = ${GAMMA}, α = ${ALPHA}; theory predicts ${fixed(-rate, 3)} and ${fixed(-fullRate, 3)}.`,
      numbers: {
        'slope of full ridge': [fullSlope, limit(-fullRate, 0.03)],
        'slope of truncated ridge': [slope, limit(-rate, 0.05)],
      },
      claims: { better, steeper: slope < fullSlope },
      values: countsIn(counts),
      figures: [exponentFigure(), errorFigure(counts, full, truncated, better)],
      notes: [
        info(
          'reproduction/whole-truncation',
          `At γ = ${GAMMA} the prescribed r is ${risks[half].r} at n = ${counts[half]} and ${risks[last].r} at n = ${counts[last]}: while it stays the same, the error of the truncated estimator falls like that of so many parameters, 1/n.`,
        ),
      ],
    };
  },
});

function exponentFigure(): FigureSpec {
  const gammas = linspace(0.02, 3, 150);
  const truncated = gammas.map((g) => rateExponent(g, ALPHA));
  const full = gammas.map((g) => rateExponent(Math.min(1, g), ALPHA));
  const minimax = gammas.map(() => rateExponent(0.5, ALPHA));
  return chart({
    id: 'tkrr-fig3-exponents',
    title: 'Rate exponents',
    sentence: told`Beyond γ = 1 only truncated ridge **goes on getting faster**.`,
    x: exactAxis('alignment γ', 0, 3),
    y: overLinear('rate exponent s'),
    series: [
      plottedLine('first', 'truncated ridge, s(γ)', gammas, truncated, 'truncated'),
      plottedLine('second', 'full ridge, s(min(1, γ))', gammas, full, 'full'),
      plottedLine('reference', 'minimax over the ball, s(1/2)', gammas, minimax, 'minimax'),
    ],
    rules: [{ axis: 'x', at: 1, role: 'reference' }],
  });
}

function errorFigure(
  counts: Float64Array,
  full: readonly number[],
  truncated: readonly number[],
  better: boolean,
): FigureSpec {
  const last = counts.length - 1;
  return chart({
    id: 'tkrr-fig3-mse',
    title: 'Lowest error over the number of rows',
    sentence: told`Truncated ridge is better **${better ? 'at every n' : 'at some n only'}**, by a factor of ${fixed(full[last] / truncated[last], 1)} at the largest.`,
    x: overLog('rows n', 'power'),
    y: overLog('lowest expected MSE', 'power'),
    series: [
      plottedLine('first', 'truncated ridge', counts, truncated, 'truncated'),
      plottedLine('second', 'full ridge', counts, full, 'full'),
      points('first', 'truncated ridge, computed', counts, truncated),
      points('second', 'full ridge, computed', counts, full),
    ],
  });
}

const GAIN_GAMMA = 5;
/** `NEAR`: distance within which a slope at finite n is near its limit. */
const { alphas: ALPHAS, sigmas: SIGMAS, near: NEAR } = page4.data;

type Curve = ReturnType<typeof curveOf>;

/** Logarithm of the least MSE of the full estimator minus that of the truncated one, for each n. */
const curveOf = (alpha: number, sigma: number, counts: Float64Array, difference: readonly number[]) => ({
  alpha,
  sigma,
  difference,
  line: lineOverUpperHalf(counts, difference),
});

const nameOf = ({ alpha, sigma }: Curve): string => `α = ${alpha}, σ = ${sigma}`;

/** s(gamma) − s(1): the slope of Theorem 2, between integers r and as n grows. */
const gap = (alpha: number): number => rateExponent(GAIN_GAMMA, alpha) - rateExponent(1, alpha);

export const tkrrFig4 = study({
  page: page4,
  sizes: { counts: [rowCounts(2, 5.5, 15), rowCounts(2, 3.5, 7), rowCounts(2, 2.5, 4)] },
  axes: ({ size }) => ({ alpha: ALPHAS, sigma: SIGMAS, n: Array.from(size.counts) }),
  stage: ({ alpha, sigma }) => `α = ${alpha}, σ = ${sigma}`,
  measure({ alpha, sigma, n }, run) {
    const { full, truncated } = leastRisks(alpha, GAIN_GAMMA, sigma ** 2, n, () => run.check());
    return Math.log(full / truncated);
  },
  report(measurements, { size: { counts } }) {
    const curves = ALPHAS.flatMap((alpha) =>
      SIGMAS.map((sigma) => curveOf(alpha, sigma, counts, measurements.at({ alpha, sigma }))),
    );
    const slopes = curves.map(({ line }) => line.slope);
    const positive = inCases(curves, (c) => [nameOf(c), c.line.slope > 0]);
    return {
      finding: told`The gain grows with n in **${held(positive)} of ${curves.length} settings**; slopes run from ${fixed(Math.min(...slopes), 3)} to ${fixed(Math.max(...slopes), 3)}.`,
      numbers: Object.fromEntries(
        curves.map((c) => [`slope at ${nameOf(c)}`, [c.line.slope, limit(gap(c.alpha), NEAR)]] as const),
      ),
      claims: { positive, line: inCases(curves, (c) => [nameOf(c), c.line.share > 0.95]) },
      values: { ...countsIn(counts) },
      figures: ALPHAS.map((alpha) => panel(alpha, counts, curves)),
      notes: [
        info(
          'reproduction/whole-truncation',
          'The paper claims a positive slope and prints none. Theorem 2 puts s(γ) − s(1) in the limit; up to these n the prescribed r is 2 to 5, and each step of it moves the slope.',
        ),
      ],
    };
  },
});

function panel(alpha: number, counts: Float64Array, curves: readonly Curve[]): FigureSpec {
  const here = curves.filter((c) => c.alpha === alpha);
  const slopes = here.map((c) => fixed(c.line.slope, 3)).join(', ');
  return chart({
    id: `tkrr-fig4-alpha-${alpha}`,
    title: `α = ${alpha}, γ = ${GAIN_GAMMA}`,
    sentence: told`Slopes over the upper half of n: **${slopes}**.`,
    x: overLog('rows n', 'power'),
    y: overLinear('log MSE of full ridge − log MSE of truncated'),
    series: here.map(({ sigma, difference }, i) => plottedLine(ROLES[i], `σ = ${sigma}`, counts, difference)),
  });
}
