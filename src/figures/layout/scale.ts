import type { AxisSpec } from '../../engine/contract/figure';

/** Values to pixels along one axis, and back. */
export interface Scale {
  /** NaN where a value has no place: not finite, or not positive on a logarithmic axis. */
  readonly pixel: (value: number) => number;
  readonly value: (pixel: number) => number;
}

/** The axis's domain from one pixel to another. */
export function scaleOf(axis: AxisSpec, from: number, to: number): Scale {
  const low = placeOn(axis, axis.domain[0]);
  const factor = (to - from) / (placeOn(axis, axis.domain[1]) - low || 1);
  return {
    pixel: (value) => from + (placeOn(axis, value) - low) * factor,
    value: (pixel) => valueAt(axis, low + (pixel - from) / factor),
  };
}

/**
 * The place of a value along an axis, before pixels: the value itself, or log10 of it. A logarithmic axis whose domain
 * begins at 0 (a count such as k) is one of log10(1 + value), so that 0 has a place on it. NaN for values without a
 * place.
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
