import { APPROXIMATION } from './approximation';
import { CLASS_RESULT } from './classes';
import { COMPONENTS } from './components.schema';
import { DATA_REPORT, DESIGN_OPTIONS, FILE_SOURCE, FILE_STAMP, INSPECTION, READ_OPTIONS } from './data.schema';
import { DRAWN_MODEL, NAMED_KERNEL } from './drawnModel';
import { AXIS, FILTER_SPEC } from './filter';

import { NOTE } from './note';
import { CHOSEN_PARAMETER, PARAMETERS } from './parameters';
import { RACE } from './race.schema';
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

// The schemas of the types of run.ts, which has code that pages load without them. Numbers may be NaN, where something could not be computed.

export const NOISE_ESTIMATE = struct({
  /** Variance of the noise, in units of y squared. */
  sigma2: real,
  /** Standard error of sigma2. */
  standardError: real,
  /** In words, with what it rests on: "from the residuals and the rows left out". */
  rule: text(),
  /** What kind of estimate it is: only that from the last directions is an upper one. Left out in runs of earlier versions. */
  by: optional(oneOf(['lastDirections', 'residuals'])),
});

export const RISK_PATH = named(
  'path',
  such(
    struct({
      axis: AXIS,
      /** Ascending; whole numbers for k, r and steps; lambda is per sample. */
      values: reals(),
      /** Leave-one-out error. */
      loo: reals(),
      /** Mean over folds of the K-fold error, and its standard error over the folds. Empty when folds = 0. */
      cv: reals(),
      cvStandardError: reals(),
      degreesOfFreedom: reals(),
      gcv: reals(),
      /** Squared. TKRR Theorem 1 with estimated scores and noise. */
      bias: reals(),
      variance: reals(),
      /** Bias² and variance together. */
      total: reals(),
      /** Indices of the least loo, gcv, cv, total; and of the most regular value within one standard error of the least cv. */
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
      /** Row-major: the last axis runs fastest. NaN where k > r. */
      loo: reals(),
    }),
    ({ axes, loo }) => axes.reduce((size, { values }) => size * values.length, 1) === loo.length,
  ),
);

const TRIED = struct({
  rule: text(),
  /**
   * What was made least: the leave-one-out error (y²), the K-fold error (y²), minus the log marginal likelihood per row, or the
   * method's own K-fold mean absolute or quantile loss (units of y).
   */
  criterion: oneOf(['loo', 'cv', 'marginalLikelihood', 'absolute', 'pinball']),
  /** Length scales tried (with one per column: what all were multiplied by), ascending. */
  lengthScale: reals(),
  /** For each the least criterion. */
  score: reals(),
  /** Rows on which each was tried (a seeded subsample for the coarse pass). */
  rows: indices(),
});

export const RIDGE_SCALE_SEARCH = such(
  extended(TRIED, {
    /** Of the least criterion at each length scale. */
    lambda: reals(),
  }),
  ({ lengthScale, score, rows, lambda, ...others }) =>
    agree(lengthScale, score, rows, lambda) && !('strength' in others),
);

export const PATH_SCALE_SEARCH = such(
  extended(TRIED, {
    axis: STRENGTH_AXIS,
    /** Of the least criterion at each length scale, on that axis. */
    strength: reals(),
  }),
  ({ lengthScale, score, rows, strength }) => agree(lengthScale, score, rows, strength),
);

export const SCORES = named(
  'scores',
  such(
    struct({
      r2: real,
      /** In units of the target. */
      rmse: real,
      /** In units of the target. */
      mae: real,
      /** Held-out rows. */
      n: count(),
      /** 95 %, by bootstrap (seeded). */
      r2Interval: pair(),
      /** 95 %, by bootstrap (seeded). */
      rmseInterval: pair(),
      /** Share of rows inside their 95 % prediction interval. */
      coverage: real,
      /**
       * The same among the narrowest, the middle and the widest third of the intervals; left out where their widths hardly differ, and in
       * runs of versions before.
       */
      coverageByWidth: optional(list(struct({ coverage: real, n: count() }))),
    }),
    ({ coverageByWidth }) => (coverageByWidth?.length ?? 3) === 3,
  ),
);

export const HOLDOUT = struct({
  /** Rows of the data, from 1. */
  rows: indices(),
  lines: indices(),
  observed: reals(),
  predicted: reals(),
  /** Of the 95 % prediction interval. */
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
    /** For intervals: k'(x_j, x_j). Left out where none are drawn. */
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
    /** Raw units of the column; 0…levels−1 for a category. */
    grid: reals(),
    levels: optional(texts()),
    predictor: LIVE_PREDICTOR,
    /**
     * cov(f_j, f)/var(f) over rows, f_j being this mean at their values of the column: what it carries by itself. What is left of the sum of all
     * columns' to 1 only several carry together.
     */
    share: optional(real),
    /** Of classes: mean probability of the output's class at the fitted filter (of the second of two), one for each point of the grid. */
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
    /** The training rows in raw units. */
    x: reals(),
    y: reals(),
    rows: indices(),
    lines: indices(),
  }),
  ({ grid, predictor, x, y, rows, lines }) => agree(grid, predictor.base) && agree(x, y, rows, lines),
);

export const BACK_END = struct({
  /** Missing in runs of versions that had the embedded one alone. */
  backEnd: optional(oneOf(['embedded', 'native'])),
  /** The build of the embedded core, or the library with its version. */
  name: text(),
  threads: count(),
});

