import type { Approximation, ApproximationCurve } from '../../contract/approximation';
import { partOf, silently } from '../../contract/context';
import type { Matrix } from '../../contract/data';
import { type FeatureMap, featureCount, type KernelSpec } from '../../contract/kernel';
import { permutation } from '../../data/random';
import { ridgeFilter } from '../../filters/zones';
import { pickRows, rowBlock } from '../../kernels/rows';
import type { Computing } from '../../linalg/linalg';
import { coefficients } from '../../model/coefficients';
import { predictAt } from '../../model/projection';
import { decomposeKernel } from '../../spectrum/decomposeKernel';
import { indexOfLeast } from '../../spectrum/indexOfLeast';
import { leaveOneOutPath } from '../../spectrum/leaveOneOut';
import { spectrumOf } from '../../spectrum/spectrum';
import { pairedStandardError, sufficientCounts } from '../../statistics/sufficientCounts';
import { problemOnRows } from '../problem';
import { axisGrid } from '../spectral/axisGrid';
import { fitBytes } from './cost';
import { type CountTask, countCurve, countsUpTo } from './countCurve';
import { leftOutOf } from './featureLeftOut';
import type { FeatureSpectrum } from './featureSpectrum';
import { featureSums } from './featureSums';
import { predictFeatures } from './predictFeatures';
import type { FeatureWork } from './rowSource';

/** The most held-out rows that curves are measured on. */
const TESTED = 20_000;
/** Rows of the fit without approximation. */
const EXACT_ROWS = 1000;

/** The members that the curves over the number of features share. */
export interface CurveTask
  extends Pick<FeatureWork, 'session' | 'blocks' | 'unpenalised' | 'facts' | 'targets' | 'right'> {
  /** Held-out rows of the first target; absent when nothing is held out. */
  readonly heldOut?: { readonly x: Matrix; readonly y: Float64Array };
  /** Training rows (0-based) whose leave-one-out errors choose lambda. */
  readonly leftOut: Uint32Array;
}

/** The held-out rows that errors are measured on: all, or a seeded sample of very many. */
export function testedRows(x: Matrix, y: Float64Array, seed: number): CurveTask['heldOut'] {
  if (y.length <= TESTED) return { x, y };
  const rows = permutation(y.length, seed).slice(0, TESTED).sort();
  return { x: pickRows(x, rows), y: Float64Array.from(rows, (i) => y[i]) };
}

/** Features with their sums and, if these have been decomposed, their spectrum; each with the seconds that it took. */
interface SummedFeatures extends Pick<CountTask, 'kind' | 'map' | 'sums' | 'lambda'> {
  readonly seconds: number;
  readonly decomposed?: { readonly spectrum: FeatureSpectrum; readonly seconds: number } | undefined;
}

/** Errors by number of features. */
export function errorsByCount(
  task: CurveTask,
  { kind, map, sums, decomposed, lambda, seconds }: SummedFeatures,
  context: Computing,
): ApproximationCurve {
  const { session, facts, heldOut } = task;
  const { problem } = session;
  const counts = countsUpTo(featureCount(map));
  const started = performance.now();
  const { targets, along, ...rows } = leftOutOf(problem, task, map, task.leftOut);
  const leftOut = { ...rows, targets: [targets[0]], along: [along[0]] };
  const counted = { kind, map, sums, decomposed: decomposed?.spectrum, lambda, facts, leftOut };
  const { curve, fits } = countCurve(counted, counts, partOf(context, 0, 0.8));
  const decomposing = (performance.now() - started) / 1000 + (decomposed?.seconds ?? 0);
  const work = counts.reduce((sum, count) => sum + count ** 3, 0);
  const squares = heldOut
    ? predictFeatures({ ...task, map }, fits, heldOut.x, partOf(context, 0.8, 1)).map((predicted) =>
        predicted.map((v, i) => (v - heldOut.y[i]) ** 2),
      )
    : [];
  const holdout = Float64Array.from(squares, (ofRows) => ofRows.reduce((sum, v) => sum + v / ofRows.length, 0));
  const { lowest } = sufficientCounts(holdout);
  const most = counts[counts.length - 1];
  return {
    ...curve,
    holdout,
    ...(heldOut && {
      standardError: Float64Array.from(squares, (ofRows) => pairedStandardError(ofRows, squares[lowest])),
    }),
    seconds: Float64Array.from(counts, (c) => seconds * (c / most) ** 2 + decomposing * (c ** 3 / work)),
    bytes: Float64Array.from(counts, (c) => fitBytes(facts.n, problem.x.columns, c).bytes),
  };
}

/** The other kind of features on the same rows. */
export function peerCurve(
  task: CurveTask,
  kind: ApproximationCurve['kind'],
  map: FeatureMap,
  context: Computing,
): ApproximationCurve {
  const { problem } = task.session;
  const started = performance.now();
  const { x, rootWeights } = problem;
  const sums = featureSums({ map, x, rootWeights }, task.right, undefined, partOf(context, 0, 0.6));
  const seconds = (performance.now() - started) / 1000;
  return errorsByCount(task, { kind, map, sums, seconds }, partOf(context, 0.6, 1));
}

/** Ridge regression without approximation on as many rows as take a moment: its held-out error, lambda by leave-one-out. */
export function exactOnSample(
  { session, blocks, heldOut }: CurveTask,
  kernel: KernelSpec,
  context: Computing,
): Approximation['exact'] {
  if (!heldOut) return undefined;
  const { problem, seed } = session;
  const n = problem.x.rows;
  const started = performance.now();
  context.progress(0, 'without approximation, on a sample');
  const rows =
    n > EXACT_ROWS
      ? permutation(n, seed, context).slice(0, EXACT_ROWS).sort()
      : Uint32Array.from({ length: n }, (_, i) => i);
  const sample = problemOnRows({ ...problem, outputs: problem.outputs.slice(0, 1) }, rows);
  const [{ weighted }] = sample.outputs;
  const residual = decomposeKernel(kernel, sample, blocks, silently(context));
  const { basis } = residual;
  const spectrum = spectrumOf(basis, weighted);
  const initial = ridgeFilter(1, basis.mu.length);
  const trace = basis.mu.reduce((sum, v) => sum + v, 0);
  const grid = axisGrid('lambda', initial, { n: rows.length, rank: basis.rank, trace });
  const loo = leaveOneOutPath(basis, weighted, initial, 'lambda', grid, silently(context));
  const filter = { ...initial, lambda: grid[indexOfLeast(loo)] };
  const { rootWeights } = sample;
  const fit = coefficients(residual, weighted, spectrum.coordinates, filter, rootWeights);
  const projection = { kernel, x: sample.x, blocks, residual };
  let sum = 0;
  const m = heldOut.y.length;
  for (let from = 0; from < m; from += 512) {
    context.check();
    const block = rowBlock(heldOut.x, from, Math.min(512, m - from));
    predictAt(projection, block, fit, silently(context)).forEach((v, i) => {
      sum += (v - heldOut.y[from + i]) ** 2;
    });
  }
  return { rows: rows.length, holdout: sum / m, seconds: (performance.now() - started) / 1000 };
}
