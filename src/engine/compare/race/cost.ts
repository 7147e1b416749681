import { ENGINE, RATE, SHARED } from '../../fit/estimate';
import type { FitCost } from '../../fit/method';
import { AGAIN_ROWS } from '../../search/foldTrial';
import { RACE_ROWS, REFINED_ROWS, RIDGE_ROWS, TUNED_ROWS } from './race';

/** Candidates times folds, as many as are judged on most files: what cannot win is stopped early. */
const JUDGED = 55;
/** Evaluations of the likelihood with its gradient, before the folds, in each of them, and for the winner; each of 4n³ operations. */
const FIRST = 100;
const AGAIN = 4;
const REFINEMENTS = 12;
const GRADIENT = 4;
/** Leave-one-out errors by which ridges are chosen, each of n³. */
const RIDGES = 32;
/** Of each thread, beside its matrices. */
const THREAD = 20e6;

/** What a race takes that comes before a fit of n rows and d encoded columns, with the embedded core on so many threads. */
export function raceCost(n: number, d: number, threads: number): Pick<FitCost, 'bytes' | 'seconds'> {
  const cube = (rows: number) => Math.min(n, rows) ** 3 + Math.min(n, rows) ** 2 * (d + 15);
  const judging = JUDGED * (0.3 * cube(RACE_ROWS));
  const tuning = GRADIENT * (FIRST * cube(TUNED_ROWS) + AGAIN * JUDGED * cube(0.9 * AGAIN_ROWS));
  const refining = n > TUNED_ROWS ? GRADIENT * REFINEMENTS * cube(REFINED_ROWS) : 0;
  const operations = judging + tuning + RIDGES * cube(RIDGE_ROWS) + refining;
  const bytes = ENGINE + threads * (8 * 3.5 * Math.min(n, RACE_ROWS) ** 2 + THREAD);
  return { bytes, seconds: 0.1 + operations / (RATE * (1 + SHARED * (threads - 1))) };
}
