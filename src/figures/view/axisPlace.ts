import type { AxisSpec } from '../../engine/contract/figure';

/**
 * Where a value lies along an axis, before pixels: the value itself, or log10 of it. A logarithmic axis whose domain begins at 0
 * (a count such as k) is one of log10(1 + value), so that 0 has a place on it. NaN for what has none.
 */
export function placeOn(axis: AxisSpec, value: number): number {
  if (axis.scale === 'linear') return value;
  if (axis.domain[0] === 0) return value >= 0 ? Math.log10(1 + value) : Number.NaN;
  return value > 0 ? Math.log10(value) : Number.NaN;
}

export function valueAt(axis: AxisSpec, place: number): number {
  if (axis.scale === 'linear') return place;
  return axis.domain[0] === 0 ? 10 ** place - 1 : 10 ** place;
}
