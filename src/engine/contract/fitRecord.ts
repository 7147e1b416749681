import type { FIT_RECORD, SOLVED_TARGET } from './model.schema';
import type { Of } from './schema';

/** The numbers that one target was solved with. */
export interface SolvedTarget extends Of<typeof SOLVED_TARGET> {}

/** How a model was fitted, as far as it is needed to fit it again elsewhere; predictions do not use it. */
export interface FitRecord extends Of<typeof FIT_RECORD> {}
