import type { Paces } from '../../engine/contract/pace';
import { paceOf, pacesWith } from '../../engine/statistics/pace';
import { MEMENTO } from '../ids';
import type { Keep } from '../remembered';

/** Seconds. Shorter fits are mostly constant costs, and say nothing about long ones. */
const TOLD = 0.5;

/** The pace of fits on this machine relative to their estimates, stored across sessions and workspaces. */
export class LearntPaces {
  /**
   * The file fitted last: its table and decompositions may still be in memory, so that another fit of it takes less
   * time.
   */
  private last: string | undefined;

  constructor(private readonly keep: Keep) {}

  get(): Paces {
    return this.keep.get<Paces>(MEMENTO.paces, {});
  }

  /** Learns from a fit of `origin` that was estimated to take `promised` seconds and took `taken`. Never throws. */
  async learn(origin: string, family: keyof Paces, promised: number, taken: number): Promise<void> {
    const again = origin === this.last;
    this.last = origin;
    if (again || promised < TOLD || taken < TOLD) return;
    const paces = this.get();
    const estimated = promised / paceOf(paces, family).factor;
    try {
      await this.keep.update(MEMENTO.paces, pacesWith(paces, family, estimated, taken));
    } catch {
      // It can be learnt from a later fit.
    }
  }
}
