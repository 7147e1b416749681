import type { Folds } from '../../contract/data';
import type { Axis, FilterSpec } from '../../contract/filter';
import { foldPath } from '../../spectrum/foldPath';
import { leaveOneOutPath } from '../../spectrum/leaveOneOut';
import type { FitSession } from '../session';
import { type DecomposedProblem, leavesOutExactly } from './family';
import { refitFolds } from './foldRefits';
import type { FoldCurve } from './riskPaths';

/** Operations that refitting every fold may cost, a decomposition counted as 5n³; beyond it the eigenbasis is held fixed. */
const REFIT_BUDGET = 8e10;

export interface FoldCurves {
  /** One curve for each axis. */
  readonly curves: readonly FoldCurve[];
  readonly by: 'shortcut' | 'refit';
  /** Points of the principal axis at which the errors were computed. */
  readonly exact: { readonly computed: number; readonly of: number };
}

/** True if fold errors of a method that needs refits are computed by refitting n rows. */
export function refitsFolds(exact: boolean, n: number, folds: number): boolean {
  return !exact && folds * 5 * (n * (1 - 1 / folds)) ** 3 <= REFIT_BUDGET;
}

/**
 * K-fold errors along every axis, for each of the outputs. Ridge with fixed unpenalised features: exact without refitting. Other
 * filters: refitted while that is affordable, and beyond it with the eigenbasis of all rows held fixed.
 */
export function foldCurves(
  { family, kernel, blocks, residual }: DecomposedProblem,
  outputs: readonly number[],
  filter: FilterSpec,
  axes: readonly { readonly axis: Axis; readonly values: Float64Array }[],
  folds: Folds,
  session: FitSession,
): FoldCurves[] {
  const { problem } = session;
  const { basis } = residual;
  const { length } = axes[0].values;
  if (refitsFolds(leavesOutExactly(family), basis.n, folds.count)) {
    const requests = outputs.flatMap((output) => axes.map(({ axis, values }) => ({ output, filter, axis, values })));
    const curves = refitFolds(kernel, blocks, requests, folds, session);
    return outputs.map((_, o) => ({
      curves: curves.slice(o * axes.length, (o + 1) * axes.length),
      by: 'refit',
      exact: { computed: length, of: length },
    }));
  }
  return outputs.map((output, o) => {
    const y = problem.outputs[output].weighted;
    const whole = session.part(o / outputs.length, (o + 1) / outputs.length);
    const paths = axes.map(({ axis, values }, a) => {
      const part = whole.part(a / axes.length, (a + 1) / axes.length);
      const guide = leaveOneOutPath(basis, y, filter, axis, values, part.part(0, 0.1));
      return foldPath(basis, y, folds, { filter, axis, values }, guide, part.part(0.1, 1));
    });
    const computed = paths[0].exact.reduce((sum, v) => sum + v, 0);
    return { curves: paths, by: 'shortcut', exact: { computed, of: length } };
  });
}
