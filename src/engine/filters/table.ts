import type { FilterSpec } from '../contract/filter';
import { descent } from './descent';
import type { Filter, FilterKind, NumberName, SpecOf } from './filter';
import { flow } from './flow';
import type { FilterNumber, HeldNumber } from './numbers';
import { zones } from './zones';

/** Every filter there is. */
export const FILTERS: { readonly [K in FilterKind]: Filter<SpecOf<K>> } = { zones, flow, descent };

export const filterOf = ({ kind }: Pick<FilterSpec, 'kind'>): Filter => FILTERS[kind];

/** The numbers of a filter by name, in order. */
export function numbersOf(filter: Pick<FilterSpec, 'kind'>): (readonly [NumberName, FilterNumber | HeldNumber])[] {
  return Object.entries(filterOf(filter).numbers) as (readonly [NumberName, FilterNumber | HeldNumber])[];
}

/** The names of the numbers of all filters. */
export const NUMBER_NAMES: readonly NumberName[] = [
  ...new Set(Object.values(FILTERS).flatMap(({ numbers }) => Object.keys(numbers) as NumberName[])),
];
