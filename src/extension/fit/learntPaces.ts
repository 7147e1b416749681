import type { Paces } from '../../engine/contract/pace';
import { paceOf, pacesWith } from '../../engine/statistics/pace';
import { MEMENTO } from '../ids';
import type { Keep } from '../remembered';

/** Shorter fits are mostly constant costs, and say nothing of long ones. */
const TOLD = 0.5;

/** How long fits take on this machine beside what was estimated, kept over sessions and workspaces. */
export class LearntPaces {
  /** The file fitted last: its table and decompositions may still be at hand, so that another fit of it takes less. */
  private last: string | undefined;

  constructor(private readonly keep: Keep) {}

  get(): Paces {
    return this.keep.get<Paces>(MEMENTO.paces, {});
  }

  /** Learns from a fit of `origin` that was promised to take `promised` seconds and took `taken`. Never throws. */
  async learn(origin: string, family: keyof Paces, promised: number, taken: number): Promise<void> {
    const again = origin === this.last;
    this.last = origin;
    if (again || promised < TOLD || taken < TOLD) return;
    const paces = this.get();
    const estimated = promised / paceOf(paces, family).factor;
    try {
      await this.keep.update(MEMENTO.paces, pacesWith(paces, family, estimated, taken));
    } catch {
      // What is not learnt today is learnt tomorrow.
    }
  }
}
