import type { FilterSpec } from '../../contract/filter';
import type { LearningPoints } from '../../contract/run';
import { filterAt } from '../../filters/anyFilter';
import { ridgeFilter } from '../../filters/zones';
import { fingerprint } from '../../spectrum/cache';
import { exactLambda } from '../../spectrum/exactFit';
import { leaveOneOut } from '../../spectrum/leaveOneOut';
import { meanOf } from '../../statistics/mean';
import { foldsOf } from '../problem';
import type { FitSession } from '../session';
import { type DecomposedProblem, leavesOutExactly, searchesByRidge } from './family';
import type { OutputFit } from './fitOutputs';
import { type FoldRequest, refitLosses, residualsOfFolds } from './foldRefits';

/** Lists of the parts (of four) that are fitted, the others being judged: quarters, halves, three quarters. */
type Parts = readonly (readonly number[])[];
const QUARTERS: Parts = [[0], [1], [2], [3]];
const HALVES: Parts = [
  [0, 1],
  [2, 3],
  [0, 2],
  [1, 3],
];
const THREE_QUARTERS: Parts = [
  [0, 1, 2],
  [1, 2, 3],
];
/**
 * The fewest rows (quarters of fewer say nothing), and the most for all sizes, then for quarters and halves: with more
 * they outlast the fit.
 */
const LEAST_ROWS = 40;
const ROWS_FOR_ALL = 1500;
const ROWS_FOR_HALVES = 3000;
/** The fewest folds: with fewer, so much is left out that a half is not half of the rest. */
const LEAST_FOLDS = 5;

/**
 * The errors of the first target with fewer rows: the ridge fit with the same kernel on a quarter, a half and three
 * quarters of the rows, its lambda the best of the path, judged on all rows that it left out. Undefined for filters
 * that have no lambda to move, and if it would cost more than the fit.
 */
export function learningPoints(
  decomposed: DecomposedProblem,
  fit: Pick<OutputFit, 'filter' | 'paths' | 'foldLosses'>,
  session: FitSession,
): LearningPoints | undefined {
  const { family, residual, settings, key } = decomposed;
  const { basis } = residual;
  const { n, unpenalised } = basis;
  const sizes = (n > ROWS_FOR_ALL ? [QUARTERS, HALVES.slice(0, 2)] : [QUARTERS, HALVES, THREE_QUARTERS]).filter(
    // Parts with no more rows than unpenalised features are fitted exactly and show nothing.
    ([parts]) => Math.floor((n * parts.length) / 4) > unpenalised,
  );
  if (!searchesByRidge(family) || n < LEAST_ROWS || n > ROWS_FOR_HALVES || sizes.length === 0) return undefined;
  const quarters = foldsOf(session.problem, 4, session.seed);
  if (quarters.count !== 4) return undefined;
  const [{ axis, values, least }] = fit.paths;
  // The path does not depend on the filter's lambda, so a fit at another lambda reuses the points of the last one.
  const filter = filterAt(fit.filter, axis, values[least.cv]);
  const request = { output: 0, filter, axis, values };
  const lambda = exactLambda(basis);
  const exact = lambda && {
    output: 0,
    filter: ridgeFilter(lambda, basis.mu.length),
    axis,
    values: Float64Array.of(lambda),
  };
  const folds = foldsOf(session.problem, settings.folds, session.seed);
  const divided = [quarters.of, folds.of].map((rows) => Float64Array.from(rows));
  const asked = fingerprint(session.problem.outputs[0].weighted, values, ...divided);
  return session.cache.recall('learning', `${key} ${asked} ${JSON.stringify(filter)}`, () => {
    const requests = exact ? [request, exact] : [request];
    const { halves, ...points } = measured(decomposed, requests, quarters.of, sizes, session);
    const [half, exactHalf] = halves;
    const losses =
      fit.foldLosses?.[least.cv] ??
      (leavesOutExactly(family) ? residualsOfFolds(decomposed, request, folds, session).map((v) => v * v) : undefined);
    const known = half && losses && folds.count >= LEAST_FOLDS;
    const doubled = known && paired(half, losses, (n * (folds.count - 1)) / folds.count);
    const leftOut = (at: FilterSpec) =>
      leaveOneOut(basis, session.problem.outputs[0].weighted, at).residuals.map((v) => v * v);
    const interpolating =
      exact &&
      exactHalf &&
      interpolated(exactHalf, leftOut(exact.filter), leftOut(filterAt(filter, axis, values[least.loo])));
    return { ...points, ...(doubled && { doubling: doubled }), ...(interpolating && { interpolating }) };
  });
}

