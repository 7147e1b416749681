import type { Folds } from '../../contract/data';
import type { RaceDifference } from '../../contract/race';
import { counts } from '../../filters/grids';
import { ridgeFilter } from '../../filters/zones';
import { indexOfLeast } from '../../spectrum/indexOfLeast';
import { foldMean, withInterval } from '../../statistics/foldStatistics';
import { meanOf } from '../../statistics/mean';
import { pairedVerdict } from '../../statistics/pairedVerdict';
import { foldsOf } from '../problem';
import type { FitSession } from '../session';
import type { DecomposedProblem } from './family';
import { refitLosses } from './foldRefits';

/** About how many numbers of directions are tried, in addition to all of them. */
const CUTS = 12;

/**
 * The error of truncated ridge minus that of ridge on the same folds. In each fold both take the one of these `values`
 * of lambda, and truncated ridge the r, with the lowest error on the other folds. Every fold is refitted, because its
 * eigenvectors are its own. Undefined if the error of ridge is 0.
 */
export function foldGain(
  { settings, kernel, blocks, residual: { basis } }: DecomposedProblem,
  values: Float64Array,
  session: FitSession,
): RaceDifference | undefined {
  const { rank, n } = basis;
  const folds = foldsOf(session.problem, settings.folds, session.seed);
  const requests = [rank, ...counts(1, rank - 1, CUTS)].map((r) => {
    return { output: 0, filter: ridgeFilter(values[0], r), axis: 'lambda', values } as const;
  });
  const all = Uint32Array.from(folds.of.keys());
  const judged = Array.from({ length: folds.count }, (_, f) => {
    const rows = { left: all.filter((i) => folds.of[i] === f), fitted: all.filter((i) => folds.of[i] !== f) };
    const losses = session.linalg.scope(() => refitLosses(kernel, blocks, requests, rows, session.silent()).flat());
    session.progress((f + 1) / folds.count, 'ridge and truncated ridge on folds');
    return { left: rows.left, losses, errors: losses.map(meanOf) };
  });
  // The first request is ridge itself.
  const [ridge, truncated] = [values.length, requests.length * values.length].map((tried) => {
    const loss = new Float64Array(n);
    for (const fold of judged) {
      const others = judged.filter((other) => other !== fold);
      const sums = Float64Array.from({ length: tried }, (_, at) =>
        others.reduce((sum, { errors }) => sum + errors[at], 0),
      );
      fold.left.forEach((row, j) => {
        loss[row] = fold.losses[indexOfLeast(sums)][j];
      });
    }
    return loss;
  });
  return differenceOfRoots(truncated, ridge, folds)?.difference;
}

/** The root mean squares of losses of two fits on the same folds, and their paired difference; undefined where the second is 0. */
export function differenceOfRoots(
  losses: Float64Array,
  others: Float64Array,
  folds: Folds,
): { readonly fit: number; readonly ridge: number; readonly difference: RaceDifference } | undefined {
  const { value, standardError, interval } = withInterval(
    foldMean(
      losses.map((v, i) => v - others[i]),
      { folds: folds.of, count: folds.count },
      folds.count,
    ),
  );
  // A difference of mean squares divided by the sum of the roots is the difference of the roots.
  const [fit, ridge] = [losses, others].map((of) => Math.sqrt(meanOf(of)));
  const unit = fit + ridge;
  if (!(ridge > 0)) return undefined;
  const ends = [interval[0] / unit, interval[1] / unit] as const;
  const difference = {
    value: value / unit,
    standardError: standardError / unit,
    interval: ends,
    share: value / unit / ridge,
    shareHalfWidth: (ends[1] - ends[0]) / 2 / ridge,
    verdict: pairedVerdict(ends, ridge),
  };
  return { fit, ridge, difference };
}