export const LEARNING_POINTS = such(
  struct({
    /** Mean number of rows fitted. */
    rows: reals(),
    /** Mean squared error (y²) at the best lambda, and its standard error over the parts. */
    error: reals(),
    standardError: reals(),
    /** Absent with fewer than five folds, where these would have to be refitted and were not, and in runs of earlier versions. */
    doubling: optional(
      struct({
        /** About half of the rows, and those outside a fold. */
        rows: pair(),
        /** Mean squared errors (y²) of all rows, each by fits without it. */
        error: pair(),
        /** Of the logarithm of their ratio: paired row by row, and for other rows to fit. */
        logStandardError: real,
      }),
    ),
  }),
  ({ rows, error, standardError }) => agree(rows, error, standardError),
);

export const METRICS = struct({
  /** On held-out rows; left out where none were held out. */
  holdout: optional(SCORES),
  /** Mean squared leave-one-out error. */
  loo: real,
  /**
   * What `loo` and `cv` are to be multiplied by for new rows, above 1: the kernel was chosen on the same rows, and the comparison that chose it has judged it on rows
   * that it had not seen. Intervals count it.
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
  /** Name of the target column, or of the class. */
  target: text(),
  /** Training mean of y. */
  mean: real,
  /** Training variance (ddof 0) of y. */
  variance: real,
  spectrum: SPECTRUM_DATA,
  noise: NOISE_ESTIMATE,
  /** The filter of the stored model. Its parameters need not lie on the grids. */
  filter: FILTER_SPEC,
  /** One for each axis of the method, the principal one first. */
  paths: list(RISK_PATH),
  /** Over all axes together; absent when there is but one. */
  surface: optional(LOO_SURFACE),
  /** At the chosen filter; errors in units of y squared. */
  metrics: METRICS,
  holdout: optional(HOLDOUT_PREDICTIONS),
  live: struct({
    /** Left out also where it would be too large. */
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
  /** The best single column. */
  column: optional(text()),
  /** Training rows that it was fitted to: a sample of many. */
  rows: count(),
  /** Predictions of the held-out rows, in the coding of each output; without an order. */
  outputs: list(struct({ name: text(), predicted: reals() })),
});

export const SOFT_THRESHOLDING = such(
  struct({
    /** Unpenalised random features k, and kappa with sum lambda_i/(lambda_i + kappa) = k. */
    k: real,
    kappa: real,
    /** Eigenvalues of K/n, descending, and u_i'·K'·u_i/n for the residual kernel K' in the same directions. */
    before: reals(),
    after: reals(),
    /** Each k tried with its lowest leave-one-out error (y²), when k was searched. */
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
  /** Left out: the one that the engine's own configuration names. */
  address: optional(text()),
  /** Leaves out parts that fail by their data. */
  skipFailed: optional(flag()),
  /** Left out, large files that can be cut are. */
  partSize: optional(PART_SIZE),
});

export const FIT_REQUEST = struct({
  source: FILE_SOURCE,
  read: READ_OPTIONS,
  design: DESIGN_OPTIONS,
  method: text(),
  /** Only what the person set; the rest is chosen by rule. */
  parameters: PARAMETERS,
  /** Rows are read from the file as often as they are needed and not held, also where they would fit in memory. */
  streamed: optional(byHand<true>({ const: true }, (value) => value === true)),
  /** Parts of the rows are visited on a cluster, which sees their files at the same paths. */
  onCluster: optional(CLUSTER_PLACE),
});

/** Members that every run has, whatever was fitted. Of model and kernel what is said of them is checked. */
export const RUN_RECORD = struct({
  kernelscope: text(),
  id: text(),
  /** ISO 8601. */
  created: text(),
  request: FIT_REQUEST,
  file: FILE_STAMP,
  method: struct({ id: text(), title: text() }),
  data: DATA_REPORT,
  inspection: INSPECTION,
  parameters: list(CHOSEN_PARAMETER),
  kernel: NAMED_KERNEL,
  /** "Matérn 3/2 kernel", for lists that know no kernels; left out in runs of earlier versions. */
  kernelName: optional(text()),
  search: optional(either(PATH_SCALE_SEARCH, RIDGE_SCALE_SEARCH)),
  model: DRAWN_MODEL,
  backend: BACK_END,
  /** Seconds by stage: read, design, search, gram, eigen, path, predict, total. */
  timings: record(real),
  /** Memory that the fit was to take when it began; left out in runs of earlier versions. */
  bytes: optional(real),
  notes: list(NOTE),
});

/** What a fit to a target has beside that and the members of its first target. */
export const FIT = struct({
  /** Targets beyond the first, classes beyond the first. */
  others: list(TARGET_RESULT),
  classes: optional(CLASS_RESULT),
  /** Axes of the filter that sliders move, the principal one first. */
  axes: list(AXIS),
  /** Whether LOO and fold errors are those of refitting; otherwise they hold the eigenbasis fixed, or stop at the same step. */
  shortcut: oneOf(['exact', 'fixedBasis']),
  /** How fold errors were found. */
  foldsBy: oneOf(['shortcut', 'refit', 'none']),
  soft: optional(SOFT_THRESHOLDING),
  /** Of the first target, where it was measured. */
  learning: optional(LEARNING_POINTS),
  /** On the held-out rows; none where nothing is held out, and in runs of earlier versions. */
  baselines: optional(list(BASELINE)),
  /**
   * The comparison that chose kernel and length scales, or of which the person then took another candidate; absent where there was none.
   * While its `chosen` is open this is an interim run.
   */
  race: optional(RACE),
  /** A fit on random features or landmarks: the spectrum is then that of the approximated kernel. */
  approximation: optional(APPROXIMATION),
});

/** Of principal components in its place. */
export const COMPONENTS_FIT = struct({ components: COMPONENTS });