function measured(
  decomposed: DecomposedProblem,
  requests: readonly FoldRequest[],
  quarter: Uint16Array,
  sizes: readonly Parts[],
  session: FitSession,
): LearningPoints & { readonly halves: readonly Half[] } {
  const { kernel, blocks } = decomposed;
  const all = Uint32Array.from(quarter.keys());
  const points = sizes.map((choices, s) => {
    const refits = choices.map((parts) => {
      session.check();
      const fitted = all.filter((i) => parts.includes(quarter[i]));
      const left = all.filter((i) => !parts.includes(quarter[i]));
      const losses = session.linalg.scope(() =>
        refitLosses(kernel, blocks, requests, { fitted, left }, session.silent()),
      );
      return { rows: fitted.length, left, losses };
    });
    session.progress((s + 1) / sizes.length, 'errors with fewer rows');
    return requests.map((_, q) => leastOver(refits.map((refit) => ({ ...refit, losses: refit.losses[q] }))));
  });
  const column = (key: 'rows' | 'error' | 'standardError') => Float64Array.from(points, ([point]) => point[key]);
  return {
    rows: column('rows'),
    error: column('error'),
    standardError: column('standardError'),
    halves: points[sizes.findIndex(([parts]) => parts.length === 2)] ?? [],
  };
}

interface PartRefit {
  readonly rows: number;
  readonly left: Uint32Array;
  /** Losses by value of the path, then row left out. */
  readonly losses: readonly Float64Array[];
}

/** The value of the path with the lowest mean error over the parts; its scatter over them, and the losses there. */
function leastOver(refits: readonly PartRefit[]) {
  const count = refits.length;
  const errors = refits.map(({ losses }) => losses.map(meanOf));
  const means = errors[0].map((_, l) => errors.reduce((sum, ofPart) => sum + ofPart[l] / count, 0));
  const error = means.reduce((least, v) => (v < least ? v : least), Number.POSITIVE_INFINITY);
  const at = means.indexOf(error);
  const scatter = errors.reduce((sum, ofPart) => sum + (ofPart[at] - error) ** 2, 0) / (count - 1);
  const rows = refits.reduce((sum, part) => sum + part.rows / count, 0);
  const losses = refits.map((part) => ({ left: part.left, loss: part.losses[at] }));
  return { rows, error, standardError: Math.sqrt(scatter / count), losses };
}

type Half = Pick<ReturnType<typeof leastOver>, 'rows' | 'losses'>;

/**
 * The errors, on the same rows, of fits with half of the rows and with more, from the losses of rows that those left
 * out.
 */
function paired({ rows, losses }: Half, more: Float64Array, moreRows: number): LearningPoints['doubling'] {
  const n = more.length;
  // Every row is left out of equally many halves.
  const fewer = new Float64Array(n);
  const times = losses.reduce((sum, { left }) => sum + left.length / n, 0);
  for (const { left, loss } of losses)
    left.forEach((row, j) => {
      fewer[row] += loss[j] / times;
    });
  const error = [meanOf(fewer), meanOf(more)] as const;
  if (!error.every((v) => v > 0 && v < Number.POSITIVE_INFINITY)) return undefined;
  // Judged on n rows, by fits of half of them that overlap (Nadeau and Bengio 2003).
  return { rows: [rows, moreRows], error, logStandardError: Math.sqrt(logVariance(fewer, more) * (1 / n + 1 / rows)) };
}

/** The variance of a row's part in the logarithm of the ratio of two means, to first order. */
function logVariance(a: Float64Array, b: Float64Array): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  return meanOf(a.map((v, i) => (v / meanA - b[i] / meanB) ** 2));
}

/**
 * The fit that interpolates every row: its errors with half of the rows and with all but the row judged, compared with
 * the lowest of the path.
 */
function interpolated(half: Half, exact: Float64Array, best: Float64Array): LearningPoints['interpolating'] {
  const n = exact.length;
  const errors = paired(half, exact, n - 1);
  const lowest = meanOf(best);
  return errors && lowest > 0
    ? { ...errors, best: lowest, costStandardError: Math.sqrt((2 * logVariance(exact, best)) / n) }
    : undefined;
}
