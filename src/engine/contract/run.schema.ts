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
import * as s from './schema';

import { SPECTRUM_DATA } from './spectrum.schema';

// The schemas of the types of run.ts, whose code pages load without them. Numbers may be NaN if something could not be computed.

export const NOISE_ESTIMATE = s.struct({
  /** Variance of the noise, in units of y squared. */
  sigma2: s.real,
  /** Standard error of sigma2. */
  standardError: s.real,
  /**
   * The part that heavier tails than normal ones add to the standard error, as a fraction of sigma2: an error that all
   * scores have in common. Omitted if tails are not heavier.
   */
  tails: s.optional(s.real),
  /** How the noise was estimated, in words: "from the residuals and the rows left out". */
  rule: s.text(),
  /** The kind of estimate: only the one from the last directions is an upper bound. Omitted in runs of earlier versions. */
  by: s.optional(s.oneOf(['lastDirections', 'residuals'])),
});

export const RISK_PATH = s.named(
  'path',
  s.such(
    s.struct({
      axis: AXIS,
      /** Values of the parameter, ascending; integers for k, r and steps; lambda is per sample. */
      values: s.reals(),
      /** Leave-one-out error. */
      loo: s.reals(),
      /** The mean over folds of the K-fold error, and its standard error over the folds. Empty if folds = 0. */
      cv: s.reals(),
      cvStandardError: s.reals(),
      degreesOfFreedom: s.reals(),
      gcv: s.reals(),
      /** The squared bias by TKRR Theorem 1 with estimated scores and noise. */
      bias: s.reals(),
      variance: s.reals(),
      /** Bias² and variance together. */
      total: s.reals(),
      /**
       * The indices of the lowest loo, gcv, cv and total, and of the most regular value within one standard error of
       * the lowest cv.
       */
      least: s.struct({
        loo: s.natural(),
        gcv: s.natural(),
        cv: s.natural(),
        total: s.natural(),
        oneStandardError: s.natural(),
      }),
    }),
    ({ values, loo, cv, cvStandardError, degreesOfFreedom, gcv, bias, variance, total, least }) =>
      s.agree(values, loo, degreesOfFreedom, gcv, bias, variance, total) &&
      [cv, cvStandardError].every((errors) => errors.length === 0 || s.agree(values, errors)) &&
      Object.values(least).every((place) => s.isPlace(place, values)),
  ),
);

export const LOO_SURFACE = s.named(
  'looSurface',
  s.such(
    s.struct({
      axes: s.list(s.struct({ axis: AXIS, values: s.reals() })),
      /** The leave-one-out errors, row-major: the last axis runs fastest. NaN if k > r. */
      loo: s.reals(),
    }),
    ({ axes, loo }) => axes.reduce((size, { values }) => size * values.length, 1) === loo.length,
  ),
);

const TRIED = s.struct({
  rule: s.text(),
  /**
   * The criterion that was minimised: the leave-one-out error (y²), the K-fold error (y²), minus the log marginal likelihood per row, or the
   * method's own K-fold mean absolute or quantile loss (units of y).
   */
  criterion: s.oneOf(['loo', 'cv', 'marginalLikelihood', 'absolute', 'pinball']),
  /** Length scales tried, ascending (with one per column: the factors that multiplied them all). */
  lengthScale: s.reals(),
  /** The lowest criterion for each length scale. */
  score: s.reals(),
  /** The number of rows on which each was tried (a seeded subsample for the coarse pass). */
  rows: s.indices(),
});

export const RIDGE_SCALE_SEARCH = s.such(
  s.extended(TRIED, {
    /** The lambda of the lowest criterion at each length scale. */
    lambda: s.reals(),
  }),
  ({ lengthScale, score, rows, lambda, ...others }) =>
    s.agree(lengthScale, score, rows, lambda) && !('strength' in others),
);

export const PATH_SCALE_SEARCH = s.such(
  s.extended(TRIED, {
    axis: STRENGTH_AXIS,
    /** The strength of the lowest criterion at each length scale, on that axis. */
    strength: s.reals(),
  }),
  ({ lengthScale, score, rows, strength }) => s.agree(lengthScale, score, rows, strength),
);

