import type { Note } from '../contract/note';
import { createEmbedded } from '../linalg/core/embedded';
import type { LinearAlgebra } from '../linalg/linalg';
import { spareMemory } from './memory';

/** Chooses the linear algebra by the number of rows; nothing is started or loaded before the first choice. */
export type Chooser = (rows: number) => ChosenAlgebra;

/** The core that is always there. A faster one replaces it here, and nowhere else. */
const embeddedCore = (threads?: number): LinearAlgebra => createEmbedded({ spare: spareMemory, threads });

/** The same on one thread, to hold others against. */
export const onOneThread = (): LinearAlgebra => embeddedCore(1);

/** The core that all engines of this process share, because each core starts threads. */
let chosen: ChosenAlgebra | undefined;

export function embeddedAlone(): Chooser {
  return () => {
    chosen ??= { linalg: embeddedCore(), notes: () => [] };
    return chosen;
  };
}

export interface ChosenAlgebra {
  readonly linalg: LinearAlgebra;
  /** Notes about the choice for a person: asked for once for every fit, whose notes they join. */
  readonly notes: () => readonly Note[];
}
