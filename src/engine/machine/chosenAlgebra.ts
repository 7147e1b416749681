import type { Note } from '../contract/note';
import type { LinearAlgebra } from '../linalg/linalg';

export interface ChosenAlgebra {
  readonly linalg: LinearAlgebra;
  /** What a person should know of the choice: stands with the notes of every fit. */
  readonly notes: readonly Note[];
}
