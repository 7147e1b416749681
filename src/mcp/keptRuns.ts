import type { KeptRun } from '../doors/house';
import { KernelscopeError } from '../engine/contract/failure';
import type { AnyRun } from '../engine/contract/run';
import { transferables } from '../engine/contract/transferables';

/** The most fits that are stored, and the most bytes for all of them; the newest is stored however large it is. */
export const KEPT = { runs: 16, bytes: 512e6 };

/** The fits of a session, in memory only: the oldest are dropped when there are too many. */
export class KeptRuns {
  private readonly runs = new Map<string, { readonly run: AnyRun; readonly bytes: number }>();
  private made = 0;

  /** Stores a run, and returns it with the id by which it is known from now on. */
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

  /** The run with this id, or the newest if no id is given. Throws `run/unreadable`. */
  get(id: string | undefined): KeptRun {
    const known = [...this.runs.keys()];
    const asked = id ?? known.at(-1);
    const kept = asked === undefined ? undefined : this.runs.get(asked);
    if (asked !== undefined && kept) return keptAs(asked, kept.run);
    const there = known.length === 0 ? 'None is kept yet: fit a file first.' : `Known: ${known.join(', ')}.`;
    throw new KernelscopeError('run/unreadable', id === undefined ? there : `There is no model ${id}. ${there}`);
  }
}

/** The file's path or name, as it was given for the fit. */
export const pathOfRun = ({ request: { source } }: AnyRun): string =>
  source.kind === 'path' ? source.path : source.name;

const keptAs = (id: string, run: AnyRun): KeptRun => ({
  id,
  run,
  file: pathOfRun(run),
  where: `Kept in memory as ${id} while the server runs, with at most ${KEPT.runs} others`,
});
