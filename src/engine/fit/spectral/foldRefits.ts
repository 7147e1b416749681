import type { Folds } from '../../contract/data';
import type { Axis, FilterSpec } from '../../contract/filter';
import type { FeatureBlock, KernelSpec } from '../../contract/kernel';
import { allowedValues, filterAt, filterShares, inFold } from '../../filters/anyFilter';
import type { GridRange } from '../../filters/filter';
import { pickRows } from '../../kernels/rows';
import { matrix, multiply, transpose } from '../../linalg/multiply';
import { alongFree } from '../../model/coefficients';
import { baseOf, projectRows } from '../../model/projection';
import { fingerprint } from '../../spectrum/cache';
import { decomposeKernel } from '../../spectrum/decomposeKernel';
import { foldResiduals, overFolds } from '../../spectrum/folds';
import { indexOfLeast } from '../../spectrum/indexOfLeast';
import { spectrumOf } from '../../spectrum/spectrum';
import { meanOf } from '../../statistics/mean';
import type { FitSession } from '../session';
import { axisGrid, surfaceGrid } from './axisGrid';
import type { DecomposedProblem } from './family';
import type { FoldCurve } from './riskPaths';

/** Values of one axis for one output, the other axes of its filter held. */
export interface FoldRequest {
  readonly output: number;
  readonly filter: FilterSpec;
  readonly axis: Axis;
  readonly values: Float64Array;
}

/**
 * K-fold errors by refitting: one decomposition for each fold, after which every value of every axis and output is cheap.
 * The total ridge n·lambda, t, k, r and the step size stay as they are; kernel, scaling of the columns and
 * weights are those of all rows. Errors are means of weight times squared error over a fold's rows, as with the shortcut.
 */
export function refitFolds(
  kernel: KernelSpec,
  blocks: readonly FeatureBlock[],
  requests: readonly FoldRequest[],
  folds: Folds,
  session: FitSession,
): FoldCurve[] {
  const { count } = folds;
  const errors = requests.map(({ values }) => new Float64Array(count * values.length));
  const losses = Array.from(requests[0]?.values ?? [], () => new Float64Array(folds.of.length));
  for (let f = 0; f < count; f++) {
    const rows = rowsOf(folds, f);
    const inFold = session.linalg.scope(() => refitLosses(kernel, blocks, requests, rows, session.silent()));
    inFold.forEach((ofRequest, q) => {
      errors[q].set(ofRequest.map(meanOf), f * ofRequest.length);
    });
    inFold[0]?.forEach((ofValue, l) => {
      rows.left.forEach((row, j) => {
        losses[l][row] = ofValue[j];
      });
    });
    session.progress((f + 1) / count, `fitting ${count} folds`);
  }
  return errors.map((all, q): FoldCurve => {
    const { error, standardError } = overFolds(all, count, requests[q].values.length);
    return { cv: error, cvStandardError: standardError, ...(q === 0 && { losses }) };
  });
}

/** Rows of a fold, and those outside it. */
function rowsOf({ of }: Folds, fold: number): Refit {
  const rows = Uint32Array.from(of.keys());
  return { left: rows.filter((i) => of[i] === fold), fitted: rows.filter((i) => of[i] !== fold) };
}

/** Rows that are fitted, and those on which the fit is judged. */
export interface Refit {
  readonly fitted: Uint32Array;
  readonly left: Uint32Array;
}

