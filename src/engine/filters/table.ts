import type { FilterSpec } from '../contract/filter';
import { descent } from './descent';
import type { Filter, FilterKind, NumberName, SpecOf } from './filter';
import { flow } from './flow';
import { zones } from './zones';

/** Every filter there is. */
export const FILTERS: { readonly [K in FilterKind]: Filter<SpecOf<K>> } = { zones, flow, descent };

export const filterOf = ({ kind }: Pick<FilterSpec, 'kind'>): Filter => FILTERS[kind];

/** The names of a filter's numbers: first those that sliders move. */
export const numberNames = ({ kind }: Pick<FilterSpec, 'kind'>): NumberName[] =>
  Object.keys({ ...FILTERS[kind].axes, ...FILTERS[kind].held }) as NumberName[];

/** The names of the numbers of all filters. */
export const NUMBER_NAMES: readonly NumberName[] = [
  ...new Set((Object.keys(FILTERS) as FilterKind[]).flatMap((kind) => numberNames({ kind }))),
];
