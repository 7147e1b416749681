import type { Folds } from '../../contract/data';
import type { LearningPoints } from '../../contract/run';
import { filterAt } from '../../filters/anyFilter';
import { fingerprint } from '../../spectrum/cache';
import { foldResiduals } from '../../spectrum/folds';
import { foldsOf } from '../problem';
import type { FitSession } from '../session';
import { type DecomposedProblem, leavesOutExactly, searchesByRidge } from './family';
import type { OutputFit } from './fitOutputs';
import { type FoldRequest, meanOf, refitLosses } from './foldRefits';

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
/** The least rows (quarters of fewer tell nothing), and the most for all sizes, then for quarters and halves: with more they outlast the fit. */
const LEAST_ROWS = 40;
const ROWS_FOR_ALL = 1500;
const ROWS_FOR_HALVES = 3000;
/** The least number of folds: fewer leave out so much that a half is no half of the rest. */
const LEAST_FOLDS = 5;

/**
 * The errors of the first target with fewer rows: the ridge fit with the kernel as it is, on a quarter, a half and three quarters of the rows,
 * its lambda the best of the path, judged on all rows that it left out. Undefined for filters that lambda does not move, and
 * if it would cost more than the fit.
 */
export function learningPoints(
  decomposed: DecomposedProblem,
  fit: Pick<OutputFit, 'filter' | 'paths' | 'foldLosses'>,
  session: FitSession,
): LearningPoints | undefined {
  const { family, residual, settings, key } = decomposed;
  const { n, unpenalised } = residual.basis;
  const sizes = (n > ROWS_FOR_ALL ? [QUARTERS, HALVES.slice(0, 2)] : [QUARTERS, HALVES, THREE_QUARTERS]).filter(
    // Parts with no more rows than unpenalised features are fitted exactly and tell nothing.
    ([parts]) => Math.floor((n * parts.length) / 4) > unpenalised,
  );
  if (!searchesByRidge(family) || n < LEAST_ROWS || n > ROWS_FOR_HALVES || sizes.length === 0) return undefined;
  const quarters = foldsOf(session.problem, 4, session.seed);
  if (quarters.count !== 4) return undefined;
  const [{ axis, values, least }] = fit.paths;
  // The path does not depend on the filter's lambda, so a fit at another lambda reuses the points of the last one.
  const filter = filterAt(fit.filter, axis, values[least.cv]);
  const request = { output: 0, filter, axis, values };
  const folds = foldsOf(session.problem, settings.folds, session.seed);
  const divided = [quarters.of, folds.of].map((rows) => Float64Array.from(rows));
  const asked = fingerprint(session.problem.outputs[0].weighted, values, ...divided);
  return session.cache.recall('learning', `${key} ${asked} ${JSON.stringify(filter)}`, () => {
    const { half, ...points } = measured(decomposed, request, quarters.of, sizes, session);
    const losses = fit.foldLosses?.[least.cv] ?? exactLosses(decomposed, request, folds, session);
    const doubled = half && losses && doubling(half, losses, folds);
    return { ...points, ...(doubled && { doubling: doubled }) };
  });
}

function measured(
  decomposed: DecomposedProblem,
  request: FoldRequest,
  quarter: Uint16Array,
  sizes: readonly Parts[],
  session: FitSession,
): LearningPoints & { readonly half?: Half } {
  const { kernel, blocks } = decomposed;
  const all = Uint32Array.from(quarter.keys());
  const points = sizes.map((choices, s) => {
    const refits = choices.map((parts) => {
      session.check();
      const fitted = all.filter((i) => parts.includes(quarter[i]));
      const left = all.filter((i) => !parts.includes(quarter[i]));
      const [losses] = session.linalg.scope(() =>
        refitLosses(kernel, blocks, [request], { fitted, left }, session.silent()),
      );
      return { rows: fitted.length, left, losses };
    });
    session.progress((s + 1) / sizes.length, 'errors with fewer rows');
    return leastOver(refits);
  });
  const column = (key: 'rows' | 'error' | 'standardError') => Float64Array.from(points, (point) => point[key]);
  const half = points[sizes.findIndex(([parts]) => parts.length === 2)];
  return {
    rows: column('rows'),
    error: column('error'),
    standardError: column('standardError'),
    ...(half && { half }),
  };
}

interface PartRefit {
  readonly rows: number;
  readonly left: Uint32Array;
  /** Losses by value of the path, then row left out. */
  readonly losses: readonly Float64Array[];
}

/** The value of the path with the least mean error over the parts; its scatter over them, and the losses there. */
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

/** Losses by the fits without each fold; undefined if folds would have to be refitted. */
function exactLosses(
  { family, residual: { basis } }: DecomposedProblem,
  { output, filter }: FoldRequest,
  folds: Folds,
  session: FitSession,
): Float64Array | undefined {
  if (!leavesOutExactly(family)) return undefined;
  const { weighted } = session.problem.outputs[output];
  return foldResiduals(basis, weighted, folds, filter, session.linalg, session.silent()).map((v) => v * v);
}

/** The errors on the same rows of fits of half of them and of those of the folds, each at its best lambda. */
function doubling({ rows, losses }: Half, more: Float64Array, folds: Folds): LearningPoints['doubling'] {
  const n = more.length;
  // Every row is left out of as many halves.
  const fewer = new Float64Array(n);
  const times = losses.reduce((sum, { left }) => sum + left.length / n, 0);
  for (const { left, loss } of losses)
    left.forEach((row, j) => {
      fewer[row] += loss[j] / times;
    });
  const [few, many] = [meanOf(fewer), meanOf(more)];
  if (folds.count < LEAST_FOLDS || ![few, many].every((v) => v > 0 && v < Number.POSITIVE_INFINITY)) return undefined;
  // The variance of a row's part in ln(few / many), to first order.
  const variance = meanOf(fewer.map((v, i) => (v / few - more[i] / many) ** 2));
  return {
    rows: [rows, (n * (folds.count - 1)) / folds.count],
    error: [few, many],
    // Judged on n rows, by fits of half of them that overlap (Nadeau and Bengio 2003).
    logStandardError: Math.sqrt(variance * (1 / n + 1 / rows)),
  };
}
