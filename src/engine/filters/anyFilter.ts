import type { Axis, FilterSpec } from '../contract/filter';
import type { Eigenvalues, FilterAxis, FilterFault, FilterParts, HeldNumber, NumberName, Zones } from './filter';
import { filterOf } from './table';

/**
 * The fraction that a filter keeps of each direction, g_i (docs/methods.md), and the fraction that it leaves, for
 * eigenvalues `mu` of K/n in descending order: 0 and 1 beyond the numerical rank. n is the number of rows: time and
 * steps count against n·mu, the eigenvalues of K.
 */
export function filterParts(filter: FilterSpec, mu: Float64Array, rank: number, n: number): FilterParts {
  const parts = { share: new Float64Array(mu.length), left: new Float64Array(mu.length).fill(1) };
  filterOf(filter).fill(filter, { mu, rank, n }, parts);
  return parts;
}

/** g alone. */
export function filterShares(filter: FilterSpec, mu: Float64Array, rank: number, n: number): Float64Array {
  return filterParts(filter, mu, rank, n).share;
}

/** 1 − g alone. */
export function filterRemainder(filter: FilterSpec, mu: Float64Array, rank: number, n: number): Float64Array {
  return filterParts(filter, mu, rank, n).left;
}

/** The ridge (per sample) that shrinks about as much; infinite when nothing is kept. */
export function equivalentLambda(filter: FilterSpec, mu: Float64Array, rank: number, n: number): number {
  return filterOf(filter).equivalentLambda(filter, { mu, rank, n });
}

/** The filter as ridge between two ends; undefined if it is of another form. */
export function zonesOf(filter: FilterSpec, rank: number): Zones | undefined {
  return filterOf(filter).zones?.(filter, rank);
}

/**
 * The same at each value of an axis that moves only the ends; undefined along any other axis, and for other filters.
 * Running sums over the directions then serve all values.
 */
export function zonesAlong(
  filter: FilterSpec,
  axis: Axis,
  values: Float64Array,
  rank: number,
): readonly Zones[] | undefined {
  if (axis === 'lambda' || zonesOf(filter, rank) === undefined) return undefined;
  return Array.from(values, (value) => zonesOf(filterAt(filter, axis, value), rank)).filter((at) => at !== undefined);
}

/** True if leave-one-out and fold errors without refits equal those of refits, here and at all values of these axes. */
export function isExact(filter: FilterSpec, rank: number, axes: readonly Axis[] = []): boolean {
  return filterOf(filter).exact?.(filter, rank, axes) ?? false;
}

/** Why a filter cannot be used on a kernel; undefined when it can. */
export function filterFault(filter: FilterSpec, eigenvalues: Eigenvalues): FilterFault | undefined {
  return filterOf(filter).fault?.(filter, eigenvalues);
}

/** The same penalty, time or steps on `ratio` times fewer rows. */
export function inFold(filter: FilterSpec, ratio: number): FilterSpec {
  return filterOf(filter).inFold(filter, ratio);
}

/** The numbers of a filter that no slider moves, with their titles. */
export function heldNumbers(
  filter: FilterSpec,
): (HeldNumber & { readonly name: NumberName; readonly value: number })[] {
  const values = filterNumbers(filter);
  const held = Object.entries(filterOf(filter).held) as [NumberName, HeldNumber][];
  return held.flatMap(([name, number]) => {
    const value = values[name];
    return value === undefined ? [] : [{ ...number, name, value }];
  });
}

/** The numbers of a filter by name. */
export function filterNumbers({ kind: _, ...numbers }: FilterSpec): Readonly<Partial<Record<NumberName, number>>> {
  return numbers;
}

export function axisValue(filter: FilterSpec, axis: Axis): number {
  axisOf(filter, axis);
  return (filter as FilterSpec & Readonly<Record<Axis, number>>)[axis];
}

/** The filter with one number replaced, and with it those that have to follow. */
export function filterAt(filter: FilterSpec, axis: Axis, value: number): FilterSpec {
  axisOf(filter, axis);
  return filterOf(filter).withValue?.(filter, axis, value) ?? { ...filter, [axis]: value };
}

/** The same under a slider of a method that moves these axes. */
export function filterUnderSlider(filter: FilterSpec, axis: Axis, value: number, axes: readonly Axis[]): FilterSpec {
  axisOf(filter, axis);
  return filterOf(filter).underSlider?.(filter, axis, value, axes) ?? filterAt(filter, axis, value);
}

/** The values of an axis that leave the filter's other numbers unchanged. */
export function allowedValues(filter: FilterSpec, axis: Axis, values: Float64Array): Float64Array {
  const { allows } = filterOf(filter);
  return allows ? values.filter((value) => allows(filter, axis, value)) : values;
}

/** Throws if the filter has no such axis. */
export function axisOf(filter: FilterSpec, axis: Axis): FilterAxis {
  const axes: Partial<Readonly<Record<Axis, FilterAxis>>> = filterOf(filter).axes;
  const filterAxis = axes[axis];
  if (filterAxis === undefined)
    throw new RangeError(`a filter without such an axis: ${JSON.stringify({ axis, filter })}`);
  return filterAxis;
}

/** A filter of which one parameter takes each of the values, ascending, the others being held. */
export interface FilterPath {
  readonly filter: FilterSpec;
  readonly axis: Axis;
  readonly values: Float64Array;
}
