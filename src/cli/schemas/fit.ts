import { APPROXIMATION, APPROXIMATION_ERRORS } from '../../engine/contract/approximation';
import { CALLOUT } from '../../engine/contract/callout';
import { CLASS_SETS, CLASSIFIED, PROBABILITY_QUALITY } from '../../engine/contract/classes';
import { PARTS, SCORED } from '../../engine/contract/components.schema';
import { DATA_REPORT, MISSING_POLICY } from '../../engine/contract/data.schema';
import { AXIS } from '../../engine/contract/filter';
import type { ParameterValue } from '../../engine/contract/method';
import { PARAMETER_VALUE } from '../../engine/contract/parameters';
import { ROBUST_FIT } from '../../engine/contract/robust';
import {
  BACK_END,
  FIT,
  HOLDOUT,
  METRICS,
  NOISE_ESTIMATE,
  RISK_PATH,
  RUN_RECORD,
  TARGET,
} from '../../engine/contract/run.schema';
import {
  anyOf,
  count,
  extended,
  flag,
  list,
  named,
  number,
  type Of,
  oneOf,
  open,
  optional,
  pair,
  picked,
  real,
  reals,
  record,
  struct,
  text,
  texts,
  without,
} from '../../engine/contract/schema';
import { SPECTRUM } from '../../engine/contract/spectrum.schema';
import { begun } from './written';

// What is written of a run is what the contract says of it, without what only a page draws, and with what follows from it.

const RUN = extended(begun('fit'), {
  /** Method id. */
  method: text(),
  /** Name of the file. */
  file: text(),
  ...picked(RUN_RECORD, 'approximate').members,
  data: without(DATA_REPORT, 'notes'),
  /** What computed. */
  linearAlgebra: extended(BACK_END, { backEnd: oneOf(['embedded', 'native']) }),
  /** Seconds by stage. */
  timings: record(real),
  /** What a reader of any number should know first, the most important first. */
  callouts: list(CALLOUT),
  /** Findings of the fit that need a decision. */
  warnings: texts(),
  /** Further findings. */
  notes: texts(),
});

export type DesignParameters = Of<typeof DESIGN_PARAMETERS>;
const DESIGN_PARAMETERS = struct({
  /** The kernel with all its parameters, as --set kernel= takes it. */
  kernel: text(),
  standardise: flag(),
  missing: MISSING_POLICY,
  /** How each was chosen. */
  rules: record(text()),
});

export type FitParameters = Of<typeof FIT_PARAMETERS>;
const FIT_PARAMETERS = extended(DESIGN_PARAMETERS, {
  /** Per sample; null for filters without one. */
  lambda: number(),
  /** n·lambda, n training rows. */
  lambdaTotal: number(),
  seed: count(),
});

/** The interval has null where it has no end. */
const exponent = named('exponent', struct({ value: real, interval: pair() }));

const METRICS_JSON = extended(METRICS, {
  /** Mean squared leave-one-out error; left out of a robust fit, as that of its ridge baseline would be mistaken for its own. */
  loo: optional(real),
  /** Likewise. */
  gcv: optional(real),
  /** Likewise. */
  degreesOfFreedom: optional(real),
});

const SPECTRUM_JSON = extended(SPECTRUM, {
  /** Sum of mu/(mu + lambda), for filters without lambda at the comparable one. */
  effectiveDimension: real,
});

const NOISE_JSON = extended(NOISE_ESTIMATE, {
  /** 95 %, of sigma2. */
  interval: pair(),
});

const ALIGNMENT = struct({
  /** (u_i'y)²/n, target units squared. */
  scores: reals(),
  /** sigma2/n. */
  noiseFloor: real,
  /** Left out where the scores show no law: the regime cannot be told then either. */
  exponents: optional(
    struct({
      /** First direction that alpha was fitted on. */
      from: count(),
      to: count(),
      /** mu_i ~ i^−alpha; the interval holds the exponents of both halves of those directions. */
      alpha: exponent,
      /** The score without noise of direction i ~ mu_i^(2·gamma)/i, over all directions; 95 %. */
      gamma: exponent,
      /** The risk of truncated ridge falls like (sigma²/n)^s. */
      rateTruncated: exponent,
      /** That of ridge. */
      rateRidge: exponent,
      /** The regimes of TKRR theorem 2 that the whole interval of gamma lies in. */
      regime: oneOf([
        'under-aligned',
        'just-aligned',
        'weakly aligned',
        'weakly or over-aligned',
        'over-aligned',
        'cannot be told',
      ]),
    }),
  ),
});

const PREDICTIONS = extended(without(HOLDOUT, 'lines', 'predicted', 'lower', 'upper'), {
  /** Their predictions, in the order of rows. */
  holdout: reals(),
  /** Of the 95 % prediction interval; left out of quantiles. */
  lower: optional(reals()),
  upper: optional(reals()),
  /** Of quantiles, in place of lower and upper. */
  quantiles: optional(list(struct({ tau: real, predicted: reals() }))),
});

