import { KernelscopeError } from '../contract/failure';
import { spreadAboutMean } from '../statistics/mean';
import { robustScale } from '../statistics/robustScale';

/**
 * mad: the robust scale of the residuals; deviation: their standard deviation; both are recomputed at each iteration. A
 * number stays fixed.
 */
export type ScaleRule = 'mad' | 'deviation' | number;

/**
 * The lowest scale of residuals, as a fraction of the target's: it is held there where residuals collapse towards
 * interpolation.
 */
const FLOOR = 1e-6;

export interface ResidualScale {
  /**
   * The scale of residuals (n), never below the floor; infinite if the target itself does not vary, so that every row
   * has weight 1.
   */
  of(residuals: Float64Array): number;
  /** True if it depends on the residuals. */
  readonly moves: boolean;
}

/**
 * The scale by which residuals of y (n) are measured. Rows count once each whatever their weights. Throws
 * `data/target-constant` if more than half of y, but not all of it, is one value and the robust scale is requested: no
 * cutoff could be derived from it.
 */
export function residualScale(rule: ScaleRule, y: Float64Array): ResidualScale {
  if (typeof rule === 'number') {
    if (rule > 0 && Number.isFinite(rule)) return { of: () => rule, moves: false };
    throw new KernelscopeError('parameter/invalid', `scale must be a number above 0, not ${rule}.`, { name: 'scale' });
  }
  const scratch = new Float64Array(y.length);
  const scaleOf = rule === 'mad' ? (r: Float64Array) => robustScale(r, scratch).scale : spreadAboutMean;
  if (y.every((v) => v === y[0])) return { of: () => Number.POSITIVE_INFINITY, moves: false };
  const reference = scaleOf(y);
  if (!(reference > 0)) throw zeroScale(y);
  return { of: (residuals) => Math.max(scaleOf(residuals), FLOOR * reference), moves: true };
}

function zeroScale(y: Float64Array): KernelscopeError {
  const { centre } = robustScale(y);
  const equal = y.reduce((count, v) => count + (v === centre ? 1 : 0), 0);
  return new KernelscopeError(
    'data/target-constant',
    `${equal} of ${y.length} training rows have the same target, so its robust scale is 0 and outliers cannot be identified. Fit quantiles or kernel ridge regression instead.`,
    { rows: y.length, equal },
  );
}
