import type { FigureSpec } from '../../engine/contract/figure';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { plain } from '../../engine/words/numbers';
import { plural, told } from '../../engine/words/sentence';
import { byPaper, byUs, compared, publishedIn, tested } from '../compared';
import { exactAxis, line, linearAxis, surfaceOf } from '../plot';
import { interiorMinima, linspace, powersOfTen, shareOf } from '../statistics';
import { study } from '../study';
import { alignmentSpectrum, COLUMNS, exactRisk, FIGURE_1, ROWS } from './alignment';
import numbers from './published.json';

/** b = r = 30 and l = 0: the scores lie where the estimator keeps directions. */
const R = 30;
const PANELS = [0, 2.4, 2.8, 3, 3.4, 4];
const LAMBDAS = powersOfTen(-5, 1, 4000);
const FEW_LAMBDAS = powersOfTen(-5, 1, 600);
const OTHER_TARGETS = 200;
/** What is not seen in a curve over several units. */
const DIP = 0.01;
const published = publishedIn(numbers, 'program');

/** Expected MSE over lambda when the noise is `ratio` times the target's deviation. */
function curve(mu: Float64Array, squares: ArrayLike<number>, ratio: number, lambdas: Float64Array): Float64Array {
  const noise = (ratio * FIGURE_1.targetDeviation) ** 2 / ROWS;
  return lambdas.map((lambda) => exactRisk(mu, squares, noise, R, lambda));
}

/** Whether values never fall below one before them by more than that. */
function rises(values: Float64Array, fall = 0): boolean {
  let most = Number.NEGATIVE_INFINITY;
  return values.every((v) => {
    most = Math.max(most, v);
    return v >= most - fall;
  });
}

export const tkrrFig1 = study({
  spec: {
    id: 'tkrr-fig1',
    title: 'TKRR, figure 1: several descents over λ',
    claim:
      'When the target lies in the first directions of the spectrum, the expected error over λ falls and rises more than once at moderate noise, falls throughout without noise, and rises throughout with much.',
    seconds: 2,
  },
  repetitions: [OTHER_TARGETS, OTHER_TARGETS],
  prepare: (run) => alignmentSpectrum(FIGURE_1.rows, ROWS, COLUMNS, run.linalg, run),
  axes: ({ repetitions }) => ({ target: repetitions }),
  stage: () => 'drawing other targets',
  measure(_, { given: mu, random }) {
    const squares = Float64Array.from({ length: R }, () => random.normal() ** 2);
    const total = squares.reduce((sum, v) => sum + v, 0);
    const unit = squares.map((v) => v / total);
    return interiorMinima(curve(mu, unit, 3, FEW_LAMBDAS)).length > 1;
  },
  report(measurements, { given: mu }) {
    const squares = FIGURE_1.scores.map((v) => v * v);
    const x = LAMBDAS.map((lambda) => -Math.log(lambda));
    const panels = PANELS.map((ratio) => ({ ratio, mse: curve(mu, squares, ratio, LAMBDAS) }));
    const at = (ratio: number) => panels[PANELS.indexOf(ratio)].mse;
    const minima = interiorMinima(at(3)).length;
    const share = shareOf(measurements.at({}));
    const least = (ratio: number) => [
      compared(`σ = ${ratio} sd: lowest MSE`, at(ratio)[indexOfLeast(at(ratio))], published(`fig1-least-${ratio}`)),
      compared(
        `σ = ${ratio} sd: −log\u00a0λ of the lowest`,
        x[indexOfLeast(at(ratio))],
        published(`fig1-place-${ratio}`),
      ),
    ];
    return {
      finding: told`On the authors’ own draw the curve at σ = 3 sd has **${minima} separate minima**; of ${OTHER_TARGETS} other targets in the same band, ${Math.round(100 * share.mean)}\u202f% have more than one.`,
      numbers: [
        compared('first eigenvalue', mu[0], published('fig1-first-eigenvalue')),
        compared('30th eigenvalue', mu[R - 1], published('fig1-30th-eigenvalue')),
        ...least(3),
        compared('σ = 3 sd: interior minima', minima, published('fig1-minima-3')),
        ...least(2.4),
        compared('other targets with several minima at σ = 3 sd (share)', share),
      ],
      claims: tested({
        'without noise the error only falls as λ does': rises(at(0)),
        'at σ = 3 sd it has more than one minimum over λ': minima > 1,
        [`at σ = 4 sd it rises as λ falls, but for at most ${DIP} of the target’s variance`]: rises(
          at(4).toReversed(),
          DIP,
        ),
      }),
      settings: [
        byPaper('rows', `${ROWS} uniform on [0, 1]⁴, the authors’ own draw`),
        byPaper('kernel', 'Gaussian, bandwidth h = √(d/2) = √2'),
        byPaper('alignment', 'l = 0, b = r = 30; normal scores scaled to unit length, the authors’ own draw'),
        byPaper('λ', '4,000 values, 10⁻⁵ to 10, evenly spaced in log λ'),
        byPaper('σ', '0, 2.4, 2.8, 3, 3.4 and 4 times the target’s standard deviation of 0.998778'),
        byUs('authors’ program', 'run by us for the numbers beside ours; the figure itself prints none'),
        byUs('other targets', `${OTHER_TARGETS} draws of the scores with the seed, 600 values of λ`),
      ],
      figures: [...panels.map(({ ratio, mse }) => panel(ratio, x, mse)), contour(mu, squares)],
    };
  },
});

