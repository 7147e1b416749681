import { rateExponent } from '../../engine/spectrum/alignment';
import { sentence } from '../../figures/words/sentence';
import { exactAxis, line, linearAxis, logAxis, plot, points } from '../plot';
import type { Recipe, RecipeContext } from '../recipe';
import { byPaper, byUs } from '../settings';
import { evenly, lineThrough } from '../statistics';
import { verdictOf } from '../verdict';
import { leastRisks, rowCounts } from './polynomialRisk';

const ALPHA = 1;
const GAMMA = 10;
const SIGMA2 = 1;

export const tkrrFig3: Recipe = {
  spec: {
    id: 'tkrr-fig3',
    title: 'TKRR, figure 3: the rate of truncated against full ridge',
    claim:
      'For an over-aligned target truncated ridge converges at the rate s(γ), full ridge only at s(1): on a log-log plot over n the two least errors fall with different slopes.',
    seconds: 4,
  },
  run({ quick = false }, context: RecipeContext) {
    const counts = rowCounts(2, quick ? 4 : 6, quick ? 9 : 17);
    const risks = Array.from(counts, (n, i) => {
      context.progress(i / counts.length, 'computing least errors');
      return leastRisks(ALPHA, GAMMA, SIGMA2, n, () => context.check());
    });
    const full = risks.map((v) => v.full);
    const truncated = risks.map((v) => v.truncated);
    // The upper half of the sample sizes: the rates are asymptotic.
    const half = counts.length >> 1;
    const slopeOf = (y: readonly number[]) =>
      lineThrough(counts.subarray(half).map(Math.log), y.slice(half).map(Math.log)).slope;
    const numbers = [
      {
        name: 'slope of full ridge',
        published: -rateExponent(1, ALPHA),
        publishedError: 0.03,
        ours: slopeOf(full),
      },
      {
        name: 'slope of truncated ridge',
        published: -rateExponent(GAMMA, ALPHA),
        publishedError: 0.05,
        ours: slopeOf(truncated),
      },
    ];
    const gammas = evenly(0.02, 3, 150);
    const exponents = [
      gammas.map((g) => rateExponent(g, ALPHA)),
      gammas.map((g) => rateExponent(Math.min(1, g), ALPHA)),
      gammas.map(() => rateExponent(0.5, ALPHA)),
    ];
    const better = truncated.every((v, i) => v < full[i]);
    return {
      finding: sentence(
        'The least error falls like ',
        `n^${numbers[1].ours.toFixed(3).replace('-', '−')} truncated and n^${numbers[0].ours.toFixed(3).replace('-', '−')} in full`,
        ` for γ = ${GAMMA}, α = ${ALPHA}; the theory says −${rateExponent(GAMMA, ALPHA).toFixed(3)} and −${rateExponent(1, ALPHA).toFixed(3)}.`,
      ),
      verdict: verdictOf(numbers, [better]),
      settings: [
        byPaper('decay', 'α = 1, γ = 10, eigenvalues and scores exactly as in (12)'),
        byPaper('λ', '1,000 values from 10⁻¹⁰ to 10²; the least error over them'),
        byPaper('r', '(n/σ²)^(1/(2γα+1)), Theorem 2a'),
        byUs('spacing of λ', 'even in log λ'),
        byUs('rounding of r', 'up'),
        byUs('σ', '1'),
        byUs(
          'n',
          `${counts.length} values from ${counts[0]} to ${counts[counts.length - 1]}; slopes over the upper half`,
        ),
        byUs('α in panel (a)', '1'),
        byUs('agreement', 'slopes within 0.03 (full) and 0.05 (truncated: r is a whole number)'),
      ],
      numbers,
      figures: [
        plot({
          id: 'tkrr-fig3-exponents',
          title: 'Rate exponents',
          sentence: sentence('Beyond γ = 1 only truncated ridge ', 'goes on getting faster', '.'),
          x: exactAxis('alignment γ', 0, 3),
          y: linearAxis('rate exponent s', ...exponents),
          series: [
            line('first', 'truncated ridge, s(γ)', gammas, exponents[0], 'truncated'),
            line('second', 'full ridge, s(min(1, γ))', gammas, exponents[1], 'full'),
            line('reference', 'minimax over the ball, s(1/2)', gammas, exponents[2], 'minimax'),
          ],
          rules: [{ axis: 'x', at: 1, role: 'reference' }],
        }),
        plot({
          id: 'tkrr-fig3-mse',
          title: 'Least error over the number of rows',
          sentence: sentence(
            'Truncated ridge is better ',
            better ? 'at every n' : 'at some n only',
            `, by a factor of ${(full[full.length - 1] / truncated[truncated.length - 1]).toFixed(1)} at the largest.`,
          ),
          x: logAxis('rows n', 'power', counts),
          y: logAxis('least expected MSE', 'power', full, truncated),
          series: [
            line('first', 'truncated ridge', counts, truncated, 'truncated'),
            line('second', 'full ridge', counts, full, 'full'),
            points('first', 'truncated ridge, computed', counts, truncated),
            points('second', 'full ridge, computed', counts, full),
          ],
        }),
      ],
      notes: [
        {
          severity: 'info',
          code: 'reproduction/whole-truncation',
          text: `At γ = ${GAMMA} the prescribed r is ${risks[half].r} at n = ${counts[half]} and ${risks[risks.length - 1].r} at n = ${counts[counts.length - 1]}: while it stays the same, the error of the truncated estimator falls like that of so many parameters, 1/n.`,
        },
      ],
    };
  },
};
