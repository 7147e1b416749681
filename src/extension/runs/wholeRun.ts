import { currentRun, damagedRun } from '../../doors/runs/summary';
import { isComponents, type RunResult } from '../../engine/contract/run';
import { COMPONENTS_FIT, FIT, RUN_RECORD, TARGET_RESULT } from '../../engine/contract/run.schema';
import type { StoredRun } from '../../engine/contract/storedRun';
import { filterOf } from '../../engine/filters/table';

/**
 * What was unpacked, when all that the page draws of it has its shape: members, kinds and lengths of arrays, places in them. Throws
 * `run/unreadable`, with the path of the first member that is not as it should be.
 */
export function wholeRun(unpacked: unknown): StoredRun {
  const run = currentRun(unpacked);
  const fault = runFault(run);
  if (fault !== undefined) throw damagedRun(fault);
  return run;
}

function runFault(run: StoredRun): string | undefined {
  const parts = isComponents(run) ? [RUN_RECORD, COMPONENTS_FIT] : [RUN_RECORD, TARGET_RESULT, FIT];
  for (const part of parts) {
    const fault = part.fault(run, '');
    if (fault !== undefined) return fault || 'targets';
  }
  return isComponents(run) || slides(run) ? undefined : 'axes';
}

/** Whether there is an axis to slide along, and each is one of every target's filter and has a path there. */
const slides = ({ axes, others, ...first }: RunResult): boolean =>
  axes.length > 0 &&
  [first, ...others].every(({ filter, paths }) =>
    axes.every((axis) => axis in filterOf(filter).axes && paths.some((path) => path.axis === axis)),
  );
