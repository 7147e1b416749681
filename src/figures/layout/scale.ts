import type { AxisSpec } from '../../engine/contract/figure';
import { placeOn } from '../view/axisPlace';

/** Data to pixels along one axis; NaN where a value has no place (not finite, or not positive on a logarithmic axis). */
export type Scale = (value: number) => number;

export function scaleOf(axis: AxisSpec, from: number, to: number): Scale {
  const low = placeOn(axis, axis.domain[0]);
  const high = placeOn(axis, axis.domain[1]);
  const factor = (to - from) / (high - low);
  return (value) => from + (placeOn(axis, value) - low) * factor;
}

/** The plot's rectangle in pixels and its scales. */
export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: Scale;
  readonly y: Scale;
}

export function insideX(plot: Plot, x: number): boolean {
  return x >= plot.left - 1 && x <= plot.right + 1;
}

export function insideY(plot: Plot, y: number): boolean {
  return y >= plot.top - 1 && y <= plot.bottom + 1;
}
