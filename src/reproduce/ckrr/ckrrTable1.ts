import type { FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import { plain, steady } from '../../engine/words/numbers';
import { listed, told } from '../../engine/words/sentence';
import { atMost, held, inCases } from '../compared';
import { byName, filledText, type Page } from '../page';
import { chart, exactAxis, overLinear, overLog, plottedLine, points, ROLES } from '../plot';
import { averaged, type MeanEstimate } from '../statistics';
import { type Run, study, upTo } from '../study';
import { type FactoredFold, type Fitted, factoredFold, PROBES } from './factoredFold';
import {
  eachKernel,
  foldRows,
  GAUSSIAN,
  LAPLACE,
  MATERN,
  MNIST_SHARES,
  MNIST_SIZES,
  type MnistPlan,
  mnistPlan,
  mnistValues,
  NNGP_ANY_BIAS,
  NNGP_BIASES,
  type ScaledMnistKernel,
  trainingRows,
} from './mnistFolds';
import page from './table1.json';

/**
 * Lambdas around the best of the sample, within the range of its search. More rows need smaller ones, so two of them
 * lie below.
 */
const AROUND = [0.01, 0.1, 1, 10];
/** Leading eigenfunctions left unpenalised, at most; then all of them. */
const MOST = 200;

/** The folds computed of one kernel, at ascending lambdas. */
type TableResult = ScaledMnistKernel & { readonly lambdas: Float64Array; readonly folds: readonly FactoredFold[] };

/** The values of k tried besides that of all eigenfunctions. */
const leadingCounts = ({ grid }: MnistPlan): readonly number[] => grid.counts.filter((k) => k <= MOST);

/** Both ends of `searched` count as inside, apart from rounding. */
export function lambdasAround(best: number, searched: Float64Array): Float64Array {
  const [least, greatest] = [searched[0] * 0.999, searched[searched.length - 1] * 1.001];
  return Float64Array.from(AROUND, (times) => times * best).filter((v) => v >= least && v <= greatest);
}

/** One fold of one kernel. */
function tableFold(plan: MnistPlan, { kernel }: ScaledMnistKernel, fold: number, run: Run<object, unknown>) {
  const [train, test] = foldRows(plan, fold);
  const { lambdas, fixedLambda } = plan.grid;
  const fits = {
    lambdas: lambdasAround(kernel.lambda, lambdas),
    fixedLambda,
    counts: leadingCounts(plan),
    seed: run.seed,
  };
  return factoredFold(kernel.form, train, test, fits, run);
}

/** The fit with the least GCV error; a numerically singular one is never chosen. */
export function chosen(fits: readonly Fitted[]): number {
  let at = 0;
  for (let i = 1; i < fits.length; i++) if (!(fits[i].gcv >= fits[at].gcv) && !Number.isNaN(fits[i].gcv)) at = i;
  return at;
}

/**
 * The fit whose error on the rows that the other folds leave out is least on average; a numerically singular one is
 * never chosen.
 */
export function chosenByOthers(folds: readonly (readonly Fitted[])[], fold: number): number {
  const others = folds.filter((_, f) => f !== fold);
  const errors = others[0].map((_, i) => meanOverFolds(others.map((fits) => fits[i].squares)).mean);
  return errors.reduce((best, error, i) => (error < errors[best] || Number.isNaN(errors[best]) ? i : best), 0);
}

/**
 * The rule by which λ and k are chosen: that of the paper, as far as it is stated, or one that needs only a single
 * fold.
 */
type Rule = 'validation' | 'gcv';
const RULES: Readonly<Record<Rule, string>> = { validation: 'by validation', gcv: 'by GCV' };

/** For each fold the position of the chosen fit. */
function choices({ folds }: TableResult, of: Way, rule: Rule): readonly number[] {
  const fits = folds.map((fold) => fold[of]);
  return fits.map((own, f) => (rule === 'gcv' ? chosen(own) : chosenByOthers(fits, f)));
}

/** Mean over folds with the error of their scatter; for a single fold that of its rows. */
export function meanOverFolds(folds: readonly Float64Array[]): MeanEstimate {
  return folds.length === 1 ? averaged(folds[0]) : averaged(folds.map((values) => averaged(values).mean));
}

/** The settings of the page, with the choices of each rule in use. */
function foldTableSettings(results: readonly TableResult[], rules: readonly Rule[], counts: readonly number[]) {
  const ofRule = (rule: Rule): Page['settings'] => {
    const lambdas = (r: TableResult) => choices(r, 'ridge', rule).map((at) => plain(r.lambdas[at], 2));
    const chosenCounts = (r: TableResult) => choices(r, 'conditional', rule).map((at) => count(at, counts));
    return {
      [`ours choice of λ and k ${RULES[rule]}`]: filledText(page.data[rule], { probes: PROBES }),
      [`ours λ chosen ${RULES[rule]}`]: eachKernel(results, (r) => several(lambdas(r))),
      [`ours k chosen ${RULES[rule]}`]: eachKernel(results, (r) => several(chosenCounts(r))),
    };
  };
  return { ...page.settings, ...byName(rules, ofRule) };
}

const count = (at: number, counts: readonly number[]): string => (at < counts.length ? `${counts[at]}` : 'all');

/** "all", or "120 and all" where folds differ. */
const several = (values: readonly string[]): string => [...new Set(values)].join(' and ');

const FAMILIES = [GAUSSIAN, LAPLACE, MATERN, NNGP_ANY_BIAS];
const WAYS = ['ridge', 'conditional'] as const;
type Way = (typeof WAYS)[number];

/** Pixels from one label to the next. */
const LABEL_HEIGHT = 14;
const published: Readonly<Record<string, { readonly value: number; readonly error: number }>> = page.published.paper;

type Row = ReturnType<typeof rowOf>;

export const ckrrTable1 = study({
  page,
  sizes: MNIST_SIZES,
  shares: MNIST_SHARES,
  prepare(run) {
    const plan = mnistPlan(FAMILIES, run);
    return { plan, folds: upTo(Math.min(run.request.folds ?? plan.folds, plan.folds)) };
  },
  axes: ({ given: { plan, folds } }) => ({ kernel: plan.kernels, fold: folds }),
  stage: ({ kernel, fold }, { given }) => `${kernel.family.name}, fold ${fold + 1} of ${given.folds.length}`,
  measure: ({ kernel, fold }, run) => tableFold(run.given.plan, kernel, fold, run),
  report(measurements, { given: { plan, folds } }) {
    const results = plan.kernels.map(
      (kernel): TableResult => ({
        ...kernel,
        lambdas: lambdasAround(kernel.kernel.lambda, plan.grid.lambdas),
        folds: measurements.at({ kernel }),
      }),
    );
    const [leastLambda] = plan.grid.lambdas;
    // With a single fold there are no others.
    const rules: readonly Rule[] = folds.length > 1 ? ['validation', 'gcv'] : ['gcv'];
    const [rows, ...beside] = rules.map((rule) => results.map((result) => rowOf(result, rule, leastLambda)));
    // The paper's statement is about the difference; its size is at most 9 % of ridge's error there.
    const alike = inCases(rows, ({ name, ridge, difference: { mean, error }, interpolates }) => [
      name,
      interpolates ? undefined : atMost({ mean: Math.abs(mean), error }, 0.1 * ridge.mean),
    ]);
    const counts = leadingCounts(plan);
    const scales = eachKernel(results, ({ kernel }) => plain(kernel.lambda, 2));
    const lowest = (of: Way) => steady(Math.min(...rows.map((row) => row[of].mean)), 3);
    return {
      finding: told`Conditional ridge and ridge have the same test error within a tenth for **${held(alike)} of ${rows.length} kernels**${interpolating(rows.filter(({ interpolates }) => interpolates))}; the lowest is ${lowest('ridge')} for ridge and ${lowest('conditional')} for conditional ridge.`,
      numbers: {
        ...byName(rows, (row) =>
          byName(WAYS, (of) => {
            const name = `${row.name}, ${of}`;
            return { [name]: [row[of], published[name]] };
          }),
        ),
        ...byName(beside.flat(), (row) => byName(WAYS, (of) => ({ [`${row.name}, ${of}, ${RULES.gcv}`]: row[of] }))),
      },
      claims: { alike },
      values: {
        ...mnistValues(plan, folds.length),
        around: AROUND,
        biases: NNGP_BIASES,
        lambdas: scales,
        counts: counts.length,
        last: counts[counts.length - 1],
      },
      settings: foldTableSettings(results, rules, counts),
      figures: [tableFigure(rows), lambdaFigure(results), countFigure(results, counts, plan)],
    };
  },
});

/** " (Laplace interpolates both ways, which is one function)" */
function interpolating(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  return ` (${listed(rows.map(({ name }) => name))} ${rows.length === 1 ? 'interpolates' : 'interpolate'} both ways, which is one function)`;
}

/** Errors on the test rows of each fold, for the choices of the rule. */
function rowOf(result: TableResult, rule: Rule, leastLambda: number) {
  const { family, folds, lambdas } = result;
  const at = { ridge: choices(result, 'ridge', rule), conditional: choices(result, 'conditional', rule) };
  const squares = (of: Way) => folds.map((fold, f) => fold[of][at[of][f]].squares);
  const [ridge, conditional] = [squares('ridge'), squares('conditional')];
  return {
    name: family.name,
    ridge: meanOverFolds(ridge),
    conditional: meanOverFolds(conditional),
    // Conditional minus ridge, on the same test rows.
    difference: meanOverFolds(conditional.map((values, f) => values.map((v, i) => v - ridge[f][i]))),
    // With all eigenfunctions and with the least λ both are one function.
    interpolates: folds.every(
      (fold, f) => at.conditional[f] === fold.conditional.length - 1 && lambdas[at.ridge[f]] <= 1.001 * leastLambda,
    ),
  };
}

/** Ours beside the paper's, kernel by kernel. */
function tableFigure(rows: readonly Row[]): FigureSpec {
  const at = (shift: number) => rows.map((_, i) => i + shift);
  const ours = WAYS.map((of) => rows.map((row) => row[of].mean));
  const theirs = WAYS.map((of) => rows.map((row) => published[`${row.name}, ${of}`].value));
  const largest = rows.reduce((a, b) => (Math.abs(b.difference.mean) > Math.abs(a.difference.mean) ? b : a));
  return chart({
    id: 'ckrr-table1-errors',
    title: 'Test MSE by kernel',
    sentence: told`Ridge and conditional ridge differ most for **${largest.name}**: ${plain(largest.ridge.mean, 3)} and ${plain(largest.conditional.mean, 3)}.`,
    x: {
      ...exactAxis('kernel', -0.5, rows.length - 0.5, 'level'),
      ticks: at(0),
      labels: rows.map((r) => r.name.split(' ')[0]),
    },
    y: overLinear('test MSE'),
    series: [
      points('first', 'ridge, ours', at(-0.15), ours[0]),
      points('second', 'conditional ridge, ours', at(-0.05), ours[1]),
      points('reference', 'ridge, paper', at(0.05), theirs[0]),
      points('outlier', 'conditional ridge, paper', at(0.15), theirs[1]),
    ],
  });
}

/** Mean test errors over the folds of each fit of one kind; NaN where one of them is numerically singular. */
function errorsOf({ folds }: TableResult, of: Way): number[] {
  return folds[0][of].map((_, i) => meanOverFolds(folds.map((fold) => fold[of][i].squares)).mean);
}

function lambdaFigure(results: readonly TableResult[]): FigureSpec {
  const curves = results.map((result) => {
    const errors = errorsOf(result, 'ridge');
    const good = errors.flatMap((v, i) => (Number.isNaN(v) ? [] : [i]));
    return { name: result.family.name, x: good.map((i) => result.lambdas[i]), y: good.map((i) => errors[i]) };
  });
  const spread = Math.max(...curves.map(({ y }) => Math.max(...y) / Math.min(...y)));
  return chart({
    id: 'ckrr-table1-lambda',
    title: 'Test MSE of ridge over λ',
    sentence: told`Among the λ tried the test error changes by a factor of **${plain(spread, 3)}** at most for one kernel.`,
    // Room at the right for the label of a line that ends there.
    x: overLog('λ, per sample', 'power', ...curves.map(({ x }) => [x[x.length - 1] * 10])),
    y: overLog('test MSE'),
    series: labelledLines(curves),
  });
}

/** Over k: a line through the leading ones, a point where all are unpenalised. */
function countFigure(results: readonly TableResult[], counts: readonly number[], plan: MnistPlan): FigureSpec {
  const curves = results.map((result) => {
    const errors = errorsOf(result, 'conditional');
    const good = counts.flatMap((_, i) => (Number.isNaN(errors[i]) ? [] : [i]));
    const last = errors[counts.length];
    return {
      name: result.family.name,
      // k = 0 has no place on a logarithmic axis: it stands at half.
      x: good.map((i) => Math.max(0.5, counts[i])),
      y: good.map((i) => errors[i]),
      all: Number.isNaN(last) ? undefined : { k: trainingRows(plan, 0), error: last },
    };
  });
  const [leading, all] = [curves.map(({ y }) => Math.min(...y)), curves.flatMap(({ all }) => all?.error ?? [])];
  return chart({
    id: 'ckrr-table1-k',
    title: 'Test MSE of conditional ridge over k',
    sentence: told`With up to ${counts[counts.length - 1]} eigenfunctions unpenalised the lowest test error is **${plain(Math.min(...leading), 3)}**${all.length > 0 ? `, with all of them ${plain(Math.min(...all), 3)}.` : '.'}`,
    x: overLog('unpenalised eigenfunctions k (0 drawn at ½)', 'count'),
    y: overLog('test MSE'),
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
    return { ...plottedLine(ROLES[i], name, x, y), label };
  });
}
