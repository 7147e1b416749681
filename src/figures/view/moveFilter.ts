import type { Axis, FilterSpec } from '../../engine/contract/filter';
import { filterUnderSlider } from '../../engine/filters/anyFilter';
import { isCount } from '../words/filterWords';

/** The filter after a slider moved, or after a click into a map, which may fall between two counts. */
export function moveFilter(axes: readonly Axis[], filter: FilterSpec, axis: Axis, at: number): FilterSpec {
  return filterUnderSlider(filter, axis, isCount(axis) ? Math.round(at) : at, axes);
}
