import { APPROXIMATION } from './approximation';
import { CALLOUT } from './callout';
import { CLASS_RESULT } from './classes';
import { COMPONENTS } from './components.schema';
import { DATA_REPORT, DESIGN_OPTIONS, FILE_SOURCE, FILE_STAMP, INSPECTION, READ_OPTIONS } from './data.schema';
import { DRAWN_MODEL, NAMED_KERNEL } from './drawnModel';
import { AXIS, FILTER_SPEC } from './filter';
import { IMPORTANCE } from './importance';

import { NOTE } from './note';
import { CHOSEN_PARAMETER, PARAMETERS } from './parameters';
import { APPROXIMATE } from './proposal';
import { RACE, RACE_DIFFERENCE } from './race.schema';
import { ROBUST_FIT, robustSuits, STRENGTH_AXIS } from './robust';
import {
  agree,
  byHand,
  constant,
  count,
  either,
  extended,
  flag,
  indices,
  isPlace,
  list,
  named,
  oneOf,
  optional,
  pair,
  real,
  reals,
  record,
  singles,
  struct,
  such,
  text,
  texts,
} from './schema';

import { SPECTRUM_DATA } from './spectrum.schema';

// The schemas of the types of run.ts, whose code pages load without them. Numbers may be NaN if something could not be computed.

export const NOISE_ESTIMATE = struct({
  /** Variance of the noise, in units of y squared. */
  sigma2: real,
  /** Standard error of sigma2. */
  standardError: real,
  /** How the noise was estimated, in words: "from the residuals and the rows left out". */
  rule: text(),
  /** The kind of estimate: only the one from the last directions is an upper bound. Omitted in runs of earlier versions. */
  by: optional(oneOf(['lastDirections', 'residuals'])),
});

export const RISK_PATH = named(
  'path',
  such(
    struct({
      axis: AXIS,
      /** Values of the parameter, ascending; whole numbers for k, r and steps; lambda is per sample. */
      values: reals(),
      /** Leave-one-out error. */
      loo: reals(),
      /** The mean over folds of the K-fold error, and its standard error over the folds. Empty if folds = 0. */
      cv: reals(),
      cvStandardError: reals(),
      degreesOfFreedom: reals(),
      gcv: reals(),
      /** The squared bias by TKRR Theorem 1 with estimated scores and noise. */
      bias: reals(),
      variance: reals(),
      /** Bias² and variance together. */
      total: reals(),
      /** The indices of the least loo, gcv, cv and total, and of the most regular value within one standard error of the least cv. */
      least: struct({ loo: count(), gcv: count(), cv: count(), total: count(), oneStandardError: count() }),
    }),
    ({ values, loo, cv, cvStandardError, degreesOfFreedom, gcv, bias, variance, total, least }) =>
      agree(values, loo, degreesOfFreedom, gcv, bias, variance, total) &&
      [cv, cvStandardError].every((errors) => errors.length === 0 || agree(values, errors)) &&
      Object.values(least).every((place) => isPlace(place, values)),
  ),
);

export const LOO_SURFACE = named(
  'looSurface',
  such(
    struct({
      axes: list(struct({ axis: AXIS, values: reals() })),
      /** The leave-one-out errors, row-major: the last axis runs fastest. NaN if k > r. */
      loo: reals(),
    }),
    ({ axes, loo }) => axes.reduce((size, { values }) => size * values.length, 1) === loo.length,
  ),
);

const TRIED = struct({
  rule: text(),
  /**
   * The criterion that was minimised: the leave-one-out error (y²), the K-fold error (y²), minus the log marginal likelihood per row, or the
   * method's own K-fold mean absolute or quantile loss (units of y).
   */
  criterion: oneOf(['loo', 'cv', 'marginalLikelihood', 'absolute', 'pinball']),
  /** Length scales tried, ascending (with one per column: the factors that multiplied them all). */
  lengthScale: reals(),
  /** The least criterion for each length scale. */
  score: reals(),
  /** The number of rows on which each was tried (a seeded subsample for the coarse pass). */
  rows: indices(),
});

export const RIDGE_SCALE_SEARCH = such(
  extended(TRIED, {
    /** The lambda of the least criterion at each length scale. */
    lambda: reals(),
  }),
  ({ lengthScale, score, rows, lambda, ...others }) =>
    agree(lengthScale, score, rows, lambda) && !('strength' in others),
);

