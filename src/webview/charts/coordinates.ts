import type { AxisSpec } from '../../engine/contract/figure';
import { placeOn, valueAt } from '../../figures/view/axisPlace';

/**
 * Where a value lies on a linear axis of chart.js. Log axes are linear axes over log10: on chart.js's own, one value that
 * is not positive silently collapses the range. Here such a value is NaN, a gap.
 */
export const toAxis: (axis: AxisSpec, value: number) => number = placeOn;
export const fromAxis: (axis: AxisSpec, position: number) => number = valueAt;

export interface Point {
  readonly x: number;
  readonly y: number;
}