export const SCORES = s.named(
  'scores',
  s.such(
    s.struct({
      r2: s.real,
      /** The error in units of the target. */
      rmse: s.real,
      /** The error in units of the target. */
      mae: s.real,
      /** The median absolute error in units of the target; omitted in runs of earlier versions. */
      typicalMiss: s.optional(s.real),
      /** The number of held-out rows. */
      n: s.natural(),
      /**
       * The number of held-out rows that are worth one independent row, at least 1: more if neighbours in time or rows of
       * a group are missed alike (errors), or are inside or outside their intervals alike (inside). Intervals are those of
       * as many rows fewer. Omitted if both are 1, and in runs of earlier versions.
       */
      designEffect: s.optional(s.struct({ errors: s.real, inside: s.real })),
      /** The 95 % interval of r2, by a jackknife of ln(1 − r2). */
      r2Interval: s.pair(),
      /** The 95 % interval of rmse, by Student's t freed of skewness. */
      rmseInterval: s.pair(),
      /** The fraction of rows inside their 95 % prediction interval. */
      coverage: s.real,
      /**
       * The coverage among the narrowest, the middle and the widest third of the intervals; omitted if their widths hardly differ, and in runs of
       * earlier versions.
       */
      coverageByWidth: s.optional(s.list(s.struct({ coverage: s.real, n: s.natural() }))),
    }),
    ({ coverageByWidth }) => (coverageByWidth?.length ?? 3) === 3,
  ),
);

export const HOLDOUT = s.struct({
  /** The held-out rows, as row numbers of the data from 1. */
  rows: s.indices(),
  lines: s.indices(),
  observed: s.reals(),
  predicted: s.reals(),
  /** The ends of the 95 % prediction interval. */
  lower: s.reals(),
  upper: s.reals(),
});
export const HOLDOUT_PREDICTIONS = s.such(HOLDOUT, ({ rows, lines, observed, predicted, lower, upper }) =>
  s.agree(rows, lines, observed, predicted, lower, upper),
);

export const LIVE_PREDICTOR = s.such(
  s.struct({
    rows: s.natural(),
    rank: s.natural(),
    p: s.singles(),
    base: s.reals(),
    /** For intervals, k'(x_j, x_j). Omitted if no intervals are drawn. */
    prior: s.optional(s.reals()),
    /** ||R^-T·F(x_j)'||², the leverage of x_j on the unpenalised features. */
    leverage: s.optional(s.reals()),
  }),
  ({ rows, rank, p, base, prior, leverage }) =>
    rows === base.length && p.length === rows * rank && s.agree(base, prior, leverage),
);

export const PARTIAL_DEPENDENCE = s.such(
  s.struct({
    column: s.text(),
    kind: s.oneOf(['number', 'boolean', 'date', 'category']),
    /** The values of the column, in its raw units; 0…levels−1 for a category. */
    grid: s.reals(),
    levels: s.optional(s.texts()),
    predictor: LIVE_PREDICTOR,
    /**
     * cov(f_j, f)/var(f) over rows, f_j being this mean at each row's value of the column: the part of the variance
     * that the column explains by itself. If the sum over all columns is less than 1, only several together explain the
     * rest.
     */
    share: s.optional(s.real),
    /** For classes, the mean probability of the output's class at the fitted filter (of the second of two), one for each point of the grid. */
    probability: s.optional(s.reals()),
    /** Quantiles (0, 2.5 %, …, 100 %) of the training values, for the rug. */
    rug: s.reals(),
  }),
  ({ grid, predictor, probability }) => s.agree(grid, predictor.base, probability),
);

export const CURVE_FIT = s.such(
  s.struct({
    column: s.text(),
    grid: s.reals(),
    predictor: LIVE_PREDICTOR,
    /** The training rows' values in raw units. */
    x: s.reals(),
    y: s.reals(),
    rows: s.indices(),
    lines: s.indices(),
  }),
  ({ grid, predictor, x, y, rows, lines }) => s.agree(grid, predictor.base) && s.agree(x, y, rows, lines),
);

export const BACK_END = s.struct({
  /** The linear algebra that was used; omitted in runs of versions that had only the embedded one. */
  backEnd: s.optional(s.oneOf(['embedded', 'native'])),
  /** The build of the embedded core, or the library with its version. */
  name: s.text(),
  threads: s.natural(),
});

export const LEARNING_POINTS = s.such(
  s.struct({
    /** The mean number of rows fitted. */
    rows: s.reals(),
    /** The mean squared error (y²) at the best lambda, and its standard error over the parts. */
    error: s.reals(),
    standardError: s.reals(),
    /**
     * Errors with about half of the rows and with more; absent with fewer than five folds, if refits were needed and not made, and in earlier
     * runs.
     */
    doubling: s.optional(
      s.struct({
        /** The two numbers of rows fitted: about half of the rows, and those outside a fold. */
        rows: s.pair(),
        /** The mean squared errors (y²) of all rows for either number, each row predicted by fits without it. */
        error: s.pair(),
        /** The standard error of the logarithm of their ratio: paired row by row, and for other rows to fit. */
        logStandardError: s.real,
      }),
    ),
    /**
     * The fit that interpolates every row exactly, the limit of ridge as lambda tends to 0, with the members of
     * `doubling`; absent if an eigenvalue is too small for it, and in earlier runs.
     */
    interpolating: s.optional(
      s.struct({
        rows: s.pair(),
        error: s.pair(),
        logStandardError: s.real,
        /** The lowest leave-one-out error (y²) of the path. */
        best: s.real,
        /** The standard error of the logarithm of the ratio of the exact fit's error to it, paired row by row. */
        costStandardError: s.real,
      }),
    ),
  }),
  ({ rows, error, standardError }) => s.agree(rows, error, standardError),
);

