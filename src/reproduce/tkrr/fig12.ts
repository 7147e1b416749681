import type { FigureSpec } from '../../engine/contract/figure';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { plain } from '../../engine/words/numbers';
import { plural, told } from '../../engine/words/sentence';
import { chart, exactAxis, overLinear, plottedLine, surfaceOf } from '../plot';
import { averaged, interiorMinima, linspace, powersOfTen, shareOf } from '../statistics';
import { study } from '../study';
import { alignmentSpectrum, DRAWN_COLUMNS, DRAWN_ROWS, exactRisk, FIGURE_1, FIGURE_2 } from './alignment';
import page1 from './fig1.json';
import page2 from './fig2.json';

const OTHER_TARGETS = 200;

/** Squares of scores, scaled to the sum 1. */
function ofUnitLength(squares: Float64Array): Float64Array {
  const total = squares.reduce((sum, v) => sum + v, 0);
  return squares.map((v) => v / total);
}

/** b = r = 30 and l = 0: the scores lie where the estimator keeps directions. */
const R = 30;
const RATIOS = [0, 2.4, 2.8, 3, 3.4, 4];
const LAMBDAS = powersOfTen(-5, 1, 4000);
const FEW_LAMBDAS = powersOfTen(-5, 1, 600);
/** A fall too small to be seen in a curve over several units. */
const { dip: DIP } = page1.data;
const logs = (lambdas: Float64Array) => lambdas.map((lambda) => -Math.log(lambda));

/** Expected MSE over lambda when the noise is `ratio` times the target's deviation. */
function overLambda(mu: Float64Array, squares: ArrayLike<number>, ratio: number, lambdas: Float64Array): Float64Array {
  const noise = (ratio * FIGURE_1.targetDeviation) ** 2 / DRAWN_ROWS;
  return lambdas.map((lambda) => exactRisk(mu, squares, noise, R, lambda));
}

/** True when values never fall below an earlier one by more than `fall`. */
function rises(values: Float64Array, fall = 0): boolean {
  let most = Number.NEGATIVE_INFINITY;
  return values.every((v) => {
    most = Math.max(most, v);
    return v >= most - fall;
  });
}

export const tkrrFig1 = study({
  page: page1,
  repetitions: [OTHER_TARGETS, OTHER_TARGETS, 20],
  prepare: (run) => alignmentSpectrum(FIGURE_1.rows, DRAWN_ROWS, DRAWN_COLUMNS, run),
  axes: ({ repetitions }) => ({ target: repetitions }),
  stage: () => 'drawing other targets',
  measure(_, { given: mu, random }) {
    const unit = ofUnitLength(Float64Array.from({ length: R }, () => random.normal() ** 2));
    return interiorMinima(overLambda(mu, unit, 3, FEW_LAMBDAS)).length > 1;
  },
  report(measurements, { given: mu, repetitions }) {
    const squares = FIGURE_1.scores.map((v) => v * v);
    const x = logs(LAMBDAS);
    const panels = new Map(RATIOS.map((ratio) => [ratio, overLambda(mu, squares, ratio, LAMBDAS)]));
    const at = (ratio: number) => panels.get(ratio) ?? new Float64Array(0);
    const minima = interiorMinima(at(3)).length;
    const share = shareOf(measurements.at({}));
    const least = (ratio: number) => ({
      [`σ = ${ratio} sd: lowest MSE`]: at(ratio)[indexOfLeast(at(ratio))],
      [`σ = ${ratio} sd: −log\u00a0λ of the lowest`]: x[indexOfLeast(at(ratio))],
    });
    return {
      finding: told`On the authors’ own draw the curve at σ = 3 sd has **${minima} separate minima**; of ${repetitions.length} other targets in the same band, ${Math.round(100 * share.mean)}\u202f% have more than one.`,
      numbers: {
        'first eigenvalue': mu[0],
        '30th eigenvalue': mu[R - 1],
        ...least(3),
        'σ = 3 sd: interior minima': minima,
        ...least(2.4),
        'other targets with several minima at σ = 3 sd (share)': share,
      },
      claims: { falls: rises(at(0)), several: minima > 1, rises: rises(at(4).toReversed(), DIP) },
      figures: [...RATIOS.map((ratio) => lambdaPanel(ratio, x, at(ratio))), lambdaMap(mu, squares)],
    };
  },
});

