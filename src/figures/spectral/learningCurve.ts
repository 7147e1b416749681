import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { count, percent } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { extent } from '../view/extent';
import { r2Axis } from '../view/r2Axis';
import type { RunView } from '../view/view';

/**
 * The error on new rows against the number of training rows: measured on rows left out of fits of a quarter, a half, three quarters, and of the
 * folds; and predicted for n' ≤ n/2 from the spectrum of all n rows (CKRR 5.1 after Simon et al.), with the λ shown and with the best λ at each
 * size. Absent below 20 rows.
 */
export function learningCurveFigure(view: RunView): FigureSpec | undefined {
  const { facts } = view;
  const { n, unit } = facts;
  const best = facts.learning.best();
  if (best === undefined) return undefined;
  const here = facts.learning.at(view.lambda);
  const measured = measuredErrors(view);
  const errors = measured.map(({ error }) => error);
  const noise = Math.max(0, view.run.noise.sigma2) / unit;
  const { hasLambda } = view;
  const { axis: r2, told } = r2Axis(view);
  const [least, most] = extent(best.error, errors);
  const low = noise > 0 ? Math.min(noise, least) : least;
  return {
    id: 'learning-curve',
    title: 'Learning curve',
    sentence: finding(measured),
    x: { title: 'training rows', scale: 'log', domain: [best.size[0], n], format: 'count' },
    y: {
      title: 'squared error on new rows, share of var(y)',
      scale: 'log',
      domain: low > 0 ? [low / 1.6, Math.max(most * 1.8, low * 3)] : [1e-6, 1],
      format: 'plain',
      ...r2,
    },
    series: [
      {
        kind: 'line',
        role: 'second',
        name: hasLambda ? 'at this λ' : 'at the comparable λ',
        x: here.size,
        y: here.error,
        label: { text: hasLambda ? 'at this λ' : 'at this filter', at: 'end' },
      },
      {
        kind: 'line',
        role: 'main',
        name: 'at the best λ',
        x: best.size,
        y: best.error,
        label: { text: 'at the best λ', at: 'end' },
      },
      {
        kind: 'band',
        role: 'cv',
        name: 'measured ± one standard error',
        x: measured.map(({ rows }) => rows),
        y: measured.map(({ error, standardError }) => Math.max(low / 2, error - standardError)),
        upper: measured.map(({ error, standardError }) => error + standardError),
      },
      { kind: 'points', role: 'cv', name: 'measured', x: measured.map(({ rows }) => rows), y: errors },
    ],
    rules: noise > 0 ? [{ axis: 'y', at: noise, role: 'noise', text: 'not explained', side: 'left' }] : [],
    zones: [{ from: best.size[best.size.length - 1], to: n }],
    note: `Lines: predicted for ridge from the spectrum of these ${count(n)} rows, at least so much for new rows, and only up to half as many. Dots: measured on rows left out, at the best λ of the path.`,
    ...told,
  };
}

interface MeasuredError {
  readonly rows: number;
  /** Shares of var(y). */
  readonly error: number;
  readonly standardError: number;
}

/** With fewer rows where the run measured it, and over the folds; ascending in rows. */
function measuredErrors({ run, facts: { n, unit } }: RunView): readonly MeasuredError[] {
  const { learning, metrics, paths } = run;
  const fewer = learning
    ? Array.from(learning.rows, (rows, i) => ({
        rows,
        error: learning.error[i] / unit,
        standardError: learning.standardError[i] / unit,
      }))
    : [];
  const [{ cv, cvStandardError, least }] = paths;
  const { folds } = metrics;
  const byFolds =
    folds < 5 || cv.length === 0
      ? []
      : [
          {
            rows: (n * (folds - 1)) / folds,
            error: cv[least.cv] / unit,
            standardError: cvStandardError[least.cv] / unit,
          },
        ];
  return [...fewer, ...byFolds];
}

/** Half the rows beside nearly all of them, in the typical error; no claim where that was not measured. */
function finding(measured: readonly MeasuredError[]): Sentence {
  const last = measured.at(-1);
  const half = measured[1];
  if (!last || !half || half === last || !(last.error > 0))
    return sentence('The error with fewer rows was ', 'not measured', ' at this size.');
  const ratio = Math.sqrt(half.error / last.error);
  const margin = ratio * Math.hypot(half.standardError / half.error, last.standardError / last.error);
  const rows = `With ${count(Math.round(half.rows))} rows the typical error is `;
  if (ratio - 1 > margin && ratio > 1.02)
    return sentence(
      rows,
      `${percent(ratio - 1)} higher, ± ${percent(margin)},`,
      ` than with ${count(Math.round(last.rows))}, on rows left out: more rows should still help.`,
    );
  return sentence(
    rows,
    'no higher within its uncertainty',
    ` than with ${count(Math.round(last.rows))}, on rows left out: more rows of this kind would help little.`,
  );
}