export const METRICS = s.struct({
  /** The scores on held-out rows; omitted if none were held out. */
  holdout: s.optional(SCORES),
  /** Mean squared leave-one-out error. */
  loo: s.real,
  /**
   * The factor, above 1, by which `loo` is to be multiplied for new rows: the kernel was chosen on the same rows, and the comparison that chose it
   * has judged it on rows that it had not seen; or refitted folds, or folds that leave out together what stays together, have larger errors.
   * Intervals include it.
   */
  optimism: s.optional(s.real),
  gcv: s.real,
  /** Mean squared error over folds. */
  cv: s.real,
  cvStandardError: s.real,
  folds: s.natural(),
  degreesOfFreedom: s.real,
});

export const TARGET = s.struct({
  /** The name of the target column, or of the class. */
  target: s.text(),
  /** The training mean of y. */
  mean: s.real,
  /** The training variance (ddof 0) of y. */
  variance: s.real,
  spectrum: SPECTRUM_DATA,
  noise: NOISE_ESTIMATE,
  /** The filter of the stored model. Its parameters need not be on the grids. */
  filter: FILTER_SPEC,
  /** The risk paths, one for each axis of the method, the principal one first. */
  paths: s.list(RISK_PATH),
  /** The leave-one-out errors over all axes together; absent if there is only one. */
  surface: s.optional(LOO_SURFACE),
  /** The errors at the chosen filter, in units of y squared. */
  metrics: METRICS,
  holdout: s.optional(HOLDOUT_PREDICTIONS),
  /**
   * Standard errors of the unpenalised coefficients, in the order of the model's; omitted if they cannot be determined,
   * and in runs of earlier versions.
   */
  coefficientErrors: s.optional(s.reals()),
  live: s.struct({
    /** The predictor of held-out rows; omitted also if it would be too large. */
    holdout: s.optional(LIVE_PREDICTOR),
    partial: s.list(PARTIAL_DEPENDENCE),
    curve: s.optional(CURVE_FIT),
  }),
  /**
   * A robust, sparse or quantile fit. `holdout` and `metrics.holdout` are then its own; spectrum, noise, filter, paths and the
   * predictors of `live` are those of the ridge baseline, kernel ridge regression with the same kernel (`live.holdout` is left out).
   */
  robust: s.optional(ROBUST_FIT),
});
export const TARGET_RESULT = s.such(
  TARGET,
  ({ robust, holdout, live: { partial, curve } }) =>
    robust === undefined || robustSuits(robust, holdout?.rows.length ?? 0, partial, curve),
);

export const BASELINE = s.struct({
  /** The best single column by its levels' means, or ridge regression on the encoded columns. */
  kind: s.oneOf(['column', 'line']),
  /** The column, if the baseline is the best single column. */
  column: s.optional(s.text()),
  /** The number of training rows that it was fitted to: a sample of them if they are many. */
  rows: s.natural(),
  /** Predictions of the held-out rows, in the coding of each output; the outputs have no fixed order. */
  outputs: s.list(s.struct({ name: s.text(), predicted: s.reals() })),
});

export const SOFT_THRESHOLDING = s.such(
  s.struct({
    /** The number k of unpenalised random features, and kappa with sum lambda_i/(lambda_i + kappa) = k. */
    k: s.real,
    kappa: s.real,
    /** The eigenvalues of K/n, descending, and u_i'·K'·u_i/n for the residual kernel K' in the same directions. */
    before: s.reals(),
    after: s.reals(),
    /** Each k tried with its lowest leave-one-out error (y²), if k was searched. */
    tried: s.optional(s.struct({ k: s.reals(), loo: s.reals() })),
  }),
  ({ tried }) => tried === undefined || s.agree(tried.k, tried.loo),
);

export const PART_SIZE = s.either(
  s.such(s.natural(), (bytes) => bytes > 0),
  s.constant('file'),
);

export const CLUSTER_PLACE = s.struct({
  engine: s.oneOf(['spark', 'dask']),
  /** The cluster's address; if omitted, the one in the engine's own configuration. */
  address: s.optional(s.text()),
  /** True if parts that fail because of their data are left out. */
  skipFailed: s.optional(s.flag()),
  /** The size of a part; if omitted, large files that can be cut are. */
  partSize: s.optional(PART_SIZE),
});

