import type { FilterSpec } from '../../engine/contract/filter';
import type { RunResult } from '../../engine/contract/run';
import { axisValue } from '../../engine/filters/anyFilter';
import { moveFilter } from '../../figures/view/moveFilter';

/** A remembered filter put onto a run: what its sliders move comes from there, the rest from the fit; another kind is forgotten. */
export function fittingFilter(run: RunResult, remembered: FilterSpec | undefined): FilterSpec {
  if (remembered === undefined || remembered.kind !== run.filter.kind) return run.filter;
  return run.axes.reduce((filter, axis) => {
    const value = axisValue(remembered, axis);
    return value >= 0 && Number.isFinite(value) ? moveFilter(run.axes, filter, axis, value) : filter;
  }, run.filter);
}

/** A remembered point on the path of a robust fit; the fitted one where the path has none there. Undefined for other fits. */
export function fittingPoint(
  { robust }: Pick<RunResult, 'robust'>,
  remembered: number | undefined,
): number | undefined {
  if (robust === undefined) return undefined;
  const inside = remembered !== undefined && robust.path.values[remembered] !== undefined;
  return inside ? remembered : robust.at;
}
