import type { Note } from '../contract/note';
import type { LinearAlgebra } from '../linalg/linalg';

export interface ChosenAlgebra {
  readonly linalg: LinearAlgebra;
  /** What a person should know of the choice: asked once for every fit, with whose notes it stands. */
  readonly notes: () => readonly Note[];
}