function lambdaPanel(ratio: number, x: Float64Array, mse: Float64Array): FigureSpec {
  const minima = interiorMinima(mse);
  const least = indexOfLeast(mse);
  const many = `${minima.length} interior ${plural(minima.length, 'minimum', 'minima')}`;
  return chart({
    id: `tkrr-fig1-sigma-${ratio}`,
    title: `σ = ${ratio} sd of the target`,
    sentence: told`The expected error has **${minima.length === 0 ? 'no interior minimum' : many}**; it is lowest, ${plain(mse[least], 4)}, at −log\u00a0λ\u00a0=\u00a0${plain(x[least], 4)}.`,
    x: exactAxis('−log λ', x[x.length - 1], x[0]),
    y: overLinear('expected MSE, var of the target = 1', mse),
    series: [plottedLine('main', 'expected MSE', thinned(x), thinned(mse), '')],
    marks: minima.map((i) => ({ shape: 'circle', role: 'main', x: x[i], y: mse[i] })),
  });
}

/** Every eighth value and the last: computed finer than a screen shows. */
const thinned = (values: Float64Array) => values.filter((_, i) => i % 8 === 0 || i === values.length - 1);

/** A map of errors over x, a curve for each noise level, which says at which levels the curve is as `shown`. */
function mapOver(x: Float64Array, levels: Float64Array, curve: (level: number) => Float64Array) {
  const curves = Array.from(levels, curve);
  return {
    surface: surfaceOf('expected MSE', x, levels, Float64Array.from(curves.flatMap((mse) => Array.from(mse))), 16),
    where: (shown: (mse: Float64Array) => boolean) => levels.filter((_, j) => shown(curves[j])),
  };
}

function lambdaMap(mu: Float64Array, squares: ArrayLike<number>): FigureSpec {
  const lambdas = powersOfTen(1, -5, 121);
  const x = logs(lambdas);
  const { surface, where } = mapOver(x, linspace(0, 4, 21), (ratio) => overLambda(mu, squares, ratio, lambdas));
  const folded = where((mse) => interiorMinima(mse).length > 1);
  const words = `from σ = ${plain(folded[0])} to ${plain(folded[folded.length - 1])} sd`;
  return chart({
    id: 'tkrr-fig1-contour',
    title: 'Expected error over λ and noise',
    sentence: told`The error has more than one minimum over λ **${folded.length === 0 ? 'nowhere on this grid' : words}**.`,
    x: exactAxis('−log λ', x[0], x[x.length - 1]),
    y: exactAxis('σ, in sd of the target', 0, 4),
    surface,
  });
}

const LAMBDA = 1e-5;
/** Two bands of ten scores: directions 1…10 and 31…40. */
const BAND = 10;
const SECOND_BAND = 30;
const MOST = 50;
const { levels: LEVELS } = page2.data;
/** The level whose MSE the authors' program gives at these r. */
const SHOWN = 0.12;
const PRINTED = [1, 10, 20, 30, 40, 50];
const truncations = linspace(1, MOST, MOST);

/** Expected MSE at r = 1 … 50 for a noise level sigma/sqrt n. */
function overTruncation(mu: Float64Array, squares: Float64Array, level: number): Float64Array {
  return truncations.map((r) => exactRisk(mu, squares, level ** 2, r, LAMBDA));
}

