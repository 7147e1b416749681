import * as s from './schema';

const ascends = (values: Float64Array) => values.every((v, i) => i === 0 || v >= values[i - 1]);

/**
 * The map from the outputs of a classification to probabilities, learnt on `rows` training rows that were left out of the fits that scored them.
 * Two classes have one score s, and p is the probability of the second.
 */
export type Calibration = s.Of<typeof CALIBRATION>;
export const CALIBRATION = s.anyOf(
  // p = 1/(1 + exp(−slope·s − intercept))
  s.struct({ kind: s.constant('platt'), slope: s.finite(), intercept: s.finite(), rows: s.natural() }),
  // Straight between knots, the entries of both lists, which ascend; constant beyond them.
  s.such(
    s.struct({ kind: s.constant('isotonic'), scores: s.finites(), probabilities: s.finites(), rows: s.natural() }),
    ({ scores, probabilities }) =>
      scores.length > 0 &&
      s.agree(scores, probabilities) &&
      ascends(scores) &&
      ascends(probabilities) &&
      probabilities[0] >= 0 &&
      probabilities[scores.length - 1] <= 1,
  ),
  // p_k in proportion to exp(s_k/temperature + offset_k)
  s.struct({
    kind: s.constant('temperature'),
    temperature: s.positive(),
    /** One offset for each class: they undo class weights, and are 0 if omitted. */
    offsets: s.optional(s.list(s.finite())),
    rows: s.natural(),
  }),
);

/** True if the calibration is for a classification with this many levels. */
export const calibrates = (calibration: Calibration | undefined, levels: number): boolean =>
  calibration === undefined ||
  (calibration.kind === 'temperature' ? levels > 2 && (calibration.offsets?.length ?? levels) === levels : levels <= 2);

/** The rule for the classes that the 95 % set of a row holds. */
export interface ClassSets extends s.Of<typeof CLASS_SETS> {}
export const CLASS_SETS = s.struct({
  /** The set holds all classes of at least this probability, and always the most probable one. */
  least: s.such(s.finite(), (value) => value >= 0 && value <= 1),
  /** The number of left-out training rows that the rule was learnt from. */
  rows: s.natural(),
});

/** A number with its 95 % interval. */
export interface Estimated extends s.Of<typeof ESTIMATED> {}
export const ESTIMATED = s.named('estimated', s.struct({ value: s.real, interval: s.pair() }));

/** One class against the rest; values that no row determines are omitted. */
export interface LevelQuality extends s.Of<typeof LEVEL_QUALITY> {}
export const LEVEL_QUALITY = s.struct({
  level: s.text(),
  /** Rows of this class among those judged. */
  rows: s.natural(),
  /** The fraction of the rows predicted as this class that belong to it. Wilson interval. */
  precision: s.optional(ESTIMATED),
  /** The fraction of the rows of this class that are predicted as it. Wilson interval. */
  recall: s.optional(ESTIMATED),
  /** Area under the ROC curve of its score (DeLong et al. 1988). */
  rocArea: s.optional(ESTIMATED),
  /** The step-wise area under precision over recall. */
  averagePrecision: s.optional(s.real),
});

/** The position of each judged row's level. */
const observed = s.byHand<Uint16Array>(
  { type: 'array', items: { type: 'integer' } },
  (value) => value instanceof Uint16Array,
);

/** How good the probabilities are, on the rows of the confusion matrix. */
export interface ProbabilityQuality extends s.Of<typeof PROBABILITY_QUALITY> {}
export const PROBABILITY_QUALITY = s.struct({
  observed,
  /** The group of each judged row, by number, if whole groups were held out. Omitted in runs of earlier versions. */
  unit: s.optional(s.indices()),
  /** Scores of each judged row, by output. */
  scores: s.list(s.reals()),
  /** Probabilities of each judged row, by output. Those of left-out training rows come from calibrations that have not seen the row either. */
  probabilities: s.list(s.reals()),
  /** Mean of −ln p of the true class. */
  logLoss: ESTIMATED,
  /** Mean squared distance of the probabilities from 0 and 1: for the second of two classes, or summed over several classes. */
  brier: ESTIMATED,
  /** The quality for each level. */
  levels: s.list(LEVEL_QUALITY),
});

/** Training rows as fits without them score them: row numbers, lines, the position of each row's level, and scores and probabilities by output. */
export interface LeftOutRows extends s.Of<typeof LEFT_OUT_ROWS> {}
export const LEFT_OUT_ROWS = s.struct({
  /** Row numbers, counted from 1. */
  rows: s.indices(),
  lines: s.indices(),
  observed,
  scores: s.list(s.reals()),
  probabilities: s.list(s.reals()),
});

/** True if each row has one of these levels, and scores and probabilities by output: two levels have one output between them. */
const areOf = (rows: Pick<LeftOutRows, 'observed' | 'scores' | 'probabilities'> | undefined, levels: number): boolean =>
  rows === undefined ||
  (rows.observed.every((level) => level < levels) &&
    [rows.scores, rows.probabilities].every(
      (outputs) => outputs.length === (levels === 2 ? 1 : levels) && s.agree(rows.observed, ...outputs),
    ));

export const CLASSIFIED = s.struct({
  levels: s.texts(),
  /** True if the numbers are for held-out rows; otherwise they are for training rows, predicted by fits without them. */
  heldOut: s.flag(),
  /** Counts, row-major: a row for each true level, a column for each predicted level. */
  confusion: s.indices(),
  accuracy: s.real,
  /** The 95 % Wilson interval of the accuracy. */
  accuracyInterval: s.pair(),
  /**
   * The number of judged rows that are worth one independent row: more than 1 if neighbours in time or rows of a group
   * are right or wrong alike, or if training rows were left out in turn, by fits that share most of the others. The
   * interval is that of n/designEffect rows. Omitted for 1, and in runs of earlier versions.
   */
  designEffect: s.optional(s.real),
  /** Accuracy of always guessing the most common training level. */
  baseline: s.real,
  /** The calibration of the scores; omitted in runs of earlier versions, and if too few rows had finite scores. */
  calibration: s.optional(CALIBRATION),
  /** For two classes, the probability of the second above which a row is predicted as it. */
  threshold: s.optional(s.real),
  probability: s.optional(PROBABILITY_QUALITY),
  /** The 95 % sets of classes, present with a calibration; omitted in runs of earlier versions, as are the left-out rows. */
  sets: s.optional(CLASS_SETS),
  leftOut: s.optional(LEFT_OUT_ROWS),
});
export const CLASS_RESULT = s.such(
  CLASSIFIED,
  ({ levels: { length }, confusion, calibration, probability, leftOut }) =>
    confusion.length === length ** 2 &&
    calibrates(calibration, length) &&
    areOf(probability, length) &&
    (probability?.levels.length ?? length) === length &&
    areOf(leftOut, length) &&
    (leftOut === undefined || s.agree(leftOut.observed, leftOut.rows, leftOut.lines)),
);
