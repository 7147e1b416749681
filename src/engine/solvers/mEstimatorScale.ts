import { KernelscopeError } from '../contract/failure';
import { spreadAboutMean } from '../statistics/mean';
import { robustScale, robustSpread, scaleOfDistances } from '../statistics/robustScale';

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
 * The scale by which residuals of y (n) are measured. Rows count once each whatever their weights. If more than half of y
 * is one value, as may be in some of a target's rows, the robust scale is that of the others' residuals: fits meet the rows
 * of this value first, and the others would lie infinitely far out.
 */
export function residualScale(rule: ScaleRule, y: Float64Array): ResidualScale {
  if (typeof rule === 'number') {
    if (rule > 0 && Number.isFinite(rule)) return { of: () => rule, moves: false };
    throw new KernelscopeError('parameter/invalid', `scale must be a number above 0, not ${rule}.`, { name: 'scale' });
  }
  if (y.every((v) => v === y[0])) return { of: () => Number.POSITIVE_INFINITY, moves: false };
  const scaleOf = rule === 'mad' ? robustScaleBy(y) : spreadAboutMean;
  const floor = FLOOR * (rule === 'mad' ? robustSpread(y) : spreadAboutMean(y));
  return { of: (residuals) => Math.max(scaleOf(residuals), floor), moves: true };
}

/** The robust scale of residuals of y (n). */
function robustScaleBy(y: Float64Array): (residuals: Float64Array) => number {
  const scratch = new Float64Array(y.length);
  const { centre, scale } = robustScale(y, scratch);
  if (scale > 0) return (residuals) => robustScale(residuals, scratch).scale;
  const others = Uint32Array.from(y.keys()).filter((i) => y[i] !== centre);
  return (residuals) => scaleOfDistances(Float64Array.from(others, (i) => Math.abs(residuals[i])));
}
