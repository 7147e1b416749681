import type { FigureSpec } from '../../engine/contract/figure';
import { rateExponent } from '../../engine/spectrum/alignment';
import { fixed } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { compared } from '../compared';
import { exactAxis, line, linearAxis, logAxis, points } from '../plot';
import { byPaper, byUs } from '../settings';
import { linspace } from '../statistics';
import { study } from '../study';
import { countsSetting, leastRisks, rowCounts, slopeOverUpperHalf, upperHalf } from './polynomialRisk';

const ALPHA = 1;
const GAMMA = 10;
const SIGMA2 = 1;

export const tkrrFig3 = study({
  spec: {
    id: 'tkrr-fig3',
    title: 'TKRR, figure 3: the rate of truncated against full ridge',
    claim:
      'For an over-aligned target truncated ridge converges at the rate s(γ), full ridge only at s(1): on a log-log plot over n the two least errors fall with different slopes.',
    seconds: 4,
  },
  sizes: { counts: [rowCounts(2, 6, 17), rowCounts(2, 4, 9)] },
  axes: ({ size }) => ({ n: Array.from(size.counts) }),
  stage: () => 'computing least errors',
  measure: ({ n }, run) => leastRisks(ALPHA, GAMMA, SIGMA2, n, () => run.check()),
  report(measurements, { size: { counts } }) {
    const risks = measurements.at({});
    const full = risks.map((v) => v.full);
    const truncated = risks.map((v) => v.truncated);
    const last = counts.length - 1;
    const half = upperHalf(counts);
    const [slope, fullSlope] = [truncated, full].map((risk) => slopeOverUpperHalf(counts, risk.map(Math.log)));
    const better = truncated.every((v, i) => v < full[i]);
    const [rate, fullRate] = [rateExponent(GAMMA, ALPHA), rateExponent(1, ALPHA)];
    return {
      finding: sentence(
        'The least error falls like ',
        `n^${fixed(slope, 3)} truncated and n^${fixed(fullSlope, 3)} in full`,
        ` for γ = ${GAMMA}, α = ${ALPHA}; the theory says ${fixed(-rate, 3)} and ${fixed(-fullRate, 3)}.`,
      ),
      numbers: [
        compared('slope of full ridge', fullSlope, { value: -fullRate, error: 0.03 }),
        compared('slope of truncated ridge', slope, { value: -rate, error: 0.05 }),
      ],
      claims: [better],
      settings: [
        byPaper('decay', 'α = 1, γ = 10, eigenvalues and scores exactly as in (12)'),
        byPaper('λ', '1,000 values from 10⁻¹⁰ to 10²; the least error over them'),
        byPaper('r', '(n/σ²)^(1/(2γα+1)), Theorem 2a'),
        byUs('spacing of λ', 'even in log λ'),
        byUs('rounding of r', 'up'),
        byUs('σ', '1'),
        countsSetting(counts),
        byUs('α in panel (a)', '1'),
        byUs('agreement', 'slopes within 0.03 (full) and 0.05 (truncated: r is a whole number)'),
      ],
      figures: [exponentFigure(), errorFigure(counts, full, truncated, better)],
      notes: [
        {
          severity: 'info',
          code: 'reproduction/whole-truncation',
          text: `At γ = ${GAMMA} the prescribed r is ${risks[half].r} at n = ${counts[half]} and ${risks[last].r} at n = ${counts[last]}: while it stays the same, the error of the truncated estimator falls like that of so many parameters, 1/n.`,
        },
      ],
    };
  },
});

function exponentFigure(): FigureSpec {
  const gammas = linspace(0.02, 3, 150);
  const truncated = gammas.map((g) => rateExponent(g, ALPHA));
  const full = gammas.map((g) => rateExponent(Math.min(1, g), ALPHA));
  const minimax = gammas.map(() => rateExponent(0.5, ALPHA));
  return {
    id: 'tkrr-fig3-exponents',
    title: 'Rate exponents',
    sentence: sentence('Beyond γ = 1 only truncated ridge ', 'goes on getting faster', '.'),
    x: exactAxis('alignment γ', 0, 3),
    y: linearAxis('rate exponent s', truncated, full, minimax),
    series: [
      line('first', 'truncated ridge, s(γ)', gammas, truncated, 'truncated'),
      line('second', 'full ridge, s(min(1, γ))', gammas, full, 'full'),
      line('reference', 'minimax over the ball, s(1/2)', gammas, minimax, 'minimax'),
    ],
    rules: [{ axis: 'x', at: 1, role: 'reference' }],
  };
}

function errorFigure(
  counts: Float64Array,
  full: readonly number[],
  truncated: readonly number[],
  better: boolean,
): FigureSpec {
  const last = counts.length - 1;
  return {
    id: 'tkrr-fig3-mse',
    title: 'Least error over the number of rows',
    sentence: sentence(
      'Truncated ridge is better ',
      better ? 'at every n' : 'at some n only',
      `, by a factor of ${fixed(full[last] / truncated[last], 1)} at the largest.`,
    ),
    x: logAxis('rows n', 'power', counts),
    y: logAxis('least expected MSE', 'power', full, truncated),
    series: [
      line('first', 'truncated ridge', counts, truncated, 'truncated'),
      line('second', 'full ridge', counts, full, 'full'),
      points('first', 'truncated ridge, computed', counts, truncated),
      points('second', 'full ridge, computed', counts, full),
    ],
  };
}
