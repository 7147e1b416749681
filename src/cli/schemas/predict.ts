import { NOTE } from '../../engine/contract/note';
import * as s from '../../engine/contract/schema';
import { begun } from './written';

const numbers = s.list(s.number());

/** Lists have a member for each target, in its units. */
export type NumberRow = s.Of<typeof NUMBER_ROW>;
const NUMBER_ROW = s.struct({
  /** Counted from 1. */
  row: s.natural(),
  /** For quantiles, the one closest to the median; null for a row that cannot be predicted. */
  predicted: numbers,
  /** Bounds of the 95 % prediction interval; omitted for quantiles. */
  lower: s.optional(numbers),
  upper: s.optional(numbers),
  /** For quantiles: for each target its levels, in the order of taus. */
  quantiles: s.optional(s.list(numbers)),
  /** Omitted if the file has none of the targets; null for a target that it lacks. */
  observed: s.optional(numbers),
});

export type ClassRow = s.Of<typeof CLASS_ROW>;
const CLASS_ROW = s.struct({
  /** Counted from 1. */
  row: s.natural(),
  /** Null for a row that cannot be predicted. */
  class: s.nullable(s.text()),
  /** By level; omitted for a model that is not calibrated. */
  probabilities: s.optional(numbers),
  /** The levels that together hold the class of 95 % of the rows. */
  set: s.optional(s.texts()),
  /** By level; for two levels, only the score of the second. */
  scores: numbers,
  /** Omitted if the file lacks the column; null if the cell holds none of the levels. */
  observed: s.optional(s.nullable(s.text())),
});

const COMPONENTS_ROW = s.struct({
  /** Counted from 1. */
  row: s.natural(),
  /** One for each component. */
  scores: numbers,
  /** Reconstruction error. */
  error: s.number(),
});

const MEASURES = s.struct({
  /** In units of the target. */
  rmse: s.optional(s.real),
  r2: s.optional(s.real),
  /** Fraction of the rows classified correctly. */
  accuracy: s.optional(s.real),
  logLoss: s.optional(s.real),
});

export type PredictionsJson = s.Of<typeof PREDICT_JSON>;
export const PREDICT_JSON = s.extended(begun('predict'), {
  /** Id of the method of the model: "krr". */
  method: s.text(),
  /** Name of the file. */
  file: s.text(),
  /** The columns that are predicted; for classes, the column that is classified; empty for principal components. */
  targets: s.texts(),
  /** For classes: the levels, in the order of `probabilities` and, if there are more than two, of `scores`. */
  levels: s.nullable(s.texts()),
  /** For quantiles: the level of each member of `quantiles`, ascending. */
  taus: s.nullable(s.list(s.real)),
  /** For principal components: their number. */
  components: s.nullable(s.natural()),
  /** One for each row of the file, in its order. */
  rows: s.list(s.anyOf(NUMBER_ROW, CLASS_ROW, COMPONENTS_ROW)),
  /** Findings to know about the predictions. */
  notes: s.list(NOTE),
  /** One for each target that the file holds. */
  errors: s.list(
    s.extended(MEASURES, {
      target: s.text(),
      /** Rows with a target that can be read. */
      rows: s.natural(),
      /** Rows without one, which are left out. */
      unreadable: s.natural(),
      /** The rows that the model was trained on, if by name, size and rows the file is that of the fit. */
      trained: s.optional(s.natural()),
      /** Errors of the fit, on rows that it did not train on; omitted if the model does not have them. */
      fit: s.optional(
        s.extended(MEASURES, {
          rows: s.natural(),
          /** True for held-out rows; otherwise training rows, predicted by fits without them. */
          heldOut: s.flag(),
        }),
      ),
    }),
  ),
});
