import type { LinearAlgebra } from './linalg';
import { reference } from './reference';

/** The linear algebra in use. A faster core replaces it here, and nowhere else. */
export const linearAlgebra: LinearAlgebra = reference;
