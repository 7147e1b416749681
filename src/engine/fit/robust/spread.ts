import { robustScale } from '../../statistics/robustScale';

/** The target's robust standard deviation; its plain one where more than half of the values are equal; never 0 for a target that varies. */
export function spreadOf(y: Float64Array): number {
  const { scale } = robustScale(y);
  if (scale > 0) return scale;
  const mean = y.reduce((sum, v) => sum + v, 0) / y.length;
  return Math.sqrt(y.reduce((sum, v) => sum + (v - mean) ** 2, 0) / y.length) || 1;
}