/** The largest over any t, or over the steps of the path, and where: beside ridge with this lambda. */
const LARGEST = struct({ largest: real, bound: real, t: optional(real), steps: optional(real), lambda: real });

const SHARE = struct({ share: real, interval: pair() });

export const TARGET_JSON = extended(without(TARGET, 'live', 'holdout', 'coefficientErrors'), {
  /** At the chosen filter; errors in units of the target squared. */
  metrics: named('metrics', METRICS_JSON),
  spectrum: named('spectrum', SPECTRUM_JSON),
  noise: named('noise', NOISE_JSON),
  alignment: named('alignment', ALIGNMENT),
  /** Of the estimated excess risk along each axis of the filter; left out of a robust fit. */
  minima: optional(
    list(
      struct({
        axis: AXIS,
        /** "one": but for any less deep than half the lowest risk; "several": those of the list. */
        told: oneOf(['one', 'several', 'cannot be told']),
        /** From low to high values of the axis, each with the range that holds it. */
        minima: list(struct({ at: real, from: real, to: real })),
      }),
    ),
  ),
  /** Standard errors of the coefficients of `unpenalised`, left out where they cannot be told. */
  coefficientErrors: optional(reals()),
  /** Shares of the variance within the span of the unpenalised features and outside of it, without noise, with 95 % intervals; outside, its upper end is with all noise. Left out without such features. */
  unpenalisedShares: optional(struct({ inside: SHARE, outside: SHARE })),
  /** Of the held-out rows, in units of the target; left out where none were held out. */
  predictions: optional(named('predictions', PREDICTIONS)),
  /**
   * A robust, sparse or quantile fit. Filter, spectrum, noise, alignment, risk and paths are then those of ridge regression with the same kernel.
   */
  robust: optional(named('robust', without(ROBUST_FIT, 'live', 'partial', 'curve'))),
  /** Early stopping beside ridge with the comparable lambda, with SIGN's bounds for gradient flow; left out of other fits. */
  besideRidge: optional(
    struct({
      /** ||f − f_ridge||²/||y||² on the training rows, without what is not shrunk (proposition 1). */
      distance: LARGEST,
      /** The most that the expected squared error on these rows can be over ridge's, whatever the target (proposition 3). */
      risk: LARGEST,
    }),
  ),
  /** The first of paths. */
  risk: RISK_PATH,
});

const COUNTED = extended(APPROXIMATION_ERRORS, {
  /**
   * Counts that are enough: from the fewest whose error is within 1 % or one standard error of the lowest, to that of the lowest; by GCV when
   * nothing is held out.
   */
  sufficient: struct({ from: count(), to: count() }),
});
export const CURVE_JSON = named('approximationCurve', COUNTED);

const SET_COUNT = struct({
  /** Rows whose class is in their set. */
  covered: count(),
  /** Rows with a single class in it. */
  single: count(),
});

export const CLASSES_JSON = extended(CLASSIFIED, {
  /** Rows: true level; columns: predicted level. */
  confusion: list(list(count())),
  probability: optional(
    extended(PROBABILITY_QUALITY, {
      /** By level, in the order of predictions.rows, or of the training rows. */
      probabilities: list(reals()),
    }),
  ),
  /** 95 % sets of classes. */
  sets: optional(
    extended(extended(CLASS_SETS, SET_COUNT.members), {
      /** Rows judged. */
      of: count(),
      /** The same by level. */
      byLevel: list(extended(SET_COUNT, { rows: count() })),
    }),
  ),
});

export const FIT_JSON = extended(extended(RUN, TARGET_JSON.members), {
  /** Every parameter by name. */
  parameters: open<FitParameters, ParameterValue | null>(FIT_PARAMETERS.members, anyOf(number(), flag(), text())),
  /** Further targets, or further classes. */
  others: list(named('target', TARGET_JSON)),
  approximation: optional(extended(APPROXIMATION, { curve: CURVE_JSON, peer: optional(CURVE_JSON) })),
  ...picked(FIT, 'race', 'truncation', 'baselines', 'importance', 'learning', 'shortcut', 'foldsBy').members,
  classes: optional(CLASSES_JSON),
  /** Names of the features without penalty. */
  unpenalised: texts(),
});

const SCORED_JSON = named(
  'scoredRows',
  extended(SCORED, {
    /** One list for each row. */
    scores: list(list(real)),
  }),
);

export const COMPONENTS_JSON = extended(RUN, {
  /** Every parameter by name. */
  parameters: open<DesignParameters, ParameterValue>(DESIGN_PARAMETERS.members, PARAMETER_VALUE),
  components: extended(without(PARTS, 'colours'), {
    /** Eigenvalues over the trace. */
    share: reals(),
    train: SCORED_JSON,
    holdout: optional(SCORED_JSON),
    loadings: struct({
      /** Encoded columns. */
      names: texts(),
      /** Correlations: one list for each column, by component. */
      values: list(list(real)),
    }),
  }),
});
