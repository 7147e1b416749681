import { CALLOUT } from './callout';
import { CALIBRATION, CLASS_SETS, calibrates } from './classes';
import {
  DURATION_PARTS,
  FILE_READING,
  FROZEN_READING,
  MISSING_POLICY,
  READ_OPTIONS,
  TRANSFORM_INPUT,
} from './data.schema';
import { FILTER_SPEC } from './filter';
import type { FeatureBlock, FeatureMap, KernelSpec } from './kernel';
import { PARAMETERS } from './parameters';
import {
  agree,
  anyOf,
  byHand,
  constant,
  count,
  either,
  extended,
  finite,
  finites,
  flag,
  indices,
  list,
  oneOf,
  optional,
  positive,
  real,
  reals,
  record,
  span,
  struct,
  such,
  tagged,
  text,
  texts,
} from './schema';
import { isRecord } from './shape';

// The schemas of the parts of a model. model/save.ts checks that parts agree, such as lengths, and checks kernels and features by their kinds.

export const TRANSFORM = struct({
  inputs: list(TRANSFORM_INPUT),
  /** The number subtracted from each encoded column, and the number that divides it, d of each: 0 and 1 if not standardised. */
  centre: list(finite()),
  scale: list(positive()),
  /** Names of the d encoded columns: "width", "colour=red". */
  names: texts(),
  missing: MISSING_POLICY,
});

export const READ_RULES = extended(READ_OPTIONS, {
  frozen: optional(FROZEN_READING),
  /** Columns whose numbers have no unit, or 'all', as an earlier pass over the file has shown. */
  undecorated: optional(either(texts(), constant('all'))),
  /** Columns of two-letter codes, of which NA is one. */
  levels: optional(texts()),
  /** Columns of durations, and what 12:30 means in them. */
  durations: optional(record(DURATION_PARTS)),
});

export const MATRIX = struct({ rows: count(), columns: count(), values: finites() });

/** The width of intervals; infinite if the fit met every row exactly. */
const width = such(real, (value) => value >= 0);
/** The largest error (in units of y) and the largest deviation of any training row left out. */
const largest = struct({ error: width, deviation: positive() });

export const INTERVAL_SPREAD = anyOf(
  struct({ kind: oneOf(['constant', 'posterior']), largest }),
  struct({
    kind: constant('fitted'),
    largest,
    alpha: finites(),
    beta: finites(),
    range: such(span(), ([low, high]) => low <= high),
  }),
);

const FEATURE_BLOCK = tagged<FeatureBlock, 'kind'>('kind', {
  constant: {},
  monomial: { powers: list(struct({ column: count(), power: count() })), name: text() },
  units: { map: byHand<FeatureMap>({ type: 'object' }, isRecord), name: text() },
});

export const MODEL_OUTPUT = struct({
  /** The name of the target column, or of the class; each quantile has the name of its target. */
  name: text(),
  alpha: finites(),
  beta: finites(),
  /** The spectral filter; omitted for fits that are none. */
  filter: optional(FILTER_SPEC),
  /** The width w of 95 % prediction intervals (model/halfWidths.ts). */
  intervalWidth: width,
  /**
   * The spread of the intervals. If omitted, intervals are f(x) ± w·deviation(x) (spectrum/deviation.ts), the deviation being 1 without a filter:
   * for classes, for fits without a filter for which one width does as well, and for models before format 4.
   */
  spread: optional(INTERVAL_SPREAD),
});

export const COMPONENTS_MODEL = struct({
  /** Coefficients: points or features × l, column-major. */
  coefficients: finites(),
  offset: finites(),
  eigenvalues: finites(),
  meanWeights: finites(),
  constant: finite(),
  ownScale: positive(),
});

export const ERROR_MEASURES = struct({
  rmse: optional(finite()),
  /** R²; omitted if all values are the same. */
  r2: optional(finite()),
  accuracy: optional(finite()),
  /** The log loss; omitted if it is not finite, and for a model that is not calibrated. */
  logLoss: optional(finite()),
});

export const FIT_ERROR = extended(ERROR_MEASURES, { target: text(), rows: count(), heldOut: flag() });

export const FIT_QUALITY = struct({
  /** The errors for each target for which they are known. */
  errors: list(FIT_ERROR),
  /** True if the intervals hold fewer or more of the held-out rows than their level says. */
  unreliableIntervals: flag(),
  /** Callouts that concern predictions, each as one text, and without any text of a cell where that has one; omitted by earlier versions. */
  doubts: optional(list(struct({ kind: CALLOUT.members.kind, text: text(), bare: optional(text()) }))),
  /** For inputs whose gaps were filled, the fraction of the rows with a gap, and the fraction of the file's rows with a cell that cannot be read. */
  gaps: list(struct({ column: text(), share: finite(), unread: finite() })),
});

