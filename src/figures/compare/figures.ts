import type { FigureSpec, MarkSpec, SeriesSpec } from '../../engine/contract/figure';
import { count, inUnits, NARROW } from '../../engine/words/numbers';
import { listed, sentence, stressed } from '../../engine/words/sentence';
import { decadesAround, padded } from '../layout/domains';
import { axisSpec, lineSeries, namesAxis } from '../specs';
import { r2Footnote } from '../view/axes';
import { extent } from '../view/extent';
import { comparedPrecisionFigure, comparedRocFigure } from './classCurves';
import type { ComparedTarget } from './comparedRun';
import { type Comparison, isJudgedAlike, type Standing } from './comparison';
import { levelsFigure, missesFigure, predictedFigures } from './rows';
import { lineLabel, MEASURES } from './words';

/**
 * The figures of a comparison, in reading order: those over all runs, then one for each run. Figures that the runs
 * cannot show are left out.
 */
export function comparisonFigures(comparison: Comparison): {
  readonly together: readonly FigureSpec[];
  readonly each: readonly FigureSpec[];
} {
  const together = [
    changeFigure(comparison),
    missesFigure(comparison) ?? levelsFigure(comparison),
    comparedRocFigure(comparison),
    comparedPrecisionFigure(comparison),
    curvesFigure(comparison),
    spectraFigure(comparison),
  ];
  return { together: together.filter((figure) => figure !== undefined), each: predictedFigures(comparison) };
}

/** Leave-one-out error of every run over λ, with a mark at each run's own. Absent where no run has such a curve. */
function curvesFigure({ standings, measure }: Comparison): FigureSpec | undefined {
  const drawn = standings.flatMap(({ run, label, of, style, apart }) =>
    of.curve
      ? [{ run, label, style, curve: of.curve, trained: of.trained, ...(apart !== undefined && { apart }) }]
      : [],
  );
  if (drawn.length === 0) return undefined;
  const lambdas = extent(...drawn.map(({ curve }) => curve.lambda));
  const [least, largest] = extent(...drawn.map(({ curve }) => curve.error));
  const alike = drawn.filter(isJudgedAlike);
  const lowest =
    alike.length > 0
      ? alike.reduce((best, run) => (leastOf(run.curve.error) < leastOf(best.curve.error) ? run : best))
      : undefined;
  const missing = standings.filter(({ of }) => of.curve === undefined).map(({ run }) => run.name);
  const text = inUnits(least, 3);
  const rows = sameRows(drawn.map(({ trained }) => trained));
  const scores = measure === 'wrong' ? ' of scores' : '';
  return {
    id: 'compare-curves',
    title: 'Error over λ',
    sentence:
      lowest === undefined
        ? sentence("Each mark is a run's own λ.")
        : sentence(
            'The lowest leave-one-out error, ',
            text(leastOf(lowest.curve.error)),
            `, is that of ${lowest.run.name}. Each mark is a run's own λ.`,
          ),
    x: axisSpec('', 'log', lambdas, 'power', { gutter: 'λ' }),
    y: axisSpec(`leave-one-out RMSE${scores}`, 'log', [least / 1.08, Math.max(largest * 1.04, least * 1.2)], 'plain', {
      ...(rows && { r2: { variance: rows.variance, root: true } }),
    }),
    series: drawn.map(({ run, label, style, curve }) =>
      lineSeries(
        style.role,
        run.name,
        { x: curve.lambda, y: curve.error },
        { label: lineLabel(label, curve.lambda[Math.floor(curve.lambda.length / 3)]) },
      ),
    ),
    marks: drawn.map(
      ({ style, curve }): MarkSpec => ({
        shape: 'dot',
        role: style.role,
        x: curve.fitted.lambda,
        y: curve.fitted.error,
      }),
    ),
    ...(missing.length > 0 && { note: `${listed(missing)}: no spectral filter, so no curve over λ.` }),
    ...(rows && { footnotes: [r2Footnote(rows.rows)] }),
  };
}

/** The training rows that all runs share, known by their number and the target's variance; R² says nothing across others. */
function sameRows(all: readonly ComparedTarget['trained'][]): ComparedTarget['trained'] {
  const [first] = all;
  const same = first && all.every((one) => one?.rows === first.rows && one.variance === first.variance);
  return same && first.variance > 0 ? first : undefined;
}

const leastOf = (values: Float64Array): number => extent(values)[0];

