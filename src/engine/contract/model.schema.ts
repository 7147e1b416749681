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
import * as s from './schema';
import { isRecord } from './shape';

// The schemas of the parts of a model. model/save.ts checks that parts agree, such as lengths, and checks kernels and features by their kinds.

export const TRANSFORM = s.struct({
  inputs: s.list(TRANSFORM_INPUT),
  /** The number subtracted from each encoded column, and the number that divides it, d of each: 0 and 1 if not standardised. */
  centre: s.list(s.finite()),
  scale: s.list(s.positive()),
  /** Names of the d encoded columns: "width", "colour=red". */
  names: s.texts(),
  missing: MISSING_POLICY,
});

export const READ_RULES = s.extended(READ_OPTIONS, {
  frozen: s.optional(FROZEN_READING),
  /** Columns whose numbers have no unit, or 'all', as an earlier pass over the file has shown. */
  undecorated: s.optional(s.either(s.texts(), s.constant('all'))),
  /** Columns with numbers such as 1.2M, which are multiplied out. */
  multiplied: s.optional(s.texts()),
  /** Columns of two-letter codes, one of which is NA. */
  levels: s.optional(s.texts()),
  /** Columns of signs such as + and ++, one of which is -. */
  signs: s.optional(s.texts()),
  /** Columns of durations, and the meaning of 12:30 in them. */
  durations: s.optional(s.record(DURATION_PARTS)),
  /** Columns, by their names in the file, whose numbers are read as their logarithms. */
  logarithms: s.optional(s.texts()),
});

export const MATRIX = s.struct({ rows: s.natural(), columns: s.natural(), values: s.finites() });

/** The width of intervals; infinite if the fit met every row exactly. */
const width = s.such(s.real, (value) => value >= 0);
/** The largest error (in units of y) and the largest deviation of any training row left out. */
const largest = s.struct({ error: width, deviation: s.positive() });

export const INTERVAL_SPREAD = s.anyOf(
  s.struct({ kind: s.oneOf(['constant', 'posterior']), largest }),
  s.struct({
    kind: s.constant('fitted'),
    largest,
    alpha: s.finites(),
    beta: s.finites(),
    range: s.such(s.span(), ([low, high]) => low <= high),
  }),
);

const FEATURE_BLOCK = s.tagged<FeatureBlock, 'kind'>('kind', {
  constant: {},
  monomial: { powers: s.list(s.struct({ column: s.natural(), power: s.natural() })), name: s.text() },
  units: { map: s.byHand<FeatureMap>({ type: 'object' }, isRecord), name: s.text() },
});

export const MODEL_OUTPUT = s.struct({
  /** The name of the target column, or of the class; each quantile has the name of its target. */
  name: s.text(),
  alpha: s.finites(),
  beta: s.finites(),
  /** The spectral filter; omitted for fits that are not spectral filters. */
  filter: s.optional(FILTER_SPEC),
  /** The width w of 95 % prediction intervals (model/halfWidths.ts). */
  intervalWidth: width,
  /**
   * The spread of the intervals. If omitted, intervals are f(x) ± w·deviation(x) (spectrum/deviation.ts), the deviation being 1 without a filter:
   * for classes, for fits without a filter for which one width does as well, and for models before format 4.
   */
  spread: s.optional(INTERVAL_SPREAD),
});

export const COMPONENTS_MODEL = s.struct({
  /** Coefficients: points or features × l, column-major. */
  coefficients: s.finites(),
  offset: s.finites(),
  eigenvalues: s.finites(),
  meanWeights: s.finites(),
  constant: s.finite(),
  ownScale: s.positive(),
});

export const ERROR_MEASURES = s.struct({
  rmse: s.optional(s.finite()),
  /** R²; omitted if all values are the same. */
  r2: s.optional(s.finite()),
  accuracy: s.optional(s.finite()),
  /** The log loss; omitted if it is not finite, and for a model that is not calibrated. */
  logLoss: s.optional(s.finite()),
});

export const FIT_ERROR = s.extended(ERROR_MEASURES, { target: s.text(), rows: s.natural(), heldOut: s.flag() });

export const FIT_QUALITY = s.struct({
  /** The errors for each target for which they are known. */
  errors: s.list(FIT_ERROR),
  /** True if the intervals hold fewer or more of the held-out rows than their level says. */
  unreliableIntervals: s.flag(),
  /**
   * Callouts that concern predictions, each as one text, and without any text of a cell if it has one; omitted by
   * earlier versions.
   */
  doubts: s.optional(s.list(s.struct({ kind: CALLOUT.members.kind, text: s.text(), bare: s.optional(s.text()) }))),
  /** For inputs whose gaps were filled, the fraction of the rows with a gap, and the fraction of the file's rows with a cell that cannot be read. */
  gaps: s.list(s.struct({ column: s.text(), share: s.finite(), unread: s.finite() })),
});

