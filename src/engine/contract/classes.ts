import {
  agree,
  anyOf,
  byHand,
  constant,
  count,
  finite,
  finites,
  flag,
  indices,
  list,
  named,
  type Of,
  optional,
  pair,
  positive,
  real,
  reals,
  struct,
  such,
  text,
  texts,
} from './schema';

const ascends = (values: Float64Array) => values.every((v, i) => i === 0 || v >= values[i - 1]);

/**
 * How the outputs of a classification become probabilities, learnt on `rows` training rows that were left out of the fits that scored
 * them. Two classes have one score s, and p is that of the second.
 */
export type Calibration = Of<typeof CALIBRATION>;
export const CALIBRATION = anyOf(
  // p = 1/(1 + exp(−slope·s − intercept))
  struct({ kind: constant('platt'), slope: finite(), intercept: finite(), rows: count() }),
  // Straight between knots, of which both lists ascend, and level beyond them.
  such(
    struct({ kind: constant('isotonic'), scores: finites(), probabilities: finites(), rows: count() }),
    ({ scores, probabilities }) =>
      scores.length > 0 &&
      agree(scores, probabilities) &&
      ascends(scores) &&
      ascends(probabilities) &&
      probabilities[0] >= 0 &&
      probabilities[scores.length - 1] <= 1,
  ),
  // p_k in proportion to exp(s_k/temperature + offset_k)
  struct({
    kind: constant('temperature'),
    temperature: positive(),
    /** One a class: they take class weights back and are 0 where they are left out. */
    offsets: optional(list(finite())),
    rows: count(),
  }),
);

/** Whether it is one of a classification with this many levels. */
export const calibrates = (calibration: Calibration | undefined, levels: number): boolean =>
  calibration === undefined ||
  (calibration.kind === 'temperature' ? levels > 2 && (calibration.offsets?.length ?? levels) === levels : levels <= 2);

/** Which classes the 95 % set of a row holds. */
export interface ClassSets extends Of<typeof CLASS_SETS> {}
export const CLASS_SETS = struct({
  /** All classes that are at least so probable, and the most probable one always. */
  least: such(finite(), (value) => value >= 0 && value <= 1),
  /** Training rows left out that it was learnt from. */
  rows: count(),
});

/** A number with its 95 % interval. */
export interface Estimated extends Of<typeof ESTIMATED> {}
export const ESTIMATED = named('estimated', struct({ value: real, interval: pair() }));

/** One class against the rest; what no row tells is left out. */
export interface LevelQuality extends Of<typeof LEVEL_QUALITY> {}
export const LEVEL_QUALITY = struct({
  level: text(),
  /** Rows of this class among those judged. */
  rows: count(),
  /** Of the rows predicted as this class, the share that is. Wilson interval. */
  precision: optional(ESTIMATED),
  /** Of the rows of this class, the share predicted as it. Wilson interval. */
  recall: optional(ESTIMATED),
  /** Area under the ROC curve of its score (DeLong et al. 1988). */
  rocArea: optional(ESTIMATED),
  /** The step-wise area under precision over recall. */
  averagePrecision: optional(real),
});

/** Of each row judged: the position of its level. */
const observed = byHand<Uint16Array>(
  { type: 'array', items: { type: 'integer' } },
  (value) => value instanceof Uint16Array,
);

/** How good the probabilities are, on the rows of the confusion matrix. */
export interface ProbabilityQuality extends Of<typeof PROBABILITY_QUALITY> {}
export const PROBABILITY_QUALITY = struct({
  observed,
  /** By output, of each row judged. */
  scores: list(reals()),
  /** The same. Of training rows left out, by calibrations that have not seen the row either. */
  probabilities: list(reals()),
  /** Mean of −ln p of the true class. */
  logLoss: ESTIMATED,
  /** Mean squared distance of the probabilities from 0 and 1: of the second of two classes, or summed over several. */
  brier: ESTIMATED,
  /** One for each level. */
  levels: list(LEVEL_QUALITY),
});

/** Training rows by fits without them: where they are, the position of their level, and by output scores and probabilities. */
export interface LeftOutRows extends Of<typeof LEFT_OUT_ROWS> {}
export const LEFT_OUT_ROWS = struct({
  /** Counted from 1. */
  rows: indices(),
  lines: indices(),
  observed,
  scores: list(reals()),
  probabilities: list(reals()),
});

/** Whether rows have a level of these each, and scores and probabilities by output: two levels have one between them. */
const areOf = (rows: Pick<LeftOutRows, 'observed' | 'scores' | 'probabilities'> | undefined, levels: number): boolean =>
  rows === undefined ||
  (rows.observed.every((level) => level < levels) &&
    [rows.scores, rows.probabilities].every(
      (outputs) => outputs.length === (levels === 2 ? 1 : levels) && agree(rows.observed, ...outputs),
    ));

export const CLASSIFIED = struct({
  levels: texts(),
  /** On held-out rows; otherwise on training rows, predicted by fits without them. */
  heldOut: flag(),
  /** Rows: true level, columns: predicted level; row-major counts. */
  confusion: indices(),
  accuracy: real,
  /** 95 %, Wilson. */
  accuracyInterval: pair(),
  /** Accuracy of always guessing the most common training level. */
  baseline: real,
  /** Left out in runs of earlier versions, and where too few rows had finite scores. */
  calibration: optional(CALIBRATION),
  /** Of two classes: the probability of the second above which a row is predicted as it. */
  threshold: optional(real),
  probability: optional(PROBABILITY_QUALITY),
  /** With the calibration; left out in runs of earlier versions, as the rows are. */
  sets: optional(CLASS_SETS),
  leftOut: optional(LEFT_OUT_ROWS),
});
export const CLASS_RESULT = such(
  CLASSIFIED,
  ({ levels: { length }, confusion, calibration, probability, leftOut }) =>
    confusion.length === length ** 2 &&
    calibrates(calibration, length) &&
    areOf(probability, length) &&
    (probability?.levels.length ?? length) === length &&
    areOf(leftOut, length) &&
    (leftOut === undefined || agree(leftOut.observed, leftOut.rows, leftOut.lines)),
);