/** Eigenvalues of K/n, all runs over one another: how fast they fall says how smooth a kernel is. */
function spectraFigure({ standings }: Comparison): FigureSpec | undefined {
  const drawn = standings.filter(({ of }) => of.eigenvalues.x.length > 0 && of.eigenvalues.y[0] > 0);
  if (drawn.length === 0) return undefined;
  const [low, high] = extent(...drawn.map(({ of }) => of.eigenvalues.y.filter((v) => v > 0)));
  const [, last] = extent(...drawn.map(({ of }) => of.eigenvalues.x));
  const [shortest] = extent(drawn.map(({ of }) => lastOf(of.eigenvalues.x)));
  const tail = (run: Standing) => eigenvalueAt(run, Math.sqrt(shortest));
  const slowest = drawn.reduce((best, run) => (tail(run) > tail(best) ? run : best));
  return {
    id: 'compare-spectra',
    title: 'Spectra',
    sentence:
      drawn.length > 1
        ? sentence(
            'Eigenvalues fall ',
            'most slowly',
            ` for ${slowest.run.name}: as fitted, its kernel is the least smooth here.`,
          )
        : sentence('Eigenvalues of ', drawn[0].run.name, '.'),
    x: axisSpec('direction i', 'log', [1, Math.max(2, last)], 'count'),
    y: axisSpec('eigenvalue of K/n', 'log', decadesAround(low, high), 'power'),
    series: drawn.map(({ run, label, of, style }) =>
      lineSeries(style.role, run.name, of.eigenvalues, {
        label: lineLabel(label, of.eigenvalues.x[Math.floor(of.eigenvalues.x.length / 2)]),
      }),
    ),
    note: `Directions above rounding: ${drawn.map(({ run, of }) => `${run.name} ${count(lastOf(of.eigenvalues.x))}`).join(', ')}.`,
  };
}

const lastOf = (values: Float64Array): number => values[values.length - 1];

/** As a fraction of the largest. */
function eigenvalueAt({ of }: Standing, direction: number): number {
  const { x, y } = of.eigenvalues;
  const at = x.findIndex((i) => i >= direction);
  return y[at < 0 ? y.length - 1 : at] / y[0];
}

/** Each run's error less the baseline's on the same rows, with its interval. Absent where no run can be compared. */
function changeFigure(comparison: Comparison): FigureSpec | undefined {
  const { standings, baseline, measure } = comparison;
  const drawn = standings.filter(({ difference }, i) => difference || i === baseline);
  if (drawn.length < 2) return undefined;
  const reference = standings[baseline].run.name;
  // The first run stands at the top, as in the table.
  const level = (i: number) => drawn.length - 1 - i;
  const series = drawn.flatMap(({ run, style, difference }, i): SeriesSpec[] => {
    const { value, interval } = difference ?? { value: 0, interval: [0, 0] };
    const point: SeriesSpec = { kind: 'points', ...style, hollow: false, name: run.name, x: [value], y: [level(i)] };
    const y = [level(i), level(i)];
    const line = lineSeries(style.role, `${run.name}, 95${NARROW}%`, { x: interval, y });
    return difference ? [line, point] : [point];
  });
  const others = drawn.filter(({ difference }) => difference);
  const near = others
    .filter(
      ({ difference }) => difference?.interval.some((end) => end <= 0) && difference.interval.some((end) => end >= 0),
    )
    .map(({ run }) => run.name);
  const [low, high] = extent([0], ...drawn.map(({ difference }) => difference?.interval ?? [0]));
  return {
    id: 'compare-change',
    title: 'Difference on the same rows',
    sentence:
      near.length > 0
        ? sentence(
            `${listed(near)} ${near.length === 1 ? 'is' : 'are'} `,
            'not clearly different',
            ` from ${reference}: 0 is in the interval.`,
          )
        : others.length > 1
          ? stressed('Every', ` difference from ${reference} is beyond chance: no interval includes 0.`)
          : sentence(
              `The difference of ${others[0].run.name} from ${reference} is `,
              'beyond chance',
              ': its interval does not include 0.',
            ),
    x: axisSpec(
      `${MEASURES[measure].short} minus that of ${reference}`,
      'linear',
      padded(low, high, 0.08),
      measure === 'wrong' ? 'percent' : 'plain',
    ),
    y: namesAxis(drawn.map(({ label }) => label)),
    series,
    rules: [{ axis: 'x', at: 0, role: 'reference' }],
    note: `Lines: 95${NARROW}% intervals over resampled held-out rows.`,
  };
}
