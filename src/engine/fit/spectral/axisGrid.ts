import type { Axis, FilterSpec } from '../../contract/filter';
import { axisOf } from '../../filters/anyFilter';
import type { GridRange } from '../../filters/filter';

/** Lambdas of the usual range in steps of a quarter of a decade: enough to compare length scales by. */
export function coarseLambdaGrid(scale = 1): Float64Array {
  return Float64Array.from({ length: 41 }, (_, i) => scale * 10 ** (i / 4 - 10));
}

/** Values tried along an axis of the filter, ascending; about 100 of them. */
export function axisGrid(axis: Axis, filter: FilterSpec, range: GridRange): Float64Array {
  return axisOf(filter, axis).grid(filter, range);
}

/** A coarser grid, for several axes at once. */
export function surfaceGrid(axis: Axis, filter: FilterSpec, range: GridRange, axes: number): Float64Array {
  const { grid, coarse } = axisOf(filter, axis);
  if (coarse) return coarse(range, axes);
  const step = axes > 2 ? 4 : 2;
  return grid(filter, range).filter((_, i) => i % step === 0);
}

/** The values with one more in order, unless it is already there. */
export function including(values: Float64Array, value: number): Float64Array {
  if (values.some((v) => Math.abs(v - value) <= 1e-12 * Math.abs(value))) return values;
  return Float64Array.of(...values, value).sort();
}
