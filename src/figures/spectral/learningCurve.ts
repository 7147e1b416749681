import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { besideText, count, LARGE_RATIO, percent, percentRange, plain } from '../../engine/words/numbers';
import { claimed, sentence } from '../../engine/words/sentence';
import { axisSpec, bandSeries, endLabel, lineSeries, pointSeries } from '../specs';
import { r2Axis } from '../view/axes';
import { extent } from '../view/extent';
import { hasNoSignal } from '../view/noSignal';
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
    sentence: finding(view),
    x: axisSpec('training rows', 'log', [best.size[0], n], 'count'),
    y: axisSpec(
      'squared error on new rows, share of var(y)',
      'log',
      low > 0 ? [low / 1.6, Math.max(most * 1.8, low * 3)] : [1e-6, 1],
      'plain',
      { ...r2 },
    ),
    series: [
      lineSeries(
        'second',
        hasLambda ? 'at this λ' : 'at the comparable λ',
        { x: here.size, y: here.error },
        endLabel(hasLambda ? 'at this λ' : 'at this filter'),
      ),
      lineSeries('main', 'at the best λ', { x: best.size, y: best.error }, endLabel('at the best λ')),
      bandSeries('cv', 'measured ± one standard error', {
        x: measured.map(({ rows }) => rows),
        y: measured.map(({ error, standardError }) => Math.max(low / 2, error - standardError)),
        upper: measured.map(({ error, standardError }) => error + standardError),
      }),
      pointSeries('cv', 'measured', { x: measured.map(({ rows }) => rows), y: errors }),
    ],
    rules: noise > 0 ? [{ axis: 'y', at: noise, role: 'noise', text: 'not explained', side: 'left' }] : [],
    zones: [{ from: best.size[best.size.length - 1], to: n }],
    note: `Lines: predicted for ridge from the spectrum of these ${count(n)} rows, at least so much for new rows, and only up to half as many. Dots: measured on rows left out, at the best λ of the path.`,
    ...told,
  };
}

interface MeasuredError {
  readonly rows: number;
  /** Fractions of var(y). */
  readonly error: number;
  readonly standardError: number;
}

/** Errors with fewer rows where the run measured them, and over the folds; ascending in rows. */
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

/** Twice as many rows help more than a little if the RMSE has at least this fraction to gain from them. */
const LITTLE = 0.05;

/**
 * The cost to the RMSE of having half of the rows, on the same rows left out: an upper guide to the gain from twice as
 * many, as errors fall ever more slowly. Luck can turn it below 0, where it is no guide; nor does a fit that explains
 * nothing tell what others would learn.
 */
function finding(view: RunView): Sentence {
  const { learning } = view.run;
  if (!learning) return sentence('The error with fewer rows was ', 'not measured', ' at this size.');
  const { doubling } = learning;
  const cost = doubling ? Math.log(doubling.error[0] / doubling.error[1]) / 2 : Number.NaN;
  const margin = doubling ? (1.96 * doubling.logStandardError) / 2 : Number.NaN;
  if (!doubling || !Number.isFinite(cost + margin))
    return sentence('Fits of fewer and of all rows were ', 'not compared', ' on the same rows.');
  const [fewer, more] = doubling.rows.map((rows) => count(Math.round(rows)));
  const [low, high] = [Math.expm1(cost - margin), Math.expm1(cost + margin)];
  const rows = `With ${fewer} rows the RMSE is `;
  const large = high >= LARGE_RATIO - 1;
  const than = `${large ? ' that' : ' than'} with ${more}, on the same rows left out`;
  const nothing = hasNoSignal(view);
  if (low > 0 && !nothing) {
    const share = Math.expm1(cost);
    const range = large
      ? `${ratio(share)} times (${ratio(low)} to ${ratio(high)})`
      : `${percent(share)} higher (${percentRange([low, high])})`;
    return claimed('more-rows-help', rows, range, `${than}: more rows should still help.`);
  }
  const between = large
    ? `between ${ratio(low)} and ${ratio(high)} times`
    : `between ${besideText(low)} and ${besideText(high)}`;
  if (Math.expm1(Math.max(0, cost) + margin) < LITTLE && !nothing) {
    const little = `${than}: twice as many rows of this kind would help little, by less than ${percent(LITTLE)}.`;
    return claimed('more-rows-help-little', rows, between, little);
  }
  return sentence(
    'Whether more rows would help ',
    'cannot be told',
    `: with ${fewer} rows the RMSE is ${between}${than}.`,
  );
}

const ratio = (share: number): string => plain(1 + share, 2);
