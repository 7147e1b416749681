import { currentRun, damagedRun } from '../../doors/runs/summary';
import type { StoredRun } from '../../engine/contract/storedRun';

/**
 * What was unpacked, when all that the page draws of it has its shape: members, kinds and lengths of arrays, places in them. Throws
 * `run/unreadable`, with the path of the first member that is not as it should be.
 */
export async function wholeRun(unpacked: unknown): Promise<StoredRun> {
  const run = currentRun(unpacked);
  const { runFault } = await import('./runFault');
  const fault = runFault(run);
  if (fault !== undefined) throw damagedRun(fault);
  return run;
}
