import type { LearningPoints } from '../../contract/run';
import { fingerprint } from '../../spectrum/cache';
import { foldsOf } from '../problem';
import type { FitSession } from '../session';
import type { DecomposedProblem } from './decomposedProblem';
import { searchesByRidge } from './family';
import type { OutputFit } from './fitOutputs';
import { type FoldRequest, refitErrors } from './foldRefits';

/** Four parts of the rows: the parts that are fitted, the others judge. Quarters, halves, three quarters. */
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
/** Fewer rows leave quarters that tell nothing; with more the larger parts, and then all, take longer than the fit itself. */
const LEAST_ROWS = 40;
const ROWS_FOR_ALL = 1500;
const ROWS_FOR_HALVES = 3000;

/**
 * What fewer rows would have cost the first target: the ridge fit with the kernel as it is, on a quarter, a half and three quarters of the rows,
 * its lambda the best of the path, judged on all rows that it left out. Undefined for filters that lambda does not move, and
 * where it would cost more than the fit.
 */
export function learningPoints(
  decomposed: DecomposedProblem,
  { filter, paths: [{ axis, values }] }: Pick<OutputFit, 'filter' | 'paths'>,
  session: FitSession,
): LearningPoints | undefined {
  const { family, residual, key } = decomposed;
  const { n, unpenalised } = residual.basis;
  const sizes = (n > ROWS_FOR_ALL ? [QUARTERS, HALVES.slice(0, 2)] : [QUARTERS, HALVES, THREE_QUARTERS]).filter(
    // No more rows than unpenalised features are fitted exactly.
    ([parts]) => Math.floor((n * parts.length) / 4) > unpenalised,
  );
  if (!searchesByRidge(family) || n < LEAST_ROWS || n > ROWS_FOR_HALVES || sizes.length === 0) return undefined;
  const quarters = foldsOf(session.problem, 4, session.seed);
  if (quarters.count !== 4) return undefined;
  const request = { output: 0, filter, axis, values };
  // The path does not depend on where along it the filter stands: at another lambda the points are those of the last fit.
  const asked = fingerprint(session.problem.outputs[0].weighted, values, Float64Array.from(quarters.of));
  return session.cache.recall('learning', `${key} ${asked}`, () =>
    measured(decomposed, request, quarters.of, sizes, session),
  );
}

function measured(
  { kernel, blocks }: DecomposedProblem,
  request: FoldRequest,
  quarter: Uint16Array,
  sizes: readonly Parts[],
  session: FitSession,
): LearningPoints {
  const all = Uint32Array.from(quarter.keys());
  const points = sizes.map((choices, s) => {
    const errors = choices.map((parts) => {
      session.check();
      const fitted = all.filter((i) => parts.includes(quarter[i]));
      const left = all.filter((i) => !parts.includes(quarter[i]));
      const [error] = session.linalg.scope(() =>
        refitErrors(kernel, blocks, [request], { fitted, left }, session.silent()),
      );
      return { rows: fitted.length, error };
    });
    session.progress((s + 1) / sizes.length, 'errors with fewer rows');
    return leastOver(errors);
  });
  const column = (key: keyof (typeof points)[number]) => Float64Array.from(points, (point) => point[key]);
  return { rows: column('rows'), error: column('error'), standardError: column('standardError') };
}

/** The value of the path with the least mean error over the parts; its scatter over them. */
function leastOver(errors: readonly { readonly rows: number; readonly error: Float64Array }[]) {
  const count = errors.length;
  const means = errors[0].error.map((_, l) => errors.reduce((sum, { error }) => sum + error[l] / count, 0));
  const error = means.reduce((least, v) => (v < least ? v : least), Number.POSITIVE_INFINITY);
  const at = means.indexOf(error);
  const scatter = errors.reduce((sum, part) => sum + (part.error[at] - error) ** 2, 0) / (count - 1);
  const rows = errors.reduce((sum, part) => sum + part.rows / count, 0);
  return { rows, error, standardError: Math.sqrt(scatter / count) };
}
