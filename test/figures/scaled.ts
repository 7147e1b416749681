import type { FilterSpec } from '../../src/engine/contract/filter';
import type { RunResult } from '../../src/engine/contract/run';
import { axisValue, filterAt } from '../../src/engine/filters/anyFilter';
import { AXES, isAxis } from '../../src/engine/filters/axes';
import { filterOf } from '../../src/engine/filters/table';

/** The fitted filter with more or less of it: lambda, time or steps times a factor. */
export function scaled({ filter }: Pick<RunResult, 'filter'>, factor: number): FilterSpec {
  const [axis] = Object.keys(filterOf(filter).axes).filter(isAxis);
  const value = axisValue(filter, axis) * factor;
  return filterAt(filter, axis, AXES[axis].integer ? Math.max(1, Math.round(value)) : value);
}
