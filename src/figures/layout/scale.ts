import type { AxisSpec } from '../../engine/contract/figure';
import { placeOn, valueAt } from '../view/axisPlace';

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
