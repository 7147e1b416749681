import type { Axis, FilterSpec } from '../../engine/contract/filter';
import { filterAt } from '../../engine/filters/anyFilter';
import { isCount } from '../words/filterWords';

/**
 * The filter after a slider moved, or after a click into a map, which may fall between two counts. With λ between k and r at
 * least one direction stays between them: at k = r the filter would be a cut-off, where r moves k along.
 */
export function moveFilter(axes: readonly Axis[], filter: FilterSpec, axis: Axis, at: number): FilterSpec {
  const value = isCount(axis) ? Math.round(at) : at;
  if (filter.kind !== 'zones' || !axes.includes('lambda')) return filterAt(filter, axis, value);
  if (axis === 'k') return { ...filter, k: value, r: Math.max(filter.r, value + 1) };
  if (axis === 'r') return { ...filter, r: Math.max(1, value), k: Math.min(filter.k, Math.max(0, value - 1)) };
  return { ...filter, lambda: value };
}
