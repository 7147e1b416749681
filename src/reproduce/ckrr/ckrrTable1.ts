import type { FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import type { ComparedNumber } from '../../engine/contract/reproduction';
import { plain } from '../../figures/words/numbers';
import { sentence } from '../../figures/words/sentence';
import { exactAxis, line, linearAxis, logAxis, plot, points, ROLES } from '../plot';
import type { Recipe, RecipeContext } from '../recipe';
import type { Estimate } from '../statistics';
import { verdictOf } from '../verdict';
import { GAUSSIAN, LAPLACE, MATERN, NNGP } from './kernelSearch';
import { FIXED_LAMBDA, mnistPlan } from './mnistFolds';
import { chosen, leadingCounts, meanOverFolds, type TableResult, tableResults, tableSettings } from './tableFolds';

/** The paper's test MSE and its half-width, for ridge and for conditional ridge. */
const PUBLISHED = [
  { family: GAUSSIAN, ridge: [0.0671, 0.0015], conditional: [0.0732, 0.0023] },
  { family: LAPLACE, ridge: [0.075, 0.0029], conditional: [0.0744, 0.0023] },
  { family: MATERN, ridge: [0.1102, 0.0038], conditional: [0.1087, 0.0029] },
  { family: NNGP, ridge: [0.0574, 0.002], conditional: [0.0572, 0.0022] },
] as const;

/** Pixels from one label to the next. */
const LABEL_HEIGHT = 14;

interface Row {
  readonly name: string;
  readonly ridge: Estimate;
  readonly conditional: Estimate;
  /** Conditional minus ridge, on the same test rows. */
  readonly difference: Estimate;
}

export const ckrrTable1: Recipe = {
  spec: {
    id: 'ckrr-table1',
    title: 'CKRR, Table 1: ridge against hard thresholding on MNIST 7-versus-9',
    claim:
      'With k chosen on validation data and a fixed λ = 0.01, conditional ridge has the same test error as ridge with its best λ, for four kernels.',
    seconds: 3600,
    folds: 10,
    file: 'MNIST digits 7 and 9 as a CSV: the digit in the first column, 784 pixels behind it',
  },
  run({ seed, quick = false, folds: wanted }, context: RecipeContext) {
    const plan = mnistPlan(context, seed, quick);
    const folds = Math.min(wanted ?? plan.folds, plan.folds);
    const families = PUBLISHED.map((row) => row.family);
    const results = tableResults(plan, folds, families, seed, context);
    const rows = results.map(rowOf);
    const numbers = rows.flatMap((row, i): ComparedNumber[] =>
      (['ridge', 'conditional'] as const).map((of) => {
        const [published, publishedError] = PUBLISHED[i][of];
        const ours = { ours: row[of].mean, oursError: row[of].error };
        // The sizes of errors on fewer rows cannot be compared with the paper's.
        return quick
          ? { name: `${row.name}, ${of} (the paper on all rows: ${published})`, ...ours }
          : { name: `${row.name}, ${of}`, published, publishedError, ...ours };
      }),
    );
    // The paper's statement is about the difference; its size is at most 9 % of ridge's error there.
    const alike = rows.map(
      ({ ridge, difference }) => Math.abs(difference.mean) <= 0.1 * ridge.mean + 2 * difference.error,
    );
    const many = alike.filter((v) => v).length;
    return {
      finding: sentence(
        'The two have the same test error within a tenth for ',
        `${many} of ${rows.length} kernels`,
        `; the least is ${plain(Math.min(...rows.map((r) => r.ridge.mean)), 3)} for ridge and ${plain(Math.min(...rows.map((r) => r.conditional.mean)), 3)} for conditional ridge.`,
      ),
      verdict: verdictOf(numbers, alike),
      settings: tableSettings(plan, results, folds, FIXED_LAMBDA, quick),
      numbers,
      figures: [tableFigure(rows), lambdaFigure(results), countFigure(results, leadingCounts(plan))],
      notes: quick
        ? [
            {
              severity: 'info',
              code: 'reproduction/fewer-rows',
              text: `On ${plan.rows.length} rows errors are larger than on all ${plan.images.n}: compare the two columns, not their size with the paper’s.`,
            },
          ]
        : [],
    };
  },
};

/** Errors on the test rows of each fold, at what its training rows choose. */
function rowOf({ family, folds }: TableResult): Row {
  const squares = (of: 'ridge' | 'conditional') => folds.map((fold) => fold[of][chosen(fold[of])].squares);
  const [ridge, conditional] = [squares('ridge'), squares('conditional')];
  return {
    name: family.name,
    ridge: meanOverFolds(ridge),
    conditional: meanOverFolds(conditional),
    difference: meanOverFolds(conditional.map((values, f) => values.map((v, i) => v - ridge[f][i]))),
  };
}

/** Ours beside the paper's, kernel by kernel. */
function tableFigure(rows: readonly Row[]): FigureSpec {
  const at = (shift: number) => rows.map((_, i) => i + shift);
  const ours = [rows.map((r) => r.ridge.mean), rows.map((r) => r.conditional.mean)];
  const theirs = [PUBLISHED.map((r) => r.ridge[0]), PUBLISHED.map((r) => r.conditional[0])];
  const largest = rows.reduce((a, b) => (Math.abs(b.difference.mean) > Math.abs(a.difference.mean) ? b : a));
  return plot({
    id: 'ckrr-table1-errors',
    title: 'Test MSE by kernel',
    sentence: sentence(
      'Ridge and conditional ridge differ most for ',
      largest.name,
      `: ${plain(largest.ridge.mean, 3)} and ${plain(largest.conditional.mean, 3)}.`,
    ),
    x: {
      ...exactAxis('kernel', -0.5, rows.length - 0.5, 'level'),
      ticks: at(0),
      labels: rows.map((r) => r.name.split(' ')[0]),
    },
    y: linearAxis('test MSE', ...ours, ...theirs),
    series: [
      points('first', 'ridge, ours', at(-0.15), ours[0]),
      points('second', 'conditional ridge, ours', at(-0.05), ours[1]),
      points('reference', 'ridge, paper', at(0.05), theirs[0]),
      points('outlier', 'conditional ridge, paper', at(0.15), theirs[1]),
    ],
  });
}

/** Mean test errors over the folds of each fit of one kind; NaN where one of them is numerically singular. */
function errorsOf({ folds }: TableResult, of: 'ridge' | 'conditional'): number[] {
  return folds[0][of].map((_, i) => meanOverFolds(folds.map((fold) => fold[of][i].squares)).mean);
}

function lambdaFigure(results: readonly TableResult[]): FigureSpec {
  const curves = results.map((result) => {
    const errors = errorsOf(result, 'ridge');
    const good = errors.flatMap((v, i) => (Number.isNaN(v) ? [] : [i]));
    return { name: result.family.name, x: good.map((i) => result.lambdas[i]), y: good.map((i) => errors[i]) };
  });
  const spread = Math.max(...curves.map(({ y }) => Math.max(...y) / Math.min(...y)));
  return plot({
    id: 'ckrr-table1-lambda',
    title: 'Test MSE of ridge over λ',
    sentence: sentence(
      'Among the λ tried the test error changes by a factor of ',
      plain(spread, 3),
      ' at most for one kernel.',
    ),
    // Room at the right for the label of a line that ends there.
    x: logAxis('λ, per sample', 'power', ...curves.map(({ x }) => x.concat(x[x.length - 1] * 10))),
    y: logAxis('test MSE', 'plain', ...curves.map(({ y }) => y)),
    series: labelledLines(curves),
  });
}

/** Over k: a line through the leading ones, a point where all are unpenalised. */
function countFigure(results: readonly TableResult[], counts: readonly number[]): FigureSpec {
  const curves = results.map((result) => {
    const errors = errorsOf(result, 'conditional');
    const good = counts.flatMap((_, i) => (Number.isNaN(errors[i]) ? [] : [i]));
    const last = errors[counts.length];
    return {
      name: result.family.name,
      // k = 0 has no place on a logarithmic axis: it stands at half.
      x: good.map((i) => Math.max(0.5, counts[i])),
      y: good.map((i) => errors[i]),
      all: Number.isNaN(last) ? undefined : { k: result.folds[0].n, error: last },
    };
  });
  const [leading, all] = [curves.map(({ y }) => Math.min(...y)), curves.flatMap(({ all }) => all?.error ?? [])];
  return plot({
    id: 'ckrr-table1-k',
    title: 'Test MSE of conditional ridge over k',
    sentence: sentence(
      `With up to ${counts[counts.length - 1]} eigenfunctions unpenalised the least test error is `,
      plain(Math.min(...leading), 3),
      all.length > 0 ? `, with all of them ${plain(Math.min(...all), 3)}.` : '.',
    ),
    x: logAxis(
      'unpenalised eigenfunctions k (0 drawn at ½)',
      'count',
      ...curves.map(({ x }) => x),
      curves.flatMap(({ all }) => all?.k ?? []),
    ),
    y: logAxis('test MSE', 'plain', ...curves.map(({ y }) => y), all),
    series: [
      ...labelledLines(curves),
      ...curves.flatMap(({ name, all }, i) => (all ? [points(ROLES[i], `${name}, all`, [all.k], [all.error])] : [])),
    ],
  });
}

interface Curve {
  readonly name: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** Lines labelled at their ends, which lie close together inside the figure: the labels are moved apart in the order of the ends. */
function labelledLines(curves: readonly Curve[]): SeriesSpec[] {
  const end = ({ y }: Curve) => y[y.length - 1];
  const below = (curve: Curve) => curves.filter((other) => end(other) > end(curve)).length;
  return curves.map((curve, i) => {
    const { name, x, y } = curve;
    const dy = LABEL_HEIGHT * (below(curve) - (curves.length - 1) / 2);
    const label = { text: name, at: x[x.length - 1], dx: 8, dy, align: 'left' } as const;
    return { ...line(ROLES[i], name, x, y), label };
  });
}