export const FIT_CARD = struct({
  /** The day of the fit, in UTC: "2026-11-28". A time would make the same fit another file. */
  day: such(text(), (day) => /^\d{4}-\d\d-\d\d$/.test(day)),
  /** The targets for which one of these is known. */
  targets: list(
    struct({
      target: text(),
      /** The 95 % interval of the RMSE, or of the accuracy, that `quality` has. */
      error: optional(span()),
      /** How many of the held-out rows are in their 95 % prediction interval, or have their class in their 95 % set. */
      inside: optional(such(struct({ rows: count(), of: count() }), ({ rows, of }) => of > 0 && rows <= of)),
    }),
  ),
});

export const SOLVED_TARGET = struct({
  /** For fits by least squares, the filter, with the numerical rank and the largest eigenvalue of their spectrum. */
  filter: optional(FILTER_SPEC),
  rank: optional(count()),
  largest: optional(finite()),
  /** For robust, sparse and quantile fits, the strength (contract/robust.ts). */
  strength: optional(finite()),
  /** The accuracy of the solution at that strength: a relative duality gap, or a relative change. */
  remainder: optional(finite()),
  stepSize: optional(finite()),
  epsilon: optional(finite()),
  shifts: optional(list(finite())),
  /** For M-estimators, the weight of each training row. */
  robustWeights: optional(finites()),
});

/** Row numbers of the data, from 1. */
const dataRows = such(indices(), (rows) => rows.length > 0 && rows.every((row) => row > 0));

export const FIT_RECORD = struct({
  file: FILE_READING,
  /** The training rows in the order of training. */
  training: dataRows,
  /** The target columns in the order of the outputs; a classification has one. */
  targets: texts(),
  weights: optional(text()),
  parameters: PARAMETERS,
  /** The solution of each target, or of each output of a classification; empty for components. */
  solved: list(SOLVED_TARGET),
  heldOut: optional(
    such(
      struct({
        /** The file of held-out rows; omitted if they are rows of the same file. */
        file: optional(FILE_READING),
        rows: dataRows,
        /** Predictions for each output of the model, quantiles in order at every row; for components, their scores and the error that they leave. */
        predicted: list(reals()),
      }),
      ({ rows, predicted }) => agree(rows, ...predicted),
    ),
  ),
});

export const CLASSES = such(
  struct({
    column: text(),
    levels: texts(),
    calibration: optional(CALIBRATION),
    /** The threshold of two classes; 0.5 if omitted. */
    threshold: optional(such(positive(), (threshold) => threshold < 1)),
    /** The sets of classes by the calibrated probabilities; omitted by earlier versions. */
    sets: optional(CLASS_SETS),
  }),
  ({ levels, calibration, threshold }) =>
    levels.length >= 2 && calibrates(calibration, levels.length) && (threshold === undefined || levels.length === 2),
);

export const MODEL = struct({
  version: text(),
  method: text(),
  /** The training rows after the transform, n×d; for a Nyström fit only the landmarks. */
  x: MATRIX,
  transform: TRANSFORM,
  /** Square roots of the training rows' weights (mean weight 1); omitted if all are 1. */
  rootWeights: optional(such(finites(), (roots) => roots.every((root) => root >= 0))),
  kernel: byHand<KernelSpec>({ type: 'object' }, isRecord),
  /** The unpenalised features that the fit uses, in the order of `beta`. */
  unpenalised: list(FEATURE_BLOCK),
  /** The columns of the features' matrix that the fit uses, by position. */
  kept: indices(),
  /** The outputs, one for each target; with classes one for each class, or one in all if there are two. */
  outputs: list(MODEL_OUTPUT),
  /** Quantiles, ascending: the outputs of each target follow one another, one for each tau, and are sorted at every row. */
  taus: optional(
    such(list(finite()), (taus) => taus.length > 0 && taus.every((tau, i) => tau > (taus[i - 1] ?? 0) && tau < 1)),
  ),
  /**
   * The levels of a categorical target. With two, output 0 is larger for the second, which is predicted if its probability is above `threshold`
   * (0.5 if omitted), or without a calibration if the output is positive; otherwise the largest output decides.
   */
  classes: optional(CLASSES),
  /** The projection to principal components; `outputs` is then empty. */
  components: optional(COMPONENTS_MODEL),
  /** The record of the fit; omitted by earlier versions. */
  fitted: optional(FIT_RECORD),
  /** The quality of the fit; omitted by earlier versions. */
  quality: optional(FIT_QUALITY),
  /** What a reader of an export should know of the fit beside its quality; omitted by earlier versions. */
  card: optional(FIT_CARD),
  read: READ_RULES,
});
