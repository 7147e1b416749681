import type { FigureSpec, MarkSpec, SeriesSpec } from '../../engine/contract/figure';
import { listed } from '../../engine/words/listed';
import { count, inUnits } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { decadesAround } from '../layout/domains';
import { axisSpec, lineSeries } from '../specs';
import { r2Footnote } from '../view/axes';
import { extent } from '../view/extent';
import type { ComparedTarget } from './comparedRun';
import { type Comparison, isJudgedAlike, type Standing } from './comparison';
import { lineLabel } from './words';

/** Leave-one-out error of every run over λ, with a mark at each run's own. Absent where no run has such a curve. */
export function curvesFigure({ standings, measure }: Comparison): FigureSpec | undefined {
  const drawn = standings.flatMap(({ run, of, style, apart }) =>
    of.curve ? [{ run, style, curve: of.curve, trained: of.trained, ...(apart !== undefined && { apart }) }] : [],
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
    series: drawn.map(
      ({ run, style, curve }): SeriesSpec =>
        lineSeries(
          style.role,
          run.name,
          { x: curve.lambda, y: curve.error },
          { label: lineLabel(run.name, curve.lambda[Math.floor(curve.lambda.length / 3)]) },
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
export function spectraFigure({ standings }: Comparison): FigureSpec | undefined {
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
    series: drawn.map(
      ({ run, of, style }): SeriesSpec =>
        lineSeries(style.role, run.name, of.eigenvalues, {
          label: lineLabel(run.name, of.eigenvalues.x[Math.floor(of.eigenvalues.x.length / 2)]),
        }),
    ),
    note: `Directions above rounding: ${drawn.map(({ run, of }) => `${run.name} ${count(lastOf(of.eigenvalues.x))}`).join(', ')}.`,
  };
}

const lastOf = (values: Float64Array): number => values[values.length - 1];

/** As a share of the largest. */
function eigenvalueAt({ of }: Standing, direction: number): number {
  const { x, y } = of.eigenvalues;
  const at = x.findIndex((i) => i >= direction);
  return y[at < 0 ? y.length - 1 : at] / y[0];
}