export const FIT_CARD = s.struct({
  /** The day of the fit, in UTC: "2026-11-28". A time would make the same fit another file. */
  day: s.such(s.text(), (day) => /^\d{4}-\d\d-\d\d$/.test(day)),
  /** The targets for which one of these is known. */
  targets: s.list(
    s.struct({
      target: s.text(),
      /** The 95 % interval of the RMSE, or of the accuracy, that `quality` has. */
      error: s.optional(s.span()),
      /** The 95 % interval of that R². */
      r2: s.optional(s.span()),
      /** The number of held-out rows that say as much for these as one independent row. */
      designEffect: s.optional(s.real),
      /** For classes, the accuracy of always guessing the most common one. */
      baseline: s.optional(s.real),
      /**
       * The number of held-out rows that are in their 95 % prediction interval, or that have their class in their 95 %
       * set; `designEffect` of them say as much as one that is in it or not by itself.
       */
      inside: s.optional(
        s.such(
          s.struct({ rows: s.natural(), of: s.natural(), designEffect: s.optional(s.real) }),
          ({ rows, of }) => of > 0 && rows <= of,
        ),
      ),
    }),
  ),
});

export const SOLVED_TARGET = s.struct({
  /** For fits by least squares, the filter, with the numerical rank and the largest eigenvalue of their spectrum. */
  filter: s.optional(FILTER_SPEC),
  rank: s.optional(s.natural()),
  largest: s.optional(s.finite()),
  /** For robust, sparse and quantile fits, the strength (contract/robust.ts). */
  strength: s.optional(s.finite()),
  /** The accuracy of the solution at that strength: a relative duality gap, or a relative change. */
  remainder: s.optional(s.finite()),
  stepSize: s.optional(s.finite()),
  epsilon: s.optional(s.finite()),
  shifts: s.optional(s.list(s.finite())),
  /** For M-estimators, the weight of each training row. */
  robustWeights: s.optional(s.finites()),
});

/** Row numbers of the data, from 1. */
const dataRows = s.such(s.indices(), (rows) => rows.length > 0 && rows.every((row) => row > 0));

export const FIT_RECORD = s.struct({
  file: FILE_READING,
  /** The training rows in the order of training. */
  training: dataRows,
  /** The target columns in the order of the outputs; a classification has one. */
  targets: s.texts(),
  weights: s.optional(s.text()),
  parameters: PARAMETERS,
  /** The solution of each target, or of each output of a classification; empty for components. */
  solved: s.list(SOLVED_TARGET),
  heldOut: s.optional(
    s.such(
      s.struct({
        /** The file of held-out rows; omitted if they are rows of the same file. */
        file: s.optional(FILE_READING),
        rows: dataRows,
        /** Predictions for each output of the model, quantiles in order at every row; for components, their scores and the error that they leave. */
        predicted: s.list(s.reals()),
      }),
      ({ rows, predicted }) => s.agree(rows, ...predicted),
    ),
  ),
});

export const CLASSES = s.such(
  s.struct({
    column: s.text(),
    levels: s.texts(),
    calibration: s.optional(CALIBRATION),
    /** The threshold of two classes; 0.5 if omitted. */
    threshold: s.optional(s.such(s.positive(), (threshold) => threshold < 1)),
    /** The sets of classes by the calibrated probabilities; omitted by earlier versions. */
    sets: s.optional(CLASS_SETS),
  }),
  ({ levels, calibration, threshold }) =>
    levels.length >= 2 && calibrates(calibration, levels.length) && (threshold === undefined || levels.length === 2),
);

export const MODEL = s.struct({
  version: s.text(),
  method: s.text(),
  /** The training rows after the transform, n×d; for a Nyström fit only the landmarks. */
  x: MATRIX,
  transform: TRANSFORM,
  /** Square roots of the training rows' weights (mean weight 1); omitted if all are 1. */
  rootWeights: s.optional(s.such(s.finites(), (roots) => roots.every((root) => root >= 0))),
  kernel: s.byHand<KernelSpec>({ type: 'object' }, isRecord),
  /** The unpenalised features that the fit uses, in the order of `beta`. */
  unpenalised: s.list(FEATURE_BLOCK),
  /** The columns of the features' matrix that the fit uses, by position. */
  kept: s.indices(),
  /** The outputs, one for each target; with classes one for each class, or one in all if there are two. */
  outputs: s.list(MODEL_OUTPUT),
  /** Quantiles, ascending: the outputs of each target follow one another, one for each tau, and are sorted at every row. */
  taus: s.optional(
    s.such(
      s.list(s.finite()),
      (taus) => taus.length > 0 && taus.every((tau, i) => tau > (taus[i - 1] ?? 0) && tau < 1),
    ),
  ),
  /**
   * The levels of a categorical target. With two, output 0 is larger for the second, which is predicted if its probability is above `threshold`
   * (0.5 if omitted), or without a calibration if the output is positive; otherwise the largest output decides.
   */
  classes: s.optional(CLASSES),
  /** The projection to principal components; `outputs` is then empty. */
  components: s.optional(COMPONENTS_MODEL),
  /** The record of the fit; omitted by earlier versions. */
  fitted: s.optional(FIT_RECORD),
  /** The quality of the fit; omitted by earlier versions. */
  quality: s.optional(FIT_QUALITY),
  /** Further facts about the fit, beside its quality, for the reader of an export; omitted by earlier versions. */
  card: s.optional(FIT_CARD),
  read: READ_RULES,
});
