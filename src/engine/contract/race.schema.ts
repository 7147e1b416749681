import { PAIRED_VERDICTS, type PairedVerdict } from './pairedVerdict';
import * as s from './schema';

export const RACED_KERNEL = s.oneOf(['gaussian', 'matern32', 'laplace']);

export const APPROXIMATE_LANE = s.oneOf(['landmarks', 'features', 'leverage']);

export const LANE_ID = s.named(
  'laneId',
  s.oneOf([
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

export const RACE_LOSS = s.oneOf(['squared', 'misclassified', 'absolute', 'pinball']);

export const RACE_NUMBER = s.named(
  'raceNumber',
  s.struct({
    value: s.real,
    standardError: s.real,
    /** The 95 % interval. */
    interval: s.pair(),
  }),
);

// Earlier runs have the verdict "alike", which now is "unclear": everything that is not one of the others.
const VERDICT: s.Schema<PairedVerdict> = {
  ...s.oneOf(PAIRED_VERDICTS),
  fault: s.oneOf([...PAIRED_VERDICTS, 'alike']).fault,
};

export const RACE_DIFFERENCE = s.named(
  'raceDifference',
  s.extended(RACE_NUMBER, {
    /** The difference as a fraction of the error of the candidate compared with; 0 if that candidate makes no error. */
    share: s.real,
    /** The half-width of the 95 % interval of `share`. */
    shareHalfWidth: s.real,
    verdict: VERDICT,
  }),
);

export const RACE_HUBER = s.struct({
  /**
   * The candidate with the same kernel: the chosen one or, if outliers may have decided the race, the one of the lowest
   * absolute error without them.
   */
  lane: LANE_ID,
  /** The number of rows that Huber's fit without them misses by more than 3.5 robust scales. */
  beyond: s.natural(),
  /** The first of those rows, the furthest first, as row numbers of the data from 1. */
  rows: s.list(s.natural()),
  /** The number of targets that count as ten robust scales from a first robust fit, as they lie further out. */
  drawnIn: s.natural(),
  error: RACE_NUMBER,
  /** The error of Huber's fit minus that of the chosen one. */
  difference: RACE_DIFFERENCE,
  /** True if its error is lower by more than one standard error, and by at least 1 %. */
  lower: s.flag(),
});

export const APPROXIMATES = s.struct({
  count: s.natural(),
  rows: s.natural(),
  /** True if the run itself is fitted by them. */
  fitted: s.flag(),
  /** The error minus that of the approximation which the run is fitted by, or of another if this is it; `share` is a fraction of the other's error. */
  toOther: s.optional(RACE_DIFFERENCE),
});

export const RACE_LANE = s.named(
  'raceLane',
  s.struct({
    id: LANE_ID,
    /** The title: "Matérn 3/2, one length scale per column". */
    title: s.text(),
    /** True for a baseline, which a kernel has to beat. */
    baseline: s.flag(),
    state: s.oneOf(['waits', 'running', 'judged', 'stopped', 'halted', 'failed']),
    /** The number of folds judged so far. */
    folds: s.natural(),
    /** The error on rows left out, over those folds. */
    error: s.optional(RACE_NUMBER),
    difference: s.optional(RACE_DIFFERENCE),
    /**
     * The length scale, one or one for each of the race's columns; omitted if there is none. It is tuned on all rows of the race; if the
     * candidate was not chosen, several are the geometric mean of those tuned outside the folds.
     */
    lengthScale: s.optional(s.list(s.real)),
    /** For a sum over columns, the expression of its kernel, in place of length scales. */
    kernel: s.optional(s.text()),
    /** The ridge penalty, per sample of the race's rows. */
    lambda: s.optional(s.real),
    /** For the best single column, the column that was best in most folds. */
    column: s.optional(s.text()),
    /** For landmarks and random features, their number and the number of rows they learn from. */
    approximates: s.optional(APPROXIMATES),
    /** A sentence on why it failed or was stopped. */
    why: s.optional(s.text()),
    /** Seconds of computation, over all threads. */
    seconds: s.real,
  }),
);

export const RACE = s.such(
  s.struct({
    task: s.oneOf(['regress', 'classify']),
    loss: RACE_LOSS,
    /** The quantiles of a quantile loss. */
    taus: s.optional(s.list(s.real)),
    /** The approximation that the method fits with in place of the kernel: the kernels are judged with as many landmarks or features. */
    judgedWith: s.optional(s.struct({ kind: APPROXIMATE_LANE, count: s.natural() })),
    /** Folds are runs of rows that follow each other, each predicted with the rows before and after it. */
    inOrder: s.optional(s.flag()),
    target: s.text(),
    /** The number of rows of the race: all training rows, or a seeded sample of them. */
    rows: s.natural(),
    trainingRows: s.natural(),
    folds: s.natural(),
    /**
     * The estimated amount by which the mean loss of the chosen candidate is too low because it was chosen by it, in units of the loss (of
     * squared errors, their mean). The upper end of its interval includes it. Omitted if the candidate was not chosen by the lowest loss.
     */
    optimism: s.optional(s.real),
    seed: s.natural(),
    /** The columns of the file, in the order of length scales. */
    columns: s.texts(),
    /** The candidates: baselines first, then from smooth to rough, then those that join with the winner's kernel; never sorted. */
    lanes: s.list(RACE_LANE),
    /** The chosen candidate; omitted while the race runs, and if every candidate failed or none was judged before the race was ended. */
    chosen: s.optional(LANE_ID),
    /** The candidate of the lowest error among those that race; not always the chosen one. */
    lowest: s.optional(LANE_ID),
    /**
     * If several were not far behind, and there are more rows than were raced on: the number of landmarks or features and of the rows they learn from
     * with which these were compared again, tuned further before, the candidates, and the one of lowest error then.
     */
    again: s.optional(
      s.struct({
        kind: APPROXIMATE_LANE,
        count: s.natural(),
        rows: s.natural(),
        lanes: s.list(LANE_ID),
        lowest: LANE_ID,
      }),
    ),
    /** Huber's fit, if the errors of the chosen candidate have a heavy tail. */
    huber: s.optional(RACE_HUBER),
    /** The number of folds that the remaining candidates were judged on, if the person ended the race. */
    endedAfter: s.optional(s.natural()),
    /** How the chosen candidate was chosen. */
    rule: s.text(),
    seconds: s.real,
  }),
  ({ lanes, chosen, lowest, again, huber }) =>
    [chosen, lowest, again?.lowest, ...(again?.lanes ?? []), huber?.lane].every(
      (named) => named === undefined || lanes.some(({ id }) => id === named),
    ),
);
