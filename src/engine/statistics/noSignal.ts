import type { RiskPath, Scores, TargetResult } from '../contract/run';

/** Shares of the variance explained when rows are left out that are next to nothing, and that held-out rows have to bear out. */
const NOTHING = 0.02;
const LITTLE = 0.1;

/**
 * Whether the rows show nothing of the target: the 95 % interval of R² on held-out rows reaches 0 and leave-one-out explains little, or
 * without held-out rows, or with a handful, next to nothing. What a fit chose then says nothing either. Leave-one-out at its lowest along the paths: a lambda that
 * somebody set may explain nothing where another explains all.
 */
export function showsNothing(
  { loo, holdout }: Pick<TargetResult['metrics'], 'loo'> & { readonly holdout?: Pick<Scores, 'r2Interval'> },
  paths: readonly Pick<RiskPath, 'loo'>[],
  variance: number,
): boolean {
  const lowest = paths.reduce((least, path) => path.loo.reduce((a, b) => (b < a ? b : a), least), loo);
  const explained = 1 - lowest / variance;
  const low = holdout?.r2Interval[0] ?? Number.NaN;
  return Number.isNaN(low) ? explained < NOTHING : low <= 0 && explained < LITTLE;
}
