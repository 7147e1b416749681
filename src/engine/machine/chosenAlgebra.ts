import type { Note } from '../contract/note';
import type { LinearAlgebra } from '../linalg/linalg';

export interface ChosenAlgebra {
  readonly linalg: LinearAlgebra;
  /** Notes about the choice for a person: asked for once for every fit, whose notes they join. */
  readonly notes: () => readonly Note[];
}
