import { type Fields, isRecord, isText } from '../../engine/contract/shape';
import { MEMENTO } from '../ids';
import type { Keep } from '../remembered';

/** The longest name a person may give a run. */
const LONGEST = 80;

/**
 * The person's marks on runs: names, and the run of a group that others are compared with. Stored with the workspace.
 */
export class RunMarks {
  constructor(private readonly keep: Keep) {}

  readonly nameOf = (id: string): string | undefined => this.textIn('names', id);

  /** Names a run; an empty name restores the run's own. */
  async rename(id: string, name: string): Promise<void> {
    await this.set('names', id, name.trim().slice(0, LONGEST));
  }

  baselineOf(group: string): string | undefined {
    return this.textIn('baselines', group);
  }

  /** Pins a run of a group; '' pins none. */
  async pin(group: string, id: string): Promise<void> {
    await this.set('baselines', group, id);
  }

  /** Forgets the marks on runs that no longer exist. */
  async prune(ids: ReadonlySet<string>): Promise<void> {
    const { names, baselines } = this.all();
    const kept = {
      names: Object.fromEntries(Object.entries(names).filter(([id]) => ids.has(id))),
      baselines: Object.fromEntries(Object.entries(baselines).filter(([, id]) => ids.has(String(id)))),
    };
    const size = (of: Fields) => Object.keys(of).length;
    if (size(kept.names) < size(names) || size(kept.baselines) < size(baselines))
      await this.keep.update(MEMENTO.runMarks, kept);
  }

  private textIn(kind: 'names' | 'baselines', key: string): string | undefined {
    const all = this.all()[kind];
    const found = Object.hasOwn(all, key) ? all[key] : undefined;
    return isText(found) && found !== '' ? found : undefined;
  }

  private async set(kind: 'names' | 'baselines', key: string, value: string): Promise<void> {
    const all = this.all();
    const { [key]: _, ...others } = all[kind];
    await this.keep.update(MEMENTO.runMarks, { ...all, [kind]: { ...others, ...(value !== '' && { [key]: value }) } });
  }

  private all(): { readonly names: Fields; readonly baselines: Fields } {
    const { names, baselines } = this.keep.get<Fields>(MEMENTO.runMarks, {});
    return { names: isRecord(names) ? names : {}, baselines: isRecord(baselines) ? baselines : {} };
  }
}