export const PATH_SCALE_SEARCH = such(
  extended(TRIED, {
    axis: STRENGTH_AXIS,
    /** The strength of the least criterion at each length scale, on that axis. */
    strength: reals(),
  }),
  ({ lengthScale, score, rows, strength }) => agree(lengthScale, score, rows, strength),
);

export const SCORES = named(
  'scores',
  such(
    struct({
      r2: real,
      /** The error in units of the target. */
      rmse: real,
      /** The error in units of the target. */
      mae: real,
      /** The median absolute error in units of the target; omitted in runs of earlier versions. */
      typicalMiss: optional(real),
      /** The number of held-out rows. */
      n: count(),
      /** The 95 % interval of r2, by a seeded bootstrap. */
      r2Interval: pair(),
      /** The 95 % interval of rmse, by a seeded bootstrap. */
      rmseInterval: pair(),
      /** The fraction of rows inside their 95 % prediction interval. */
      coverage: real,
      /**
       * The coverage among the narrowest, the middle and the widest third of the intervals; omitted if their widths hardly differ, and in runs of
       * earlier versions.
       */
      coverageByWidth: optional(list(struct({ coverage: real, n: count() }))),
    }),
    ({ coverageByWidth }) => (coverageByWidth?.length ?? 3) === 3,
  ),
);

export const HOLDOUT = struct({
  /** The held-out rows, as row numbers of the data from 1. */
  rows: indices(),
  lines: indices(),
  observed: reals(),
  predicted: reals(),
  /** The ends of the 95 % prediction interval. */
  lower: reals(),
  upper: reals(),
});
export const HOLDOUT_PREDICTIONS = such(HOLDOUT, ({ rows, lines, observed, predicted, lower, upper }) =>
  agree(rows, lines, observed, predicted, lower, upper),
);

export const LIVE_PREDICTOR = such(
  struct({
    rows: count(),
    rank: count(),
    p: singles(),
    base: reals(),
    /** For intervals, k'(x_j, x_j). Omitted if no intervals are drawn. */
    prior: optional(reals()),
    /** ||R^-T·F(x_j)'||², the leverage of x_j on the unpenalised features. */
    leverage: optional(reals()),
  }),
  ({ rows, rank, p, base, prior, leverage }) =>
    rows === base.length && p.length === rows * rank && agree(base, prior, leverage),
);

export const PARTIAL_DEPENDENCE = such(
  struct({
    column: text(),
    kind: oneOf(['number', 'boolean', 'date', 'category']),
    /** The values of the column, in its raw units; 0…levels−1 for a category. */
    grid: reals(),
    levels: optional(texts()),
    predictor: LIVE_PREDICTOR,
    /**
     * cov(f_j, f)/var(f) over rows, f_j being this mean at each row's value of the column: the part of the variance that the column carries by
     * itself. What the sum over all columns lacks to 1 is carried only by several together.
     */
    share: optional(real),
    /** For classes, the mean probability of the output's class at the fitted filter (of the second of two), one for each point of the grid. */
    probability: optional(reals()),
    /** Quantiles (0, 2.5 %, …, 100 %) of the training values, for the rug. */
    rug: reals(),
  }),
  ({ grid, predictor, probability }) => agree(grid, predictor.base, probability),
);

export const CURVE_FIT = such(
  struct({
    column: text(),
    grid: reals(),
    predictor: LIVE_PREDICTOR,
    /** The training rows' values in raw units. */
    x: reals(),
    y: reals(),
    rows: indices(),
    lines: indices(),
  }),
  ({ grid, predictor, x, y, rows, lines }) => agree(grid, predictor.base) && agree(x, y, rows, lines),
);

export const BACK_END = struct({
  /** The linear algebra that was used; omitted in runs of versions that had only the embedded one. */
  backEnd: optional(oneOf(['embedded', 'native'])),
  /** The build of the embedded core, or the library with its version. */
  name: text(),
  threads: count(),
});

