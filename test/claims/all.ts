import { simulations as fits } from './fits';
import type { Simulation } from './simulation';

/** Every simulation that claims are measured in. */
export const SIMULATIONS: readonly Simulation[] = [...fits];