function panel(ratio: number, x: Float64Array, mse: Float64Array): FigureSpec {
  const minima = interiorMinima(mse);
  const least = indexOfLeast(mse);
  const words =
    minima.length === 0
      ? 'no interior minimum'
      : `${minima.length} interior ${plural(minima.length, 'minimum', 'minima')}`;
  return {
    id: `tkrr-fig1-sigma-${ratio}`,
    title: `σ = ${ratio} sd of the target`,
    sentence: told`The expected error has **${words}**; it is lowest, ${plain(mse[least], 4)}, at −log\u00a0λ\u00a0=\u00a0${plain(x[least], 4)}.`,
    x: exactAxis('−log λ', x[x.length - 1], x[0]),
    y: linearAxis('expected MSE, var of the target = 1', mse),
    series: [line('main', 'expected MSE', thinned(x), thinned(mse), '')],
    marks: minima.map((i) => ({ shape: 'circle', role: 'main', x: x[i], y: mse[i] })),
  };
}

/** Every eighth value and the last: computed finer than a screen shows. */
const thinned = (values: Float64Array) => values.filter((_, i) => i % 8 === 0 || i === values.length - 1);

function contour(mu: Float64Array, squares: ArrayLike<number>): FigureSpec {
  const lambdas = powersOfTen(1, -5, 121);
  const ratios = linspace(0, 4, 21);
  const values = new Float64Array(lambdas.length * ratios.length);
  const folded: number[] = [];
  ratios.forEach((ratio, j) => {
    const mse = curve(mu, squares, ratio, lambdas);
    values.set(mse, j * lambdas.length);
    if (interiorMinima(mse).length > 1) folded.push(ratio);
  });
  const where =
    folded.length === 0
      ? 'nowhere on this grid'
      : `from σ = ${plain(folded[0])} to ${plain(folded[folded.length - 1])} sd`;
  const x = lambdas.map((lambda) => -Math.log(lambda));
  return {
    id: 'tkrr-fig1-contour',
    title: 'Expected error over λ and noise',
    sentence: told`The error has more than one minimum over λ **${where}**.`,
    x: exactAxis('−log λ', x[0], x[x.length - 1]),
    y: exactAxis('σ, in sd of the target', 0, 4),
    series: [],
    surface: surfaceOf('expected MSE', x, ratios, values, 16),
  };
}