function inBands(score: () => number): Float64Array {
  const squares = new Float64Array(SECOND_BAND + BAND);
  for (let i = 0; i < BAND; i++) {
    squares[i] = score() ** 2;
    squares[SECOND_BAND + i] = score() ** 2;
  }
  return ofUnitLength(squares);
}

/** Falls over the first band, rises between the bands, falls over the second. */
function descendsTwice(mse: Float64Array): boolean {
  const at = (r: number) => mse[r - 1];
  return at(BAND) < at(1) && at(SECOND_BAND) > at(BAND) && at(SECOND_BAND + BAND) < at(SECOND_BAND);
}

export const tkrrFig2 = study({
  page: page2,
  repetitions: [OTHER_TARGETS, OTHER_TARGETS, 20],
  prepare: (run) => alignmentSpectrum(FIGURE_2.rows, DRAWN_ROWS, DRAWN_COLUMNS, run),
  axes: ({ repetitions }) => ({ target: repetitions }),
  stage: () => 'drawing other targets',
  measure(_, { given: mu, random }) {
    const other = inBands(() => random.normal());
    return overTruncation(mu, other, SHOWN);
  },
  report(measurements, { given: mu }) {
    const squares = inBands(() => 1);
    const panels = LEVELS.map((level) => overTruncation(mu, squares, level));
    const shown = panels[LEVELS.indexOf(SHOWN)];
    const twice = descendsTwice(shown);
    return {
      finding: told`The error over r **${twice ? 'descends twice' : 'does not descend twice'}** at σ/√n = ${SHOWN}; so it does at ${panels.filter(descendsTwice).length} of the ${LEVELS.length} noise levels shown.`,
      numbers: {
        ...Object.fromEntries(PRINTED.map((r) => [`MSE at r = ${r}, σ/√n = ${SHOWN}`, shown[r - 1]])),
        [`other targets that descend twice at σ/√n = ${SHOWN} (share)`]: shareOf(measurements.map(descendsTwice)),
        [`other targets: MSE at r = ${SECOND_BAND}, σ/√n = ${SHOWN}, mean`]: averaged(
          measurements.map((mse) => mse[SECOND_BAND - 1]),
        ),
      },
      claims: { twice },
      figures: [...panels.map((mse, i) => truncationPanel(LEVELS[i], mse)), truncationMap(mu, squares)],
    };
  },
});

const R_AXIS = exactAxis('truncation r', 1, MOST, 'count');

function truncationPanel(level: number, mse: Float64Array): FigureSpec {
  const minima = interiorMinima(mse);
  const words = minima.length === 0 ? 'no minimum inside' : `minima at r = ${minima.map((i) => i + 1).join(' and ')}`;
  return chart({
    id: `tkrr-fig2-sigma-${level}`,
    title: `σ/√n = ${level}`,
    sentence: told`The expected error has **${words}**.`,
    x: R_AXIS,
    y: overLinear('expected MSE, ||f*||² = 1'),
    series: [plottedLine('main', 'expected MSE', truncations, mse, '')],
    marks: minima.map((i) => ({ shape: 'circle', role: 'main', x: i + 1, y: mse[i] })),
    zones: [{ from: BAND, to: SECOND_BAND }],
    note: 'Hatched: directions in which the target has no part.',
  });
}

function truncationMap(mu: Float64Array, squares: Float64Array): FigureSpec {
  const { surface, where } = mapOver(truncations, linspace(0, 0.3, 31), (level) => overTruncation(mu, squares, level));
  const [first] = where((mse) => indexOfLeast(mse) < SECOND_BAND);
  const words = `within the first band from σ/√n = ${plain(first ?? 0)}`;
  return chart({
    id: 'tkrr-fig2-contour',
    title: 'Expected error over r and noise',
    sentence: told`The error is lowest **${first === undefined ? 'at r beyond the second band throughout' : words}**.`,
    x: R_AXIS,
    y: exactAxis('σ/√n', 0, 0.3),
    surface,
  });
}
