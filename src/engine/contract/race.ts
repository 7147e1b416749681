import type {
  APPROXIMATE_LANE,
  APPROXIMATES,
  LANE_ID,
  RACE,
  RACE_DIFFERENCE,
  RACE_HUBER,
  RACE_LANE,
  RACE_LOSS,
  RACE_NUMBER,
  RACED_KERNEL,
} from './race.schema';
import type { Of } from './schema';

/** Kernels that race, from smooth to rough. */
export type RacedKernel = Of<typeof RACED_KERNEL>;

/**
 * The mean of the training rows (their most common class, their median or quantile), the best single column by its levels' means, the
 * linear kernel, each kernel with one length scale for all columns, two of them with a scale for each column of the file, and the sum of kernels
 * over columns; landmarks, random features and Huber's fit with the kernel of the one chosen.
 */
export type LaneId = Of<typeof LANE_ID>;

export type ApproximateLane = Of<typeof APPROXIMATE_LANE>;

/** Candidates with the winner's kernel that are judged once it is known, and cannot be chosen. */
export const JOINS: ReadonlySet<LaneId> = new Set<LaneId>(['landmarks', 'features', 'leverage', 'huber']);

/** The kind of an error: a root mean square, a fraction of rows, a mean absolute error, or a mean quantile loss. */
export type RaceLoss = Of<typeof RACE_LOSS>;

/** A number with its uncertainty over the folds (docs/methods.md). */
export interface RaceNumber extends Of<typeof RACE_NUMBER> {}

/** The candidate's error minus that of the chosen one, on the same rows. */
export interface RaceDifference extends Of<typeof RACE_DIFFERENCE> {}

/** The fraction of an error by which another must be lower to be mentioned: smaller differences may be rounding. */
const WORTHWHILE = 0.01;

/** True if the error is lower by more than one standard error, and by at least 1 %. */
export const isWorthwhile = ({ value, standardError, share }: RaceDifference): boolean =>
  value < -standardError && share <= -WORTHWHILE;

/**
 * Huber's fit beside the ridge fit of the chosen kernel, by absolute errors: a few outliers decide squared ones. Targets further than ten robust scales
 * from a first robust fit count as that far.
 */
export interface RaceHuber extends Of<typeof RACE_HUBER> {}

export interface Approximates extends Of<typeof APPROXIMATES> {}

/**
 * One candidate: first all wait, then they are judged side by side, fold by fold; those that cannot win any more are stopped, and those that still
 * ran when the person ended the race are halted.
 */
export interface RaceLane extends Of<typeof RACE_LANE> {}

/** Candidates compared on the same folds of the training rows. Errors are in units of the target. */
export interface Race extends Of<typeof RACE> {}

/** True for a candidate that joined unasked and failed: there is nothing to report about it. */
export const isLeftOut = ({ id, state }: Pick<RaceLane, 'id' | 'state'>): boolean =>
  JOINS.has(id) && state === 'failed';

/**
 * The error at which a candidate stands: for one judged on fewer folds, as far from that of the chosen one as on the
 * folds that both were judged on.
 */
export function standsAt({ lanes, chosen, loss }: Race, { error, difference }: RaceLane): number | undefined {
  const own = lanes.find(({ id }) => id === chosen)?.error;
  if (error || !own || !difference) return error?.value;
  return Math.min(loss === 'misclassified' ? 1 : Number.POSITIVE_INFINITY, Math.max(0, own.value + difference.value));
}

/** True if the choice is still open: not made, the race not ended by the person, and not every candidate with a kernel failed or stopped. */
export const goesOn = ({ chosen, endedAfter, lanes }: Race): boolean =>
  chosen === undefined &&
  endedAfter === undefined &&
  lanes.some(({ id, state }) => id !== 'mean' && id !== 'column' && state !== 'failed' && state !== 'stopped');
