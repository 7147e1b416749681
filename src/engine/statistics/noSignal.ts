import type { RiskPath, Scores, TargetResult } from '../contract/run';

/**
 * Fractions of the variance, explained when rows are left out, that are next to nothing, and that held-out rows must
 * confirm.
 */
const NOTHING = 0.02;
const LITTLE = 0.1;

/**
 * True if the rows show nothing about the target: the 95 % interval of R² on held-out rows reaches 0 and leave-one-out
 * explains little or, without held-out rows or with only a handful, next to nothing. The choices of the fit then have
 * no meaning either. Leave-one-out is taken at its lowest along the paths: a lambda that somebody set may explain
 * nothing where another explains everything.
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
