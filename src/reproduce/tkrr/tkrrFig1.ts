import type { FigureSpec } from '../../engine/contract/figure';
import { Random } from '../../engine/data/random';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { plain } from '../../figures/words/numbers';
import { sentence } from '../../figures/words/sentence';
import { exactAxis, line, linearAxis, plot, surfaceOf } from '../plot';
import type { Recipe, RecipeContext } from '../recipe';
import { byPaper, byUs } from '../settings';
import { evenly, interiorMinima, powersOfTen } from '../statistics';
import { verdictOf } from '../verdict';
import { alignmentSpectrum } from './alignmentSpectrum';
import { ROWS, SCORES, TARGET_DEVIATION } from './data/tkrrFigure1';
import { exactRisk } from './exactRisk';

const N = 200;
const D = 4;
/** b = r = 30 and l = 0: the scores lie where the estimator keeps directions. */
const R = 30;
const PANELS = [0, 2.4, 2.8, 3, 3.4, 4];
const LAMBDAS = powersOfTen(-5, 1, 4000);
const OTHER_TARGETS = 200;

/** Expected MSE over lambda when the noise is `ratio` times the target's deviation. */
function curve(mu: Float64Array, squares: ArrayLike<number>, ratio: number, lambdas: Float64Array): Float64Array {
  const noise = (ratio * TARGET_DEVIATION) ** 2 / N;
  return lambdas.map((lambda) => exactRisk(mu, squares, noise, R, lambda));
}

export const tkrrFig1: Recipe = {
  spec: {
    id: 'tkrr-fig1',
    title: 'TKRR, figure 1: several descents over λ',
    claim:
      'When the target lies in the first directions of the spectrum, the expected error over λ falls and rises more than once at moderate noise, falls throughout without noise, and rises throughout with much.',
    seconds: 2,
  },
  run({ seed }, context: RecipeContext) {
    const mu = alignmentSpectrum(ROWS, N, D, context.linalg, context);
    const squares = SCORES.map((v) => v * v);
    const x = LAMBDAS.map((lambda) => -Math.log(lambda));
    const panels = PANELS.map((ratio, i) => {
      context.check();
      context.progress((0.5 * i) / PANELS.length, 'computing the risk over λ');
      return { ratio, mse: curve(mu, squares, ratio, LAMBDAS) };
    });
    const at = (ratio: number) => panels[PANELS.indexOf(ratio)].mse;
    const minima = interiorMinima(at(3)).length;
    const share = shareWithSeveralMinima(mu, seed, context);
    const compared = (name: string, published: number, publishedError: number, ours: number) => ({
      name,
      published,
      publishedError,
      ours,
    });
    const numbers = [
      compared('first eigenvalue', 0.85149, 5e-6, mu[0]),
      compared('30th eigenvalue', 1.416e-5, 5e-9, mu[R - 1]),
      compared('σ = 3 sd: least MSE', 0.945627, 5e-7, at(3)[indexOfLeast(at(3))]),
      compared('σ = 3 sd: −log λ of the least', 6.918, 5e-4, x[indexOfLeast(at(3))]),
      compared('σ = 3 sd: interior minima', 4, 0, minima),
      compared('σ = 2.4 sd: least MSE', 0.669667, 5e-7, at(2.4)[indexOfLeast(at(2.4))]),
      compared('σ = 2.4 sd: −log λ of the least', 10.667, 5e-4, x[indexOfLeast(at(2.4))]),
      {
        name: 'other targets with several minima at σ = 3 sd (share)',
        ours: share,
        oursError: Math.sqrt((share * (1 - share)) / OTHER_TARGETS),
      },
    ];
    const noiseless = at(0);
    const falls = noiseless.every((v, i) => i === 0 || v >= noiseless[i - 1]);
    return {
      finding: sentence(
        'On the authors’ own draw the curve at σ = 3 sd has ',
        `${minima} separate minima`,
        `; of ${OTHER_TARGETS} other targets in the same band, ${Math.round(100 * share)}\u202f% have more than one.`,
      ),
      verdict: verdictOf(numbers, [falls]),
      settings: [
        byPaper('rows', `${N} uniform on [0, 1]⁴, the authors’ own draw`),
        byPaper('kernel', 'Gaussian, bandwidth h = √(d/2) = √2'),
        byPaper('alignment', 'l = 0, b = r = 30; normal scores scaled to unit length, the authors’ own draw'),
        byPaper('λ', '4,000 values, 10⁻⁵ to 10, evenly spaced in log λ'),
        byPaper('σ', '0, 2.4, 2.8, 3, 3.4 and 4 times the target’s standard deviation of 0.998778'),
        byUs('published numbers', 'computed with the authors’ program; the figure itself prints none'),
        byUs('other targets', `${OTHER_TARGETS} draws of the scores with the seed, 600 values of λ`),
      ],
      numbers,
      figures: [...panels.map(({ ratio, mse }) => panel(ratio, x, mse)), contour(mu, squares)],
      notes: [],
    };
  },
};

/** How many targets drawn like the authors' have more than one interior minimum over lambda at sigma = 3 sd. */
function shareWithSeveralMinima(mu: Float64Array, seed: number, context: RecipeContext): number {
  const random = new Random(seed);
  const lambdas = powersOfTen(-5, 1, 600);
  let several = 0;
  for (let t = 0; t < OTHER_TARGETS; t++) {
    context.check();
    context.progress(0.5 + (0.5 * t) / OTHER_TARGETS, 'drawing other targets');
    const squares = Float64Array.from({ length: R }, () => random.normal() ** 2);
    const total = squares.reduce((sum, v) => sum + v, 0);
    const mse = curve(
      mu,
      squares.map((v) => v / total),
      3,
      lambdas,
    );
    if (interiorMinima(mse).length > 1) several++;
  }
  return several / OTHER_TARGETS;
}

function panel(ratio: number, x: Float64Array, mse: Float64Array): FigureSpec {
  const minima = interiorMinima(mse);
  const least = indexOfLeast(mse);
  const words =
    minima.length === 0 ? 'no interior minimum' : `${minima.length} interior minim${minima.length === 1 ? 'um' : 'a'}`;
  return plot({
    id: `tkrr-fig1-sigma-${ratio}`,
    title: `σ = ${ratio} sd of the target`,
    sentence: sentence(
      'The expected error has ',
      words,
      `; it is least, ${plain(mse[least], 6)}, at −log λ = ${plain(x[least], 4)}.`,
    ),
    x: exactAxis('−log λ', x[x.length - 1], x[0]),
    y: linearAxis('expected MSE, var of the target = 1', mse),
    series: [line('main', 'expected MSE', thinned(x), thinned(mse), '')],
    marks: minima.map((i) => ({ shape: 'circle', role: 'main', x: x[i], y: mse[i] })),
  });
}

/** Every eighth value and the last: computed finer than a screen shows. */
const thinned = (values: Float64Array) => values.filter((_, i) => i % 8 === 0 || i === values.length - 1);

function contour(mu: Float64Array, squares: ArrayLike<number>): FigureSpec {
  const lambdas = powersOfTen(1, -5, 121);
  const ratios = evenly(0, 4, 21);
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
  return plot({
    id: 'tkrr-fig1-contour',
    title: 'Expected error over λ and noise',
    sentence: sentence('The error has more than one minimum over λ ', where, '.'),
    x: exactAxis('−log λ', x[0], x[x.length - 1]),
    y: exactAxis('σ, in sd of the target', 0, 4),
    series: [],
    surface: surfaceOf('expected MSE', x, ratios, values, 16),
  });
}
