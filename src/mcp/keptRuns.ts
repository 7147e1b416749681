import type { KeptRun } from '../doors/house';
import { KernelscopeError } from '../engine/contract/failure';
import type { AnyRun } from '../engine/contract/run';
import { transferables } from '../engine/contract/transferables';

/** Fits that are kept at most, and the bytes that they may take together; the newest is kept however large it is. */
export const KEPT = { runs: 16, bytes: 512e6 };

/** The fits of a session, in memory alone: the oldest leave when there are too many. */
export class KeptRuns {
  private readonly runs = new Map<string, { readonly run: AnyRun; readonly bytes: number }>();
  private made = 0;

  /** With the id that it is known by from now on. */
  add(run: AnyRun): KeptRun {
    const id = `model-${++this.made}`;
    const bytes = transferables(run).reduce((sum, { byteLength }) => sum + byteLength, 0);
    this.runs.set(id, { run, bytes });
    for (const oldest of this.runs.keys()) {
      const total = [...this.runs.values()].reduce((sum, kept) => sum + kept.bytes, 0);
      if (this.runs.size === 1 || (this.runs.size <= KEPT.runs && total <= KEPT.bytes)) break;
      this.runs.delete(oldest);
    }
    return keptAs(id, run);
  }

  /** The newest where no id is given. Throws `run/unreadable`. */
  get(id: string | undefined): KeptRun {
    const known = [...this.runs.keys()];
    const asked = id ?? known.at(-1);
    const kept = asked === undefined ? undefined : this.runs.get(asked);
    if (asked !== undefined && kept) return keptAs(asked, kept.run);
    const there = known.length === 0 ? 'None is kept yet: fit a file first.' : `There are ${known.join(', ')}.`;
    throw new KernelscopeError('run/unreadable', id === undefined ? there : `There is no model ${id}. ${there}`);
  }
}

/** As it was named for the fit. */
export const fileOf = ({ request: { source } }: AnyRun): string => (source.kind === 'path' ? source.path : source.name);

const keptAs = (id: string, run: AnyRun): KeptRun => ({
  id,
  run,
  file: fileOf(run),
  where: `Kept in memory as ${id} while the server runs, with at most ${KEPT.runs} others`,
});
