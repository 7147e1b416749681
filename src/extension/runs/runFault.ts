import { isComponents, type RunResult, type StoredRun } from '../../engine/contract/run';
import { COMPONENTS_FIT, FIT, RUN_RECORD, TARGET_RESULT } from '../../engine/contract/run.schema';
import { filterOf } from '../../engine/filters/table';

/**
 * The path of the first member that the page cannot draw: of another kind, or with a length or an index that does not
 * agree with others.
 */
export function runFault(run: StoredRun): string | undefined {
  const parts = isComponents(run) ? [RUN_RECORD, COMPONENTS_FIT] : [RUN_RECORD, TARGET_RESULT, FIT];
  for (const part of parts) {
    const fault = part.fault(run, '');
    if (fault !== undefined) return fault || 'robust';
  }
  return isComponents(run) || slides(run) ? undefined : 'axes';
}

/** True if there is an axis with a slider, and every axis belongs to each target's filter and has a path there. */
const slides = ({ axes, others, ...first }: RunResult): boolean =>
  axes.length > 0 &&
  [first, ...others].every(({ filter, paths }) =>
    axes.every((axis) => axis in filterOf(filter).axes && paths.some((path) => path.axis === axis)),
  );
