import type { PairedVerdict } from './pairedVerdict';
/** Kernels that race, from smooth to rough. */
export type RacedKernel = 'gaussian' | 'matern32' | 'laplace';

/**
 * The mean of the training rows (their most common class, their median or quantile), the best single column by its levels' means, the
 * linear kernel, each kernel with one length scale for all columns, two of them with a scale for each column of the file, and the sum of kernels
 * over columns; landmarks, random features and Huber's fit with the kernel of the one chosen.
 */
export type LaneId =
  | 'mean'
  | 'column'
  | 'line'
  | RacedKernel
  | 'gaussian-columns'
  | 'matern32-columns'
  | 'sum'
  | 'landmarks'
  | 'features'
  | 'huber';

export type ApproximateLane = Extract<LaneId, 'landmarks' | 'features'>;

/** Candidates with the winner's kernel that are judged after it is known, and are not there to be chosen. */
export const JOINS: ReadonlySet<LaneId> = new Set<LaneId>(['landmarks', 'features', 'huber']);

/** What an error is: a root mean square, a share of rows, a mean absolute error, or a mean quantile loss. */
export type RaceLoss = 'squared' | 'misclassified' | 'absolute' | 'pinball';

/** A number with its uncertainty over the folds (docs/methods.md). */
export interface RaceNumber {
  readonly value: number;
  readonly standardError: number;
  /** 95 %. */
  readonly interval: readonly [number, number];
}

/** The lane's error less that of the chosen one, on the same rows. */
export interface RaceDifference extends RaceNumber {
  /** As a share of the chosen one's error, with its 95 % half-width. */
  readonly share: number;
  readonly shareHalfWidth: number;
  readonly verdict: PairedVerdict;
}

/** Share of an error by which another must be lower to be mentioned: smaller differences may be rounding. */
const WORTHWHILE = 0.01;

/** Lower by more than one standard error, and by 1 % at least. */
export const isWorthwhile = ({ value, standardError, share }: RaceDifference): boolean =>
  value < -standardError && share <= -WORTHWHILE;

/**
 * Huber's fit beside the ridge fit of the chosen kernel, by absolute errors: a few outliers decide squared ones. Targets further than ten robust scales
 * from a first robust fit count as that far.
 */
export interface RaceHuber {
  /** Whose kernel it has: the chosen one, or where outliers may have decided that, the one of lowest absolute error without them. */
  readonly lane: LaneId;
  /** Rows that Huber's fit, without them, misses by more than 3.5 robust scales. */
  readonly beyond: number;
  /** The first of them as rows of the data, from 1, the furthest first. */
  readonly rows: readonly number[];
  /** Targets that count as ten robust scales from a first robust fit, as they lie further out. */
  readonly drawnIn: number;
  readonly error: RaceNumber;
  /** Its error less that of the chosen one. */
  readonly difference: RaceDifference;
  /** Lower by more than one standard error, and by 1 % at least. */
  readonly lower: boolean;
}

export interface Approximates {
  readonly count: number;
  readonly rows: number;
  /** The run itself is fitted by them. */
  readonly fitted: boolean;
  /** Its error less that of the other of landmarks and random features, where both were judged; shares are of the other's. */
  readonly toOther?: RaceDifference;
}

/**
 * One candidate: first all wait, then they are judged side by side, fold by fold; those that cannot win any more are stopped, and those that still
 * ran when the person ended the race are halted.
 */
export interface RaceLane {
  readonly id: LaneId;
  /** "Matérn 3/2, one length scale per column" */
  readonly title: string;
  /** What a kernel has to beat. */
  readonly baseline: boolean;
  readonly state: 'waits' | 'running' | 'judged' | 'stopped' | 'halted' | 'failed';
  /** Folds judged so far. */
  readonly folds: number;
  /** Error on rows left out, over those folds. */
  readonly error?: RaceNumber;
  readonly difference?: RaceDifference;
  /**
   * One, or one for each of the race's columns; left out where there is none. Tuned on all rows of the race, or several of one that was not
   * chosen: the geometric mean of those tuned outside the folds.
   */
  readonly lengthScale?: readonly number[];
  /** Of a sum over columns in their place: the expression of its kernel. */
  readonly kernel?: string;
  /** Per sample of the race's rows. */
  readonly lambda?: number;
  /** Of the best single column: the one that was best in most folds. */
  readonly column?: string;
  /** Of landmarks and random features, how many there are and how many rows they learn from. */
  readonly approximates?: Approximates;
  /** Why it failed or was stopped, as a sentence. */
  readonly why?: string;
  /** Of computation, over all threads. */
  readonly seconds: number;
}

/** Candidates compared on the same folds of the training rows. Errors are in units of the target. */
export interface Race {
  readonly task: 'regress' | 'classify';
  readonly loss: RaceLoss;
  /** Of a quantile loss. */
  readonly taus?: readonly number[];
  /** What the method fits with in the kernel's place: as many stand in the place of the kernels that are judged. */
  readonly judgedWith?: { readonly kind: ApproximateLane; readonly count: number };
  readonly target: string;
  /** Rows of the race: all training rows, or a seeded sample of them. */
  readonly rows: number;
  readonly trainingRows: number;
  readonly folds: number;
  /**
   * By how much the mean loss of the chosen one is too low for having been chosen by it, as estimated: in units of the loss (of squared errors their mean). The upper
   * end of its interval counts it. Left out where it was not chosen by the lowest.
   */
  readonly optimism?: number;
  readonly seed: number;
  /** Columns of the file, in the order of length scales. */
  readonly columns: readonly string[];
  /** Baselines first, then from smooth to rough, then what joins with the winner's kernel; never sorted. */
  readonly lanes: readonly RaceLane[];
  /** While the race runs: undefined; and where every candidate failed, or none was judged before it was ended. */
  readonly chosen?: LaneId;
  /** The lane of lowest error of those that race; not always the one chosen. */
  readonly lowest?: LaneId;
  /** Where the errors of the chosen one have a heavy tail. */
  readonly huber?: RaceHuber;
  /** Where the person ended it: folds that the candidates left were judged on by then. */
  readonly endedAfter?: number;
  /** How the chosen one was chosen. */
  readonly rule: string;
  readonly seconds: number;
}

/** Whether the choice is still open: neither made, nor the race ended by the person, nor every candidate with a kernel failed or stopped. */
export const goesOn = ({ chosen, endedAfter, lanes }: Race): boolean =>
  chosen === undefined &&
  endedAfter === undefined &&
  lanes.some(({ id, state }) => id !== 'mean' && id !== 'column' && state !== 'failed' && state !== 'stopped');
