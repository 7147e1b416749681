import { CALIBRATION, CLASS_SETS, calibrates } from './classes';
import { FILE_READING, FROZEN_READING, MISSING_POLICY, READ_OPTIONS, TRANSFORM_INPUT } from './data.schema';
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
  span,
  struct,
  such,
  tagged,
  text,
  texts,
} from './schema';
import { isRecord } from './shape';

// The schemas of what a model is made of. What belongs together, such as lengths, and kernels and features by their kinds, model/save.ts checks.

export const TRANSFORM = struct({
  inputs: list(TRANSFORM_INPUT),
  /** Length d: what is subtracted from and what divides each encoded column. 0 and 1 when not standardised. */
  centre: list(finite()),
  scale: list(positive()),
  /** Names of the d encoded columns: "width", "colour=red". */
  names: texts(),
  missing: MISSING_POLICY,
});

export const READ_RULES = extended(READ_OPTIONS, {
  frozen: optional(FROZEN_READING),
  /** Columns, or all, whose numbers have no unit, as an earlier look has shown. */
  undecorated: optional(either(texts(), constant('all'))),
  /** Columns of two-letter codes, of which NA is one. */
  levels: optional(texts()),
});

export const MATRIX = struct({ rows: count(), columns: count(), values: finites() });

/** Infinite where the fit met every row exactly. */
const width = such(real, (value) => value >= 0);
/** The largest error (units of y) and deviation of any training row left out. */
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
  /** Name of the target column, or of the class; that of its target for each quantile. */
  name: text(),
  alpha: finites(),
  beta: finites(),
  /** Left out for fits that are no spectral filter. */
  filter: optional(FILTER_SPEC),
  /** w of 95 % prediction intervals (model/halfWidths.ts). */
  intervalWidth: width,
  /**
   * Left out: intervals are f(x) ± w·deviation(x) (spectrum/deviation.ts), the deviation being 1 without a filter. So are those of
   * classes, of fits without a filter for which one width does as well, and of models before format 4.
   */
  spread: optional(INTERVAL_SPREAD),
});

export const COMPONENTS_MODEL = struct({
  /** points or features × l, column-major. */
  coefficients: finites(),
  offset: finites(),
  eigenvalues: finites(),
  meanWeights: finites(),
  constant: finite(),
  ownScale: positive(),
});

export const ERROR_MEASURES = struct({
  rmse: optional(finite()),
  /** Left out where all values are the same. */
  r2: optional(finite()),
  accuracy: optional(finite()),
  /** Left out where it is not finite, and for a model that is not calibrated. */
  logLoss: optional(finite()),
});

export const FIT_ERROR = extended(ERROR_MEASURES, { target: text(), rows: count(), heldOut: flag() });

export const FIT_QUALITY = struct({
  /** One for each target of which it is known. */
  errors: list(FIT_ERROR),
  /** Whether its intervals hold fewer or more of the held-out rows than they say. */
  unreliableIntervals: flag(),
  /** Of inputs whose gaps were filled: the share of the rows that have one, and of the rows of the file that have what cannot be read. */
  gaps: list(struct({ column: text(), share: finite(), unread: finite() })),
});

export const SOLVED_TARGET = struct({
  /** Of fits by least squares, with the numerical rank and the largest eigenvalue of their spectrum. */
  filter: optional(FILTER_SPEC),
  rank: optional(count()),
  largest: optional(finite()),
  /** Of robust, sparse and quantile fits (contract/robust.ts). */
  strength: optional(finite()),
  /** How well it is solved there: a relative duality gap, or a relative change. */
  remainder: optional(finite()),
  stepSize: optional(finite()),
  epsilon: optional(finite()),
  shifts: optional(list(finite())),
  /** Of M-estimators, by training row. */
  robustWeights: optional(finites()),
});

/** 1-based data rows. */
const dataRows = such(indices(), (rows) => rows.length > 0 && rows.every((row) => row > 0));

export const FIT_RECORD = struct({
  file: FILE_READING,
  /** In the order of training. */
  training: dataRows,
  /** Columns, in the order of the outputs; of a classification the one. */
  targets: texts(),
  weights: optional(text()),
  parameters: PARAMETERS,
  /** One for each target, of a classification for each output; none of components. */
  solved: list(SOLVED_TARGET),
  heldOut: optional(
    such(
      struct({
        /** Left out where they are rows of the same file. */
        file: optional(FILE_READING),
        rows: dataRows,
        /** One for each output of the model, quantiles in order at every row; of components their scores and the error that they leave. */
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
    /** Of two classes; 0.5 where it is left out. */
    threshold: optional(such(positive(), (threshold) => threshold < 1)),
    /** Of the calibrated probabilities; left out by versions before. */
    sets: optional(CLASS_SETS),
  }),
  ({ levels, calibration, threshold }) =>
    levels.length >= 2 && calibrates(calibration, levels.length) && (threshold === undefined || levels.length === 2),
);

export const MODEL = struct({
  version: text(),
  method: text(),
  /** Training rows after the transform, n×d; the landmarks alone for a Nyström fit. */
  x: MATRIX,
  transform: TRANSFORM,
  /** Square roots of the training rows' weights (mean weight 1); left out when all are 1. */
  rootWeights: optional(such(finites(), (roots) => roots.every((root) => root >= 0))),
  kernel: byHand<KernelSpec>({ type: 'object' }, isRecord),
  /** The unpenalised features that were kept, in the order of `beta`. */
  unpenalised: list(FEATURE_BLOCK),
  /** Columns of the features' matrix that were kept, by position. */
  kept: indices(),
  /** One for each target; with classes one for each class, or one in all when there are two. */
  outputs: list(MODEL_OUTPUT),
  /** Quantiles, ascending: the outputs of each target follow one another, one for each tau, and are sorted at every row. */
  taus: optional(
    such(list(finite()), (taus) => taus.length > 0 && taus.every((tau, i) => tau > (taus[i - 1] ?? 0) && tau < 1)),
  ),
  /**
   * Levels of a categorical target. With two, output 0 is larger for the second, which is predicted where its probability is above
   * `threshold` (0.5 where it is left out), or without a calibration where the output is positive; otherwise the largest output decides.
   */
  classes: optional(CLASSES),
  /** Of principal components; `outputs` is then empty. */
  components: optional(COMPONENTS_MODEL),
  /** Left out by versions before. */
  fitted: optional(FIT_RECORD),
  /** Left out by versions before. */
  quality: optional(FIT_QUALITY),
  read: READ_RULES,
});
