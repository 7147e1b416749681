import { PAIRED_VERDICTS, type PairedVerdict } from './pairedVerdict';
import {
  count,
  extended,
  flag,
  list,
  named,
  oneOf,
  optional,
  pair,
  real,
  type Schema,
  struct,
  such,
  text,
  texts,
} from './schema';

export const RACED_KERNEL = oneOf(['gaussian', 'matern32', 'laplace']);

export const APPROXIMATE_LANE = oneOf(['landmarks', 'features']);

export const LANE_ID = named(
  'laneId',
  oneOf([
    'mean',
    'column',
    'line',
    'gaussian',
    'matern32',
    'laplace',
    'gaussian-columns',
    'matern32-columns',
    'sum',
    'landmarks',
    'features',
    'huber',
  ]),
);

export const RACE_LOSS = oneOf(['squared', 'misclassified', 'absolute', 'pinball']);

export const RACE_NUMBER = named(
  'raceNumber',
  struct({
    value: real,
    standardError: real,
    /** 95 %. */
    interval: pair(),
  }),
);

// What was called alike in earlier runs is unclear: everything that is not one of the others.
const VERDICT: Schema<PairedVerdict> = {
  ...oneOf(PAIRED_VERDICTS),
  fault: oneOf([...PAIRED_VERDICTS, 'alike']).fault,
};

export const RACE_DIFFERENCE = named(
  'raceDifference',
  extended(RACE_NUMBER, {
    /** As a share of the error of the one compared with. */
    share: real,
    /** Of its 95 % interval. */
    shareHalfWidth: real,
    verdict: VERDICT,
  }),
);

export const RACE_HUBER = struct({
  /** Whose kernel it has: the chosen one, or where outliers may have decided that, the one of lowest absolute error without them. */
  lane: LANE_ID,
  /** Rows that Huber's fit, without them, misses by more than 3.5 robust scales. */
  beyond: count(),
  /** The first of them as rows of the data, from 1, the furthest first. */
  rows: list(count()),
  /** Targets that count as ten robust scales from a first robust fit, as they lie further out. */
  drawnIn: count(),
  error: RACE_NUMBER,
  /** Its error less that of the chosen one. */
  difference: RACE_DIFFERENCE,
  /** Lower by more than one standard error, and by 1 % at least. */
  lower: flag(),
});

export const APPROXIMATES = struct({
  count: count(),
  rows: count(),
  /** The run itself is fitted by them. */
  fitted: flag(),
  /** Its error less that of the other of landmarks and random features, where both were judged; shares are of the other's. */
  toOther: optional(RACE_DIFFERENCE),
});

export const RACE_LANE = named(
  'raceLane',
  struct({
    id: LANE_ID,
    /** "Matérn 3/2, one length scale per column" */
    title: text(),
    /** What a kernel has to beat. */
    baseline: flag(),
    state: oneOf(['waits', 'running', 'judged', 'stopped', 'halted', 'failed']),
    /** Folds judged so far. */
    folds: count(),
    /** Error on rows left out, over those folds. */
    error: optional(RACE_NUMBER),
    difference: optional(RACE_DIFFERENCE),
    /**
     * One, or one for each of the race's columns; left out where there is none. Tuned on all rows of the race, or several of one that was not
     * chosen: the geometric mean of those tuned outside the folds.
     */
    lengthScale: optional(list(real)),
    /** Of a sum over columns in their place: the expression of its kernel. */
    kernel: optional(text()),
    /** Per sample of the race's rows. */
    lambda: optional(real),
    /** Of the best single column: the one that was best in most folds. */
    column: optional(text()),
    /** Of landmarks and random features, how many there are and how many rows they learn from. */
    approximates: optional(APPROXIMATES),
    /** Why it failed or was stopped, as a sentence. */
    why: optional(text()),
    /** Of computation, over all threads. */
    seconds: real,
  }),
);

export const RACE = such(
  struct({
    task: oneOf(['regress', 'classify']),
    loss: RACE_LOSS,
    /** Of a quantile loss. */
    taus: optional(list(real)),
    /** What the method fits with in the kernel's place: as many stand in the place of the kernels that are judged. */
    judgedWith: optional(struct({ kind: APPROXIMATE_LANE, count: count() })),
    target: text(),
    /** Rows of the race: all training rows, or a seeded sample of them. */
    rows: count(),
    trainingRows: count(),
    folds: count(),
    /**
     * By how much the mean loss of the chosen one is too low for having been chosen by it, as estimated: in units of the loss (of squared errors their mean). The upper
     * end of its interval counts it. Left out where it was not chosen by the lowest.
     */
    optimism: optional(real),
    seed: count(),
    /** Columns of the file, in the order of length scales. */
    columns: texts(),
    /** Baselines first, then from smooth to rough, then what joins with the winner's kernel; never sorted. */
    lanes: list(RACE_LANE),
    /** While the race runs: undefined; and where every candidate failed, or none was judged before it was ended. */
    chosen: optional(LANE_ID),
    /** The lane of lowest error of those that race; not always the one chosen. */
    lowest: optional(LANE_ID),
    /** Where the errors of the chosen one have a heavy tail. */
    huber: optional(RACE_HUBER),
    /** Where the person ended it: folds that the candidates left were judged on by then. */
    endedAfter: optional(count()),
    /** How the chosen one was chosen. */
    rule: text(),
    seconds: real,
  }),
  ({ lanes, chosen, lowest, huber }) =>
    [chosen, lowest, huber?.lane].every((named) => named === undefined || lanes.some(({ id }) => id === named)),
);
