import { NOTE } from '../../engine/contract/note';
import {
  anyOf,
  count,
  extended,
  flag,
  list,
  nullable,
  number,
  type Of,
  optional,
  real,
  struct,
  text,
  texts,
} from '../../engine/contract/schema';
import { begun } from './written';

const numbers = list(number());

/** Lists have a member for each target, in its units. */
export type NumberRow = Of<typeof NUMBER_ROW>;
const NUMBER_ROW = struct({
  /** Counted from 1. */
  row: count(),
  /** Of quantiles the one closest to the median; null for a row that cannot be predicted. */
  predicted: numbers,
  /** Of the 95 % prediction interval; left out for quantiles. */
  lower: optional(numbers),
  upper: optional(numbers),
  /** For quantiles: for each target its levels, in the order of taus. */
  quantiles: optional(list(numbers)),
  /** Left out where the file has none of the targets; null for one that it lacks. */
  observed: optional(numbers),
});

export type ClassRow = Of<typeof CLASS_ROW>;
const CLASS_ROW = struct({
  /** Counted from 1. */
  row: count(),
  /** Null for a row that cannot be predicted. */
  class: nullable(text()),
  /** By level; left out for a model that is not calibrated. */
  probabilities: optional(numbers),
  /** The levels that together hold the class of 95 % of the rows. */
  set: optional(texts()),
  /** By level; of two that of the second alone. */
  scores: numbers,
  /** Left out where the file lacks the column; null where it holds none of the levels. */
  observed: optional(nullable(text())),
});

const COMPONENTS_ROW = struct({
  /** Counted from 1. */
  row: count(),
  /** One for each component. */
  scores: numbers,
  /** Reconstruction error. */
  error: number(),
});

const MEASURES = struct({
  /** In units of the target. */
  rmse: optional(real),
  r2: optional(real),
  /** Share of the rows classified correctly. */
  accuracy: optional(real),
  logLoss: optional(real),
});

export type PredictionsJson = Of<typeof PREDICT_JSON>;
export const PREDICT_JSON = extended(begun('predict'), {
  /** Id of the method of the model: "krr". */
  method: text(),
  /** Name of the file. */
  file: text(),
  /** The columns that are predicted; of classes the column that is classified; empty for principal components. */
  targets: texts(),
  /** For classes: the levels, in the order of `probabilities` and, of more than two, of `scores`. */
  levels: nullable(texts()),
  /** For quantiles: the level of each member of `quantiles`, ascending. */
  taus: nullable(list(real)),
  /** For principal components: how many. */
  components: nullable(count()),
  /** One for each row of the file, in its order. */
  rows: list(anyOf(NUMBER_ROW, CLASS_ROW, COMPONENTS_ROW)),
  /** What should be known of the predictions. */
  notes: list(NOTE),
  /** One for each target that the file holds. */
  errors: list(
    extended(MEASURES, {
      target: text(),
      /** With a target that can be read. */
      rows: count(),
      /** Rows without one; left out. */
      unreadable: count(),
      /** Of the fit, on rows that it did not train on; left out where the model does not have it. */
      fit: optional(
        extended(MEASURES, {
          rows: count(),
          /** Held-out rows; otherwise training rows by fits without them. */
          heldOut: flag(),
        }),
      ),
    }),
  ),
});
