import type { ConditioningCost } from '../../contract/run';
import { ridgeFilter } from '../../filters/zones';
import { decomposeKernel } from '../../spectrum/decomposeKernel';
import { foldResiduals } from '../../spectrum/folds';
import { indexOfLeast } from '../../spectrum/indexOfLeast';
import { leaveOneOutPath } from '../../spectrum/leaveOneOut';
import { foldsOf } from '../problem';
import type { FitSession } from '../session';
import { requiredBlocks } from '../unpenalisedBlocks';
import { axisGrid } from './axisGrid';
import type { DecomposedProblem } from './family';
import type { OutputFit } from './fitOutputs';
import { differenceOfRoots } from './foldGain';
import { residualsOfFolds } from './foldRefits';

/** Training rows whose kernel matrix is decomposed once more in a moment. */
const MOST_ROWS = 800;

/**
 * The error on folds beside that of ridge with the same kernel, of which only what the kernel asks for is unpenalised: how much the features of a method cost or gain.
 * Ridge takes the lambda of its least leave-one-out error. Undefined without such features or folds, of classes and of many rows.
 */
export function conditioningCost(
  decomposed: DecomposedProblem,
  { filter }: Pick<OutputFit, 'filter'>,
  session: FitSession,
): ConditioningCost | undefined {
  const { settings, kernel, blocks } = decomposed;
  const { problem, seed } = session;
  const { rows: n, columns } = problem.x;
  const required = requiredBlocks(settings.kernel, settings.intercept, columns);
  if (blocks.length === required.length || settings.folds < 2 || problem.classes || n > MOST_ROWS) return undefined;
  const { basis } = decomposeKernel(kernel, problem, required, session.silent());
  const [{ weighted }] = problem.outputs;
  const { mu, rank } = basis;
  const initial = ridgeFilter(1, mu.length);
  const values = axisGrid('lambda', initial, { n, rank, trace: mu.reduce((sum, v) => sum + v, 0) });
  const loo = leaveOneOutPath(basis, weighted, initial, 'lambda', values, session.silent());
  const ridge = ridgeFilter(values[indexOfLeast(loo)], mu.length);
  const folds = foldsOf(problem, settings.folds, seed);
  const own = residualsOfFolds(decomposed, { output: 0, filter }, folds, session);
  const other = foldResiduals(basis, weighted, folds, ridge, session.silent());
  const [fit, without] = [own, other].map((errors) => errors.map((e) => e * e));
  return differenceOfRoots(fit, without, folds);
}
