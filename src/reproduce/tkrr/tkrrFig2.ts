import type { FigureSpec } from '../../engine/contract/figure';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { byPaper, byUs, compared, publishedIn, tested } from '../compared';
import { exactAxis, line, linearAxis, surfaceOf } from '../plot';
import { interiorMinima, linspace, meanOf, shareOf } from '../statistics';
import { study } from '../study';
import { alignmentSpectrum, COLUMNS, exactRisk, FIGURE_2, ROWS } from './alignment';
import numbers from './published.json';

const LAMBDA = 1e-5;
/** Two bands of ten scores: directions 1…10 and 31…40. */
const BAND = 10;
const SECOND_BAND = 30;
const MOST = 50;
const PANELS = [0, 0.06, 0.12, 0.18, 0.24, 0.3];
/** The level whose MSE the authors' program gives at these r. */
const SHOWN = 0.12;
const PRINTED = [1, 10, 20, 30, 40, 50];
const published = publishedIn(numbers, 'program');
const OTHER_TARGETS = 200;

const truncations = linspace(1, MOST, MOST);

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

export const tkrrFig2 = study({
  spec: {
    id: 'tkrr-fig2',
    title: 'TKRR, figure 2: two descents over r',
    claim:
      'When the target lies in two separate bands of the spectrum, the expected error over the truncation r falls, rises between the bands, and falls again, as long as the noise is moderate.',
    seconds: 2,
  },
  repetitions: [OTHER_TARGETS, OTHER_TARGETS],
  prepare: (run) => alignmentSpectrum(FIGURE_2.rows, ROWS, COLUMNS, run.linalg, run),
  axes: ({ repetitions }) => ({ target: repetitions }),
  stage: () => 'drawing other targets',
  measure(_, { given: mu, random }) {
    const other = inBands(() => random.normal());
    return curve(mu, other, SHOWN);
  },
  report(measurements, { given: mu }) {
    const squares = inBands(() => 1);
    const panels = PANELS.map((level) => ({ level, mse: curve(mu, squares, level) }));
    const shown = panels[PANELS.indexOf(SHOWN)].mse;
    const twice = descendsTwice(shown);
    const descents = panels.filter(({ mse }) => descendsTwice(mse));
    return {
      finding: told`The error over r **${twice ? 'descends twice' : 'does not descend twice'}** at σ/√n = ${SHOWN}; so it does at ${descents.length} of the ${PANELS.length} noise levels shown.`,
      numbers: [
        ...PRINTED.map((r) => compared(`MSE at r = ${r}, σ/√n = ${SHOWN}`, shown[r - 1], published(`fig2-r-${r}`))),
        compared(
          `other targets that descend twice at σ/√n = ${SHOWN} (share)`,
          shareOf(measurements.map(descendsTwice)),
        ),
        compared(
          `other targets: MSE at r = ${SECOND_BAND}, σ/√n = ${SHOWN}, mean`,
          meanOf(measurements.map((mse) => mse[SECOND_BAND - 1])),
        ),
      ],
      claims: tested({
        [`at σ/√n = ${SHOWN} the error at r = ${BAND} is below that at 1, at ${SECOND_BAND} above that, and at ${SECOND_BAND + BAND} below that again`]:
          twice,
      }),
      settings: [
        byPaper('rows', `${ROWS} uniform on [0, 1]⁴, the authors’ own draw`),
        byPaper('kernel', 'Gaussian, bandwidth h = √(d/2) = √2'),
        byPaper('λ', '10⁻⁵'),
        byPaper('alignment', 'directions 1 to 10 and 31 to 40, all scores equal as in the authors’ program'),
        byPaper('σ/√n', PANELS.join(', ')),
        byUs('authors’ program', 'run by us for the numbers beside ours; the figure itself prints none'),
        byUs('other targets', `${OTHER_TARGETS} draws with normal scores, as the text has them, with the seed`),
      ],
      figures: [...panels.map(({ level, mse }) => panel(level, mse)), contour(mu, squares)],
    };
  },
});

function panel(level: number, mse: Float64Array): FigureSpec {
  const minima = interiorMinima(mse);
  const words = minima.length === 0 ? 'no minimum inside' : `minima at r = ${minima.map((i) => i + 1).join(' and ')}`;
  return {
    id: `tkrr-fig2-sigma-${level}`,
    title: `σ/√n = ${level}`,
    sentence: told`The expected error has **${words}**.`,
    x: exactAxis('truncation r', 1, MOST, 'count'),
    y: linearAxis('expected MSE, ||f*||² = 1', mse),
    series: [line('main', 'expected MSE', truncations, mse, '')],
    marks: minima.map((i) => ({ shape: 'circle', role: 'main', x: i + 1, y: mse[i] })),
    zones: [{ from: BAND, to: SECOND_BAND }],
    note: 'Hatched: directions in which the target has no part.',
  };
}

function contour(mu: Float64Array, squares: Float64Array): FigureSpec {
  const levels = linspace(0, 0.3, 31);
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
  return {
    id: 'tkrr-fig2-contour',
    title: 'Expected error over r and noise',
    sentence: told`The error is lowest **${where}**.`,
    x: exactAxis('truncation r', 1, MOST, 'count'),
    y: exactAxis('σ/√n', 0, 0.3),
    series: [],
    surface: surfaceOf('expected MSE', truncations, levels, values, 16),
  };
}