export const LEARNING_POINTS = such(
  struct({
    /** The mean number of rows fitted. */
    rows: reals(),
    /** The mean squared error (y²) at the best lambda, and its standard error over the parts. */
    error: reals(),
    standardError: reals(),
    /**
     * Errors with about half of the rows and with more; absent with fewer than five folds, if refits were needed and not made, and in earlier
     * runs.
     */
    doubling: optional(
      struct({
        /** The two numbers of rows fitted: about half of the rows, and those outside a fold. */
        rows: pair(),
        /** The mean squared errors (y²) of all rows for either number, each row predicted by fits without it. */
        error: pair(),
        /** The standard error of the logarithm of their ratio: paired row by row, and for other rows to fit. */
        logStandardError: real,
      }),
    ),
    /**
     * The fit of every row exactly, which ridge tends to as lambda does to 0, with the members of `doubling`; absent where an eigenvalue is too
     * small for it, and in earlier runs.
     */
    interpolating: optional(
      struct({
        rows: pair(),
        error: pair(),
        logStandardError: real,
        /** The lowest leave-one-out error (y²) of the path. */
        best: real,
        /** The standard error of the logarithm of the ratio of the exact fit's error to it, paired row by row. */
        costStandardError: real,
      }),
    ),
  }),
  ({ rows, error, standardError }) => agree(rows, error, standardError),
);

export const METRICS = struct({
  /** The scores on held-out rows; omitted if none were held out. */
  holdout: optional(SCORES),
  /** Mean squared leave-one-out error. */
  loo: real,
  /**
   * The factor, above 1, by which `loo` and `cv` are to be multiplied for new rows: the kernel was chosen on the same rows, and the comparison
   * that chose it has judged it on rows that it had not seen. Intervals include it.
   */
  optimism: optional(real),
  gcv: real,
  /** Mean squared error over folds. */
  cv: real,
  cvStandardError: real,
  folds: count(),
  degreesOfFreedom: real,
});

export const TARGET = struct({
  /** The name of the target column, or of the class. */
  target: text(),
  /** The training mean of y. */
  mean: real,
  /** The training variance (ddof 0) of y. */
  variance: real,
  spectrum: SPECTRUM_DATA,
  noise: NOISE_ESTIMATE,
  /** The filter of the stored model. Its parameters need not be on the grids. */
  filter: FILTER_SPEC,
  /** The risk paths, one for each axis of the method, the principal one first. */
  paths: list(RISK_PATH),
  /** The leave-one-out errors over all axes together; absent if there is only one. */
  surface: optional(LOO_SURFACE),
  /** The errors at the chosen filter, in units of y squared. */
  metrics: METRICS,
  holdout: optional(HOLDOUT_PREDICTIONS),
  /**
   * Standard errors of the unpenalised coefficients, in the order of the model's; omitted where none can be told, and in runs of earlier versions.
   */
  coefficientErrors: optional(reals()),
  live: struct({
    /** The predictor of held-out rows; omitted also if it would be too large. */
    holdout: optional(LIVE_PREDICTOR),
    partial: list(PARTIAL_DEPENDENCE),
    curve: optional(CURVE_FIT),
  }),
  /**
   * A robust, sparse or quantile fit. `holdout` and `metrics.holdout` are then its own; spectrum, noise, filter, paths and the
   * predictors of `live` are those of the ridge baseline, kernel ridge regression with the same kernel (`live.holdout` is left out).
   */
  robust: optional(ROBUST_FIT),
});
export const TARGET_RESULT = such(
  TARGET,
  ({ robust, holdout, live: { partial, curve } }) =>
    robust === undefined || robustSuits(robust, holdout?.rows.length ?? 0, partial, curve),
);

export const BASELINE = struct({
  /** The best single column by its levels' means, or ridge regression on the encoded columns. */
  kind: oneOf(['column', 'line']),
  /** The column, if the baseline is the best single column. */
  column: optional(text()),
  /** The number of training rows that it was fitted to: a sample of them if they are many. */
  rows: count(),
  /** Predictions of the held-out rows, in the coding of each output; the outputs have no fixed order. */
  outputs: list(struct({ name: text(), predicted: reals() })),
});

export const SOFT_THRESHOLDING = such(
  struct({
    /** The number k of unpenalised random features, and kappa with sum lambda_i/(lambda_i + kappa) = k. */
    k: real,
    kappa: real,
    /** The eigenvalues of K/n, descending, and u_i'·K'·u_i/n for the residual kernel K' in the same directions. */
    before: reals(),
    after: reals(),
    /** Each k tried with its lowest leave-one-out error (y²), if k was searched. */
    tried: optional(struct({ k: reals(), loo: reals() })),
  }),
  ({ tried }) => tried === undefined || agree(tried.k, tried.loo),
);

export const PART_SIZE = either(
  such(count(), (bytes) => bytes > 0),
  constant('file'),
);

