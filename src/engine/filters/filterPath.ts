import type { Axis, FilterSpec } from '../contract/filter';

/** A filter of which one parameter takes each of the values, ascending, the others being held. */
export interface FilterPath {
  readonly filter: FilterSpec;
  readonly axis: Axis;
  readonly values: Float64Array;
}