export const FIT_REQUEST = s.struct({
  source: FILE_SOURCE,
  read: READ_OPTIONS,
  design: DESIGN_OPTIONS,
  method: s.text(),
  /**
   * True if no method was named: if an exact fit by `method` takes long, the recommended way to fit as many rows
   * replaces it. The request of a run names the way that was fitted.
   */
  openMethod: s.optional(s.byHand<true>({ const: true }, (value) => value === true)),
  /** The parameters that the person set; the others are chosen by rule. */
  parameters: PARAMETERS,
  /** True if rows are read from the file as often as they are needed and not held, even if they would fit in memory. */
  streamed: s.optional(s.byHand<true>({ const: true }, (value) => value === true)),
  /** The cluster on which the rows are read part by part; it sees their files at the same paths. */
  onCluster: s.optional(CLUSTER_PLACE),
});

/** The members of every run, whatever was fitted. Of the model and the kernel, only the parts that are shown are checked. */
export const RUN_RECORD = s.struct({
  kernelscope: s.text(),
  id: s.text(),
  /** The time of the fit, ISO 8601. */
  created: s.text(),
  request: FIT_REQUEST,
  file: FILE_STAMP,
  method: s.struct({ id: s.text(), title: s.text() }),
  data: DATA_REPORT,
  inspection: INSPECTION,
  parameters: s.list(CHOSEN_PARAMETER),
  kernel: NAMED_KERNEL,
  /** The kernel's name, for lists that do not read kernels: "Matérn 3/2 kernel"; omitted in runs of earlier versions. */
  kernelName: s.optional(s.text()),
  search: s.optional(s.either(PATH_SCALE_SEARCH, RIDGE_SCALE_SEARCH)),
  model: DRAWN_MODEL,
  backend: BACK_END,
  /** Seconds by stage: read, design, search, gram, eigen, path, predict, total. */
  timings: s.record(s.real),
  /** The bytes of memory that the fit was expected to take when it began; omitted in runs of earlier versions. */
  bytes: s.optional(s.real),
  /** The way that was fitted in place of an exact fit, if one was chosen. */
  approximate: s.optional(APPROXIMATE),
  notes: s.list(NOTE),
  /**
   * The callouts, which a reader of any number should know first, the most important first; in runs of earlier versions
   * they are among the notes.
   */
  callouts: s.optional(s.list(CALLOUT)),
});

export const CONDITIONING_COST = s.struct({
  /** The RMSE of the fit over its folds. */
  fit: s.real,
  /** The RMSE of ridge with the same kernel and nothing unpenalised but what this asks for. */
  ridge: s.positive(),
  difference: RACE_DIFFERENCE,
});

/** The members of a fit to a target, in addition to those of every run and of its first target. */
export const FIT = s.struct({
  /** The targets, or the classes, beyond the first. */
  others: s.list(TARGET_RESULT),
  classes: s.optional(CLASS_RESULT),
  /** The axes of the filter that sliders move, the principal one first. */
  axes: s.list(AXIS),
  /** exact: LOO and fold errors are those of refitting; fixedBasis: they hold the eigenbasis fixed, or stop at the same step. */
  shortcut: s.oneOf(['exact', 'fixedBasis']),
  /** The source of the fold errors. */
  foldsBy: s.oneOf(['shortcut', 'refit', 'none']),
  soft: s.optional(SOFT_THRESHOLDING),
  /** The learning curve of the first target, if it was measured. */
  learning: s.optional(LEARNING_POINTS),
  /** The error of truncated ridge less that of this ridge on the same folds; measured for over-aligned targets (TKRR theorem 2). */
  truncation: s.optional(RACE_DIFFERENCE),
  /** The cost or gain of unpenalised features on folds; omitted without them, for classes, and in runs of earlier versions. */
  conditioning: s.optional(CONDITIONING_COST),
  /** The baselines on the held-out rows; none if nothing is held out, and in runs of earlier versions. */
  baselines: s.optional(s.list(BASELINE)),
  /**
   * The importance of each column for the first target, or for all classes together; absent if no or few rows are held out, in interim runs and in
   * runs of earlier versions.
   */
  importance: s.optional(IMPORTANCE),
  /**
   * The comparison that chose the kernel and length scales, or from which the person then took another candidate; absent if there was none. While
   * its `chosen` is open this is an interim run.
   */
  race: s.optional(RACE),
  /** The approximation of a fit on random features or landmarks: the spectrum is then that of the approximated kernel. */
  approximation: s.optional(APPROXIMATION),
});

/** The members of a fit of principal components, in place of those of a fit to a target. */
export const COMPONENTS_FIT = s.struct({ components: COMPONENTS });