export const CLUSTER_PLACE = struct({
  engine: oneOf(['spark', 'dask']),
  /** The cluster's address; if omitted, the one in the engine's own configuration. */
  address: optional(text()),
  /** True if parts that fail because of their data are left out. */
  skipFailed: optional(flag()),
  /** The size of a part; if omitted, large files that can be cut are. */
  partSize: optional(PART_SIZE),
});

export const FIT_REQUEST = struct({
  source: FILE_SOURCE,
  read: READ_OPTIONS,
  design: DESIGN_OPTIONS,
  method: text(),
  /**
   * True if no method was named: where an exact fit by `method` takes long, the recommended way to fit as many rows takes its place. The request of
   * a run names the way that was fitted.
   */
  openMethod: optional(byHand<true>({ const: true }, (value) => value === true)),
  /** The parameters that the person set; the others are chosen by rule. */
  parameters: PARAMETERS,
  /** True if rows are read from the file as often as they are needed and not held, even if they would fit in memory. */
  streamed: optional(byHand<true>({ const: true }, (value) => value === true)),
  /** The cluster on which the rows are read part by part; it sees their files at the same paths. */
  onCluster: optional(CLUSTER_PLACE),
});

/** The members of every run, whatever was fitted. Of the model and the kernel, only the parts that are shown are checked. */
export const RUN_RECORD = struct({
  kernelscope: text(),
  id: text(),
  /** The time of the fit, ISO 8601. */
  created: text(),
  request: FIT_REQUEST,
  file: FILE_STAMP,
  method: struct({ id: text(), title: text() }),
  data: DATA_REPORT,
  inspection: INSPECTION,
  parameters: list(CHOSEN_PARAMETER),
  kernel: NAMED_KERNEL,
  /** The kernel's name, for lists that do not read kernels: "Matérn 3/2 kernel"; omitted in runs of earlier versions. */
  kernelName: optional(text()),
  search: optional(either(PATH_SCALE_SEARCH, RIDGE_SCALE_SEARCH)),
  model: DRAWN_MODEL,
  backend: BACK_END,
  /** Seconds by stage: read, design, search, gram, eigen, path, predict, total. */
  timings: record(real),
  /** The bytes of memory that the fit was expected to take when it began; omitted in runs of earlier versions. */
  bytes: optional(real),
  /** The way that was fitted in place of an exact fit, if one was chosen. */
  approximate: optional(APPROXIMATE),
  notes: list(NOTE),
  /** What a reader of any number should know first, the most important first; of earlier versions among the notes. */
  callouts: optional(list(CALLOUT)),
});

/** The members of a fit to a target, beside those of every run and of its first target. */
export const FIT = struct({
  /** The targets, or the classes, beyond the first. */
  others: list(TARGET_RESULT),
  classes: optional(CLASS_RESULT),
  /** The axes of the filter that sliders move, the principal one first. */
  axes: list(AXIS),
  /** exact: LOO and fold errors are those of refitting; fixedBasis: they hold the eigenbasis fixed, or stop at the same step. */
  shortcut: oneOf(['exact', 'fixedBasis']),
  /** How fold errors were found. */
  foldsBy: oneOf(['shortcut', 'refit', 'none']),
  soft: optional(SOFT_THRESHOLDING),
  /** The learning curve of the first target, if it was measured. */
  learning: optional(LEARNING_POINTS),
  /** The error of truncated ridge less that of this ridge on the same folds; measured for over-aligned targets (TKRR theorem 2). */
  truncation: optional(RACE_DIFFERENCE),
  /** The baselines on the held-out rows; none if nothing is held out, and in runs of earlier versions. */
  baselines: optional(list(BASELINE)),
  /**
   * The importance of each column for the first target, or for all classes together; absent if no or few rows are held out, in interim runs and in
   * runs of earlier versions.
   */
  importance: optional(IMPORTANCE),
  /**
   * The comparison that chose the kernel and length scales, or from which the person then took another candidate; absent if there was none. While
   * its `chosen` is open this is an interim run.
   */
  race: optional(RACE),
  /** The approximation of a fit on random features or landmarks: the spectrum is then that of the approximated kernel. */
  approximation: optional(APPROXIMATION),
});

/** The members of a fit of principal components, in place of those of a fit to a target. */
export const COMPONENTS_FIT = struct({ components: COMPONENTS });
