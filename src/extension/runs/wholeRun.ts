import { currentRun, damagedRun } from '../../doors/runs/summary';
import type { StoredRun } from '../../engine/contract/run';

/**
 * The unpacked run, if all parts that the page draws are well-formed: members, kinds and lengths of arrays, indices
 * into them. Throws `run/unreadable`, with the path of the first invalid member.
 */
export async function wholeRun(unpacked: unknown): Promise<StoredRun> {
  const run = currentRun(unpacked);
  const { runFault } = await import('./runFault');
  const fault = runFault(run);
  if (fault !== undefined) throw damagedRun(fault);
  return run;
}