/** Weight times squared error of each row left out of a fit of the others: for each request, at each of its values. */
export function refitLosses(
  kernel: KernelSpec,
  blocks: readonly FeatureBlock[],
  requests: readonly FoldRequest[],
  { left, fitted }: Refit,
  session: FitSession,
): Float64Array[][] {
  const { problem } = session;
  const { x, outputs, rootWeights } = problem;
  const pick = (values: Float64Array, rows: Uint32Array) => Float64Array.from(rows, (i) => values[i]);
  const some = { x: pickRows(x, fitted), ...(rootWeights && { rootWeights: pick(rootWeights, fitted) }) };
  const n = fitted.length;
  const residual = decomposeKernel(kernel, some, blocks, session);
  const { basis } = residual;
  const { rank, mu } = basis;
  const projected = projectRows({ kernel, blocks, residual, ...some }, pickRows(x, left), session);
  const weights = left.length > 0 && rootWeights ? pick(rootWeights, left).map((s) => s * s) : undefined;
  return requests.map(({ output, filter, axis, values }) => {
    const { y, weighted } = outputs[output];
    const target = pick(weighted, fitted);
    const { coordinates } = spectrumOf(basis, target);
    const base = baseOf(projected, alongFree(target, basis.free, basis.unpenalised));
    const factors = new Float64Array(Math.max(1, rank) * values.length);
    values.forEach((value, l) => {
      const shares = filterShares(inFold(filterAt(filter, axis, value), x.rows / n), mu, rank, n);
      for (let i = 0; i < rank; i++) factors[l * rank + i] = shares[i] === 0 ? 0 : (shares[i] / mu[i]) * coordinates[i];
    });
    const m = left.length;
    const predicted = new Float64Array(m * values.length);
    const onto = transpose(matrix(projected.p, rank, m));
    if (rank > 0) multiply(onto, matrix(factors, rank, values.length), predicted, session);
    return Array.from(values, (_, l) => {
      const losses = new Float64Array(m);
      for (let j = 0; j < m; j++) {
        const miss = y[left[j]] - base[j] - predicted[l * m + j];
        losses[j] = (weights ? weights[j] : 1) * miss * miss;
      }
      return losses;
    });
  });
}

/**
 * The residual of each row by the fit without its fold, with one filter (spectrum/folds.ts): computed once for all
 * callers.
 */
export function residualsOfFolds(
  { key, residual: { basis } }: DecomposedProblem,
  { output, filter }: Pick<FoldRequest, 'output' | 'filter'>,
  folds: Folds,
  session: FitSession,
): Float64Array {
  const { weighted } = session.problem.outputs[output];
  const asked = fingerprint(weighted, Float64Array.from(folds.of));
  return session.cache.recall('residuals of folds', `${key} ${asked} ${JSON.stringify(filter)}`, () =>
    foldResiduals(basis, weighted, folds, filter, session.silent()),
  );
}

/**
 * The filter with the lowest K-fold error, every fold refitted, over a grid of the open axes together (at least one);
 * `outputs` share it. One decomposition for each fold serves the entire grid.
 */
export function leastByRefits(
  { kernel, blocks }: Pick<DecomposedProblem, 'kernel' | 'blocks'>,
  outputs: readonly number[],
  { initial, open, range }: { readonly initial: FilterSpec; readonly open: readonly Axis[]; readonly range: GridRange },
  folds: Folds,
  session: FitSession,
): FilterSpec {
  const [along, ...others] = open;
  const gridOf = (axis: Axis) =>
    others.length === 0 ? axisGrid(axis, initial, range) : surfaceGrid(axis, initial, range, open.length);
  let lines: readonly FilterSpec[] = [initial];
  for (const axis of others)
    lines = lines.flatMap((filter) =>
      Array.from(allowedValues(filter, axis, gridOf(axis)), (value) => filterAt(filter, axis, value)),
    );
  const candidates = lines
    .map((filter) => ({ filter, axis: along, values: allowedValues(filter, along, gridOf(along)) }))
    .filter(({ values }) => values.length > 0);
  const requests = outputs.flatMap((output) => candidates.map((line) => ({ output, ...line })));
  const curves = refitFolds(kernel, blocks, requests, folds, session);
  let least = { error: Number.POSITIVE_INFINITY, filter: initial };
  candidates.forEach(({ filter, values }, c) => {
    const total = values.map((_, l) =>
      outputs.reduce((sum, _output, o) => sum + curves[o * candidates.length + c].cv[l], 0),
    );
    const at = indexOfLeast(total);
    if (total[at] < least.error) least = { error: total[at], filter: filterAt(filter, along, values[at]) };
  });
  return least.filter;
}
