import type { FIT_RECORD, SOLVED_TARGET } from './model.schema';
import type { Of } from './schema';

/** Of one target the numbers that it was solved with. */
export interface SolvedTarget extends Of<typeof SOLVED_TARGET> {}

/** How a model was fitted, as far as it takes to fit it again elsewhere; predictions need none of it. */
export interface FitRecord extends Of<typeof FIT_RECORD> {}
