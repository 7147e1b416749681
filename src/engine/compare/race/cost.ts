import { ENGINE, RATE, SHARED } from '../../fit/estimate';
import type { FitCost } from '../../fit/method';
import { AGAIN, AGAIN_ROWS, LANDMARKS_AGAIN, LARGE_ROWS, MOST_RACED_ROWS, RACED_FEATURES } from './candidates';
import { FINER, FINER_ROWS, REFINED_ROWS } from './finish';
import { RIDGE_ROWS, TUNED_ROWS } from './race';
import { RACE_ROWS } from './racedRows';

/** Fits that predict a fold: candidates times folds, of which some are stopped early on most files. */
const JUDGED = 80;
/** The folds of Huber's fit, each as long as two of these: it joins on some files, which is not known before. */
const HUBER = 20;
/** Landmarks and random features of the winner: they join if there are many rows. */
const APPROXIMATE = 2;
/** Evaluations of a likelihood with its gradient, each of 3n³ operations: of common scales, outside the folds, and of the winner. */
const GRADIENT = 3;
const FIRST = 60;
const OUTSIDE = 350;
const REFINEMENTS = 12;
/** Leave-one-out errors by which ridges are chosen, each of n³ operations. */
const RIDGES = 25;
/** Memory of a thread in addition to its matrices, in bytes. */
const THREAD = 20e6;
/** Blocks of features and their sums. */
const LEARNING = 80e6;

/** The cost of a race on n rows of d encoded columns, with the embedded core on this many threads. */
export function raceCost(n: number, d: number, threads: number): FitCost {
  const cube = (rows: number) => Math.min(n, rows) ** 3 + Math.min(n, rows) ** 2 * (d + 15);
  const judging = 0.2 * (JUDGED + HUBER) * cube(RACE_ROWS);
  const tuning = GRADIENT * (FIRST * cube(TUNED_ROWS) + OUTSIDE * 0.8 ** 3 * cube(TUNED_ROWS));
  const refining = (n < AGAIN_ROWS ? 1 : AGAIN) * GRADIENT * REFINEMENTS * cube(REFINED_ROWS);
  const learntWith = (count: number) => Math.min(n, MOST_RACED_ROWS) * count * (count + 2 * d + 40);
  const again = n < AGAIN_ROWS ? 0 : AGAIN * learntWith(LANDMARKS_AGAIN);
  const approximate = n < LARGE_ROWS ? 0 : APPROXIMATE * learntWith(RACED_FEATURES);
  const finer = n < LARGE_ROWS ? 0 : GRADIENT * FINER * cube(FINER_ROWS);
  const operations = approximate + again + judging + tuning + RIDGES * cube(RIDGE_ROWS) + refining + finer;
  const coreBytes = 8 * 3.5 * Math.min(n, RACE_ROWS) ** 2;
  const bytes = ENGINE + threads * (coreBytes + THREAD) + (n < AGAIN_ROWS ? 0 : LEARNING);
  return { bytes, coreBytes, seconds: 0.1 + operations / (RATE * (1 + SHARED * (threads - 1))) };
}
