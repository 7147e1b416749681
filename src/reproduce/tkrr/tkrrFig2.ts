import type { FigureSpec } from '../../engine/contract/figure';
import { Random } from '../../engine/data/random';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { plain } from '../../figures/words/numbers';
import { sentence } from '../../figures/words/sentence';
import { exactAxis, line, linearAxis, plot, surfaceOf } from '../plot';
import type { Recipe, RecipeContext } from '../recipe';
import { byPaper, byUs } from '../settings';
import { evenly, interiorMinima, meanOf } from '../statistics';
import { verdictOf } from '../verdict';
import { alignmentSpectrum } from './alignmentSpectrum';
import { ROWS } from './data/tkrrFigure2';
import { exactRisk } from './exactRisk';

const N = 200;
const D = 4;
const LAMBDA = 1e-5;
/** Two bands of ten scores: directions 1…10 and 31…40. */
const BAND = 10;
const SECOND_BAND = 30;
const MOST = 50;
const PANELS = [0, 0.06, 0.12, 0.18, 0.24, 0.3];
/** MSE at sigma/sqrt n = 0.12 from the authors' program, by r. */
const PUBLISHED: readonly (readonly [number, number])[] = [
  [1, 0.9644],
  [10, 0.64296],
  [20, 0.76174],
  [30, 0.82572],
  [40, 0.63547],
  [50, 0.63585],
];
const OTHER_TARGETS = 200;

const truncations = evenly(1, MOST, MOST);

/** Expected MSE at r = 1 … 50 for a noise level sigma/sqrt n. */
function curve(mu: Float64Array, squares: Float64Array, level: number): Float64Array {
  return truncations.map((r) => exactRisk(mu, squares, level ** 2, r, LAMBDA));
}

function inBands(score: () => number): Float64Array {
  const squares = new Float64Array(SECOND_BAND + BAND);
  for (let i = 0; i < BAND; i++) {
    squares[i] = score() ** 2;
    squares[SECOND_BAND + i] = score() ** 2;
  }
  const total = squares.reduce((sum, v) => sum + v, 0);
  return squares.map((v) => v / total);
}

/** Falls over the first band, rises between the bands, falls over the second. */
function descendsTwice(mse: Float64Array): boolean {
  const at = (r: number) => mse[r - 1];
  return at(BAND) < at(1) && at(SECOND_BAND) > at(BAND) && at(SECOND_BAND + BAND) < at(SECOND_BAND);
}

export const tkrrFig2: Recipe = {
  spec: {
    id: 'tkrr-fig2',
    title: 'TKRR, figure 2: two descents over r',
    claim:
      'When the target lies in two separate bands of the spectrum, the expected error over the truncation r falls, rises between the bands, and falls again, as long as the noise is moderate.',
    seconds: 2,
  },
  run({ seed }, context: RecipeContext) {
    const mu = alignmentSpectrum(ROWS, N, D, context.linalg, context);
    const squares = inBands(() => 1);
    const panels = PANELS.map((level) => ({ level, mse: curve(mu, squares, level) }));
    const shown = panels[PANELS.indexOf(0.12)].mse;
    const random = new Random(seed);
    const between: number[] = [];
    let twice = 0;
    for (let t = 0; t < OTHER_TARGETS; t++) {
      context.check();
      context.progress(0.3 + (0.7 * t) / OTHER_TARGETS, 'drawing other targets');
      const other = inBands(() => random.normal());
      const mse = curve(mu, other, 0.12);
      between.push(mse[SECOND_BAND - 1]);
      if (descendsTwice(mse)) twice++;
    }
    const share = twice / OTHER_TARGETS;
    const numbers = [
      ...PUBLISHED.map(([r, published]) => ({
        name: `MSE at r = ${r}, σ/√n = 0.12`,
        published,
        publishedError: 5e-6,
        ours: shown[r - 1],
      })),
      {
        name: 'other targets that descend twice at σ/√n = 0.12 (share)',
        ours: share,
        oursError: Math.sqrt((share * (1 - share)) / OTHER_TARGETS),
      },
      {
        name: 'other targets: MSE at r = 30, σ/√n = 0.12, mean',
        ours: meanOf(between).mean,
        oursError: meanOf(between).error,
      },
    ];
    const descents = panels.filter(({ mse }) => descendsTwice(mse)).map(({ level }) => level);
    return {
      finding: sentence(
        'The error over r ',
        descendsTwice(shown) ? 'descends twice' : 'does not descend twice',
        ` at σ/√n = 0.12; so it does at ${descents.length} of the ${PANELS.length} noise levels shown.`,
      ),
      verdict: verdictOf(numbers, [descendsTwice(shown)]),
      settings: [
        byPaper('rows', `${N} uniform on [0, 1]⁴, the authors’ own draw`),
        byPaper('kernel', 'Gaussian, bandwidth h = √(d/2) = √2'),
        byPaper('λ', '10⁻⁵'),
        byPaper('alignment', 'directions 1 to 10 and 31 to 40, all scores equal as in the authors’ program'),
        byPaper('σ/√n', PANELS.join(', ')),
        byUs('published numbers', 'computed with the authors’ program; the figure itself prints none'),
        byUs('other targets', `${OTHER_TARGETS} draws with normal scores, as the text has them, with the seed`),
      ],
      numbers,
      figures: [...panels.map(({ level, mse }) => panel(level, mse)), contour(mu, squares)],
      notes: [],
    };
  },
};

function panel(level: number, mse: Float64Array): FigureSpec {
  const minima = interiorMinima(mse);
  const words = minima.length === 0 ? 'no minimum inside' : `minima at r = ${minima.map((i) => i + 1).join(' and ')}`;
  return plot({
    id: `tkrr-fig2-sigma-${level}`,
    title: `σ/√n = ${level}`,
    sentence: sentence('The expected error has ', words, '.'),
    x: exactAxis('truncation r', 1, MOST, 'count'),
    y: linearAxis('expected MSE, ||f*||² = 1', mse),
    series: [line('main', 'expected MSE', truncations, mse, '')],
    marks: minima.map((i) => ({ shape: 'circle', role: 'main', x: i + 1, y: mse[i] })),
    zones: [{ from: BAND, to: SECOND_BAND }],
    note: 'Hatched: directions in which the target has no part.',
  });
}

function contour(mu: Float64Array, squares: Float64Array): FigureSpec {
  const levels = evenly(0, 0.3, 31);
  const values = new Float64Array(truncations.length * levels.length);
  const firstValley: number[] = [];
  levels.forEach((level, j) => {
    const mse = curve(mu, squares, level);
    values.set(mse, j * truncations.length);
    if (indexOfLeast(mse) < SECOND_BAND) firstValley.push(level);
  });
  const where =
    firstValley.length === 0
      ? 'at r beyond the second band throughout'
      : `within the first band from σ/√n = ${plain(firstValley[0])}`;
  return plot({
    id: 'tkrr-fig2-contour',
    title: 'Expected error over r and noise',
    sentence: sentence('The error is least ', where, '.'),
    x: exactAxis('truncation r', 1, MOST, 'count'),
    y: exactAxis('σ/√n', 0, 0.3),
    series: [],
    surface: surfaceOf('expected MSE', truncations, levels, values, 16),
  });
}
