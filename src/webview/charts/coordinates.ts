import type { AxisSpec } from '../../engine/contract/figure';

/**
 * Where a value lies on a linear axis of chart.js. Log axes are linear axes over log10: on chart.js's own, one value that
 * is not positive silently collapses the range. Here such a value is NaN, a gap.
 */
export function toAxis(axis: AxisSpec, value: number): number {
  if (axis.scale === 'linear') return value;
  return value > 0 ? Math.log10(value) : Number.NaN;
}

export function fromAxis(axis: AxisSpec, position: number): number {
  return axis.scale === 'linear' ? position : 10 ** position;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}
