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

export const APPROXIMATE_LANE = oneOf(['landmarks', 'features', 'leverage']);

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
    'laplace-columns',
    'sum',
    'landmarks',
    'features',
    'leverage',
    'huber',
  ]),
);

export const RACE_LOSS = oneOf(['squared', 'misclassified', 'absolute', 'pinball']);

export const RACE_NUMBER = named(
  'raceNumber',
  struct({
    value: real,
    standardError: real,
    /** The 95 % interval. */
    interval: pair(),
  }),
);

// Earlier runs have the verdict "alike", which now is "unclear": everything that is not one of the others.
const VERDICT: Schema<PairedVerdict> = {
  ...oneOf(PAIRED_VERDICTS),
  fault: oneOf([...PAIRED_VERDICTS, 'alike']).fault,
};

export const RACE_DIFFERENCE = named(
  'raceDifference',
  extended(RACE_NUMBER, {
    /** The difference as a fraction of the error of the candidate compared with. */
    share: real,
    /** The half-width of the 95 % interval of `share`. */
    shareHalfWidth: real,
    verdict: VERDICT,
  }),
);

export const RACE_HUBER = struct({
  /** The candidate with the same kernel: the chosen one, or if outliers may have decided that, the one of lowest absolute error without them. */
  lane: LANE_ID,
  /** The number of rows that Huber's fit without them misses by more than 3.5 robust scales. */
  beyond: count(),
  /** The first of those rows, the furthest first, as row numbers of the data from 1. */
  rows: list(count()),
  /** The number of targets that count as ten robust scales from a first robust fit, as they lie further out. */
  drawnIn: count(),
  error: RACE_NUMBER,
  /** The error of Huber's fit minus that of the chosen one. */
  difference: RACE_DIFFERENCE,
  /** True if its error is lower by more than one standard error, and by at least 1 %. */
  lower: flag(),
});

export const APPROXIMATES = struct({
  count: count(),
  rows: count(),
  /** True if the run itself is fitted by them. */
  fitted: flag(),
  /** The error minus that of the approximation which the run is fitted by, or of another if this is it; `share` is a fraction of the other's error. */
  toOther: optional(RACE_DIFFERENCE),
});

export const RACE_LANE = named(
  'raceLane',
  struct({
    id: LANE_ID,
    /** The title: "Matérn 3/2, one length scale per column". */
    title: text(),
    /** True for a baseline, which a kernel has to beat. */
    baseline: flag(),
    state: oneOf(['waits', 'running', 'judged', 'stopped', 'halted', 'failed']),
    /** The number of folds judged so far. */
    folds: count(),
    /** The error on rows left out, over those folds. */
    error: optional(RACE_NUMBER),
    difference: optional(RACE_DIFFERENCE),
    /**
     * The length scale, one or one for each of the race's columns; omitted if there is none. It is tuned on all rows of the race; if the
     * candidate was not chosen, several are the geometric mean of those tuned outside the folds.
     */
    lengthScale: optional(list(real)),
    /** For a sum over columns, the expression of its kernel, in place of length scales. */
    kernel: optional(text()),
    /** The ridge penalty, per sample of the race's rows. */
    lambda: optional(real),
    /** For the best single column, the column that was best in most folds. */
    column: optional(text()),
    /** For landmarks and random features, their number and the number of rows they learn from. */
    approximates: optional(APPROXIMATES),
    /** A sentence on why it failed or was stopped. */
    why: optional(text()),
    /** Seconds of computation, over all threads. */
    seconds: real,
  }),
);

export const RACE = such(
  struct({
    task: oneOf(['regress', 'classify']),
    loss: RACE_LOSS,
    /** The quantiles of a quantile loss. */
    taus: optional(list(real)),
    /** The approximation that the method fits with in place of the kernel: the kernels are judged with as many landmarks or features. */
    judgedWith: optional(struct({ kind: APPROXIMATE_LANE, count: count() })),
    target: text(),
    /** The number of rows of the race: all training rows, or a seeded sample of them. */
    rows: count(),
    trainingRows: count(),
    folds: count(),
    /**
     * The estimated amount by which the mean loss of the chosen candidate is too low because it was chosen by it, in units of the loss (of
     * squared errors, their mean). The upper end of its interval includes it. Omitted if the candidate was not chosen by the lowest loss.
     */
    optimism: optional(real),
    seed: count(),
    /** The columns of the file, in the order of length scales. */
    columns: texts(),
    /** The candidates: baselines first, then from smooth to rough, then those that join with the winner's kernel; never sorted. */
    lanes: list(RACE_LANE),
    /** The chosen candidate; omitted while the race runs, and if every candidate failed or none was judged before the race was ended. */
    chosen: optional(LANE_ID),
    /** The candidate of lowest error among those that race; not always the chosen one. */
    lowest: optional(LANE_ID),
    /**
     * If several were not far behind, and there are more rows than were raced on: the number of landmarks or features and of the rows they learn from
     * with which these were compared again, tuned further before, the candidates, and the one of lowest error then.
     */
    again: optional(
      struct({ kind: APPROXIMATE_LANE, count: count(), rows: count(), lanes: list(LANE_ID), lowest: LANE_ID }),
    ),
    /** Huber's fit, if the errors of the chosen candidate have a heavy tail. */
    huber: optional(RACE_HUBER),
    /** The number of folds that the remaining candidates were judged on, if the person ended the race. */
    endedAfter: optional(count()),
    /** How the chosen candidate was chosen. */
    rule: text(),
    seconds: real,
  }),
  ({ lanes, chosen, lowest, again, huber }) =>
    [chosen, lowest, again?.lowest, ...(again?.lanes ?? []), huber?.lane].every(
      (named) => named === undefined || lanes.some(({ id }) => id === named),
    ),
);
