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
import * as s from '../../engine/contract/schema';
import { SPECTRUM } from '../../engine/contract/spectrum.schema';
import { begun } from './written';

// The JSON of a run follows its contract, without parts that only a page draws, and with values derived from it.

const RUN = s.extended(begun('fit'), {
  /** Method id. */
  method: s.text(),
  /** Name of the file. */
  file: s.text(),
  ...s.picked(RUN_RECORD, 'approximate').members,
  data: s.without(DATA_REPORT, 'notes'),
  /** The linear algebra that computed the fit. */
  linearAlgebra: s.extended(BACK_END, { backEnd: s.oneOf(['embedded', 'native']) }),
  /** Seconds by stage. */
  timings: s.record(s.real),
  /** Findings to know before any number is read, the most important first. */
  callouts: s.list(CALLOUT),
  /** Findings of the fit that need a decision. */
  warnings: s.texts(),
  /** Further findings. */
  notes: s.texts(),
});

export type DesignParameters = s.Of<typeof DESIGN_PARAMETERS>;
const DESIGN_PARAMETERS = s.struct({
  /** The kernel with all its parameters, as --set kernel= takes it. */
  kernel: s.text(),
  standardise: s.flag(),
  missing: MISSING_POLICY,
  /** The rule by which each parameter was chosen. */
  rules: s.record(s.text()),
});

export type FitParameters = s.Of<typeof FIT_PARAMETERS>;
const FIT_PARAMETERS = s.extended(DESIGN_PARAMETERS, {
  /** Per sample; null for filters without one. */
  lambda: s.number(),
  /** n·lambda, n training rows. */
  lambdaTotal: s.number(),
  seed: s.natural(),
});

/** The interval has null where it has no end. */
const exponent = s.named('exponent', s.struct({ value: s.real, interval: s.pair() }));

const METRICS_JSON = s.extended(METRICS, {
  /**
   * Mean squared leave-one-out error; omitted for a robust fit, as its ridge baseline's would be mistaken for its own.
   */
  loo: s.optional(s.real),
  /** Omitted for a robust fit, likewise. */
  gcv: s.optional(s.real),
  /** Omitted for a robust fit, likewise. */
  degreesOfFreedom: s.optional(s.real),
});

const SPECTRUM_JSON = s.extended(SPECTRUM, {
  /** Sum of mu/(mu + lambda), for filters without lambda at the comparable one. */
  effectiveDimension: s.real,
});

const NOISE_JSON = s.extended(NOISE_ESTIMATE, {
  /** 95 % interval of sigma2. */
  interval: s.pair(),
});

const ALIGNMENT = s.struct({
  /** (u_i'y)²/n, target units squared. */
  scores: s.reals(),
  /** sigma2/n. */
  noiseFloor: s.real,
  /** Omitted if the scores show no law: the regime cannot be told then either. */
  exponents: s.optional(
    s.struct({
      /** First direction that alpha was fitted on. */
      from: s.natural(),
      to: s.natural(),
      /** mu_i ~ i^−alpha; the interval holds the exponents of both halves of those directions. */
      alpha: exponent,
      /** The score without noise of direction i ~ mu_i^(2·gamma)/i, over all directions; 95 %. */
      gamma: exponent,
      /** The risk of truncated ridge falls like (sigma²/n)^s. */
      rateTruncated: exponent,
      /** The same exponent for ridge. */
      rateRidge: exponent,
      /** The regimes of TKRR theorem 2 that the whole interval of gamma lies in. */
      regime: s.oneOf([
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

const PREDICTIONS = s.extended(s.without(HOLDOUT, 'lines', 'predicted', 'lower', 'upper'), {
  /** Predictions of the held-out rows, in the order of rows. */
  holdout: s.reals(),
  /** Bounds of the 95 % prediction interval; omitted for quantiles. */
  lower: s.optional(s.reals()),
  upper: s.optional(s.reals()),
  /** Predicted quantiles, in place of lower and upper. */
  quantiles: s.optional(s.list(s.struct({ tau: s.real, predicted: s.reals() }))),
});

/** The largest value over any t, or over the steps of the path, and its place: beside ridge with this lambda. */
const LARGEST = s.struct({
  largest: s.real,
  bound: s.real,
  t: s.optional(s.real),
  steps: s.optional(s.real),
  lambda: s.real,
});

const SHARE = s.struct({ share: s.real, interval: s.pair() });

export const TARGET_JSON = s.extended(s.without(TARGET, 'live', 'holdout', 'coefficientErrors'), {
  /** At the chosen filter; errors in units of the target squared. */
  metrics: s.named('metrics', METRICS_JSON),
  spectrum: s.named('spectrum', SPECTRUM_JSON),
  noise: s.named('noise', NOISE_JSON),
  alignment: s.named('alignment', ALIGNMENT),
  /** Minima of the estimated excess risk along each axis of the filter; omitted for a robust fit. */
  minima: s.optional(
    s.list(
      s.struct({
        axis: AXIS,
        /** "one": except for minima less deep than half the lowest risk; "several": those of the list. */
        told: s.oneOf(['one', 'several', 'cannot be told']),
        /** From low to high values of the axis, each with the range that holds it. */
        minima: s.list(s.struct({ at: s.real, from: s.real, to: s.real })),
      }),
    ),
  ),
  /** Standard errors of the coefficients of `unpenalised`, omitted if they cannot be told. */
  coefficientErrors: s.optional(s.reals()),
  /**
   * Fractions of the variance within the span of the unpenalised features and outside of it, without noise, with 95 %
   * intervals; outside, its upper end includes all noise. Omitted without such features.
   */
  unpenalisedShares: s.optional(s.struct({ inside: SHARE, outside: SHARE })),
  /** Predictions of the held-out rows, in units of the target; omitted if none were held out. */
  predictions: s.optional(s.named('predictions', PREDICTIONS)),
  /**
   * A robust, sparse or quantile fit. Filter, spectrum, noise, alignment, risk and paths are then those of ridge regression with the same kernel.
   */
  robust: s.optional(s.named('robust', s.without(ROBUST_FIT, 'live', 'partial', 'curve'))),
  /**
   * Early stopping beside ridge with the comparable lambda, with SIGN's bounds for gradient flow; omitted for other
   * fits.
   */
  besideRidge: s.optional(
    s.struct({
      /** ||f − f_ridge||²/||y||² on the training rows, without the part that is not shrunk (proposition 1). */
      distance: LARGEST,
      /**
       * The greatest ratio of the expected squared error on these rows to ridge's, whatever the target (proposition 3).
       */
      risk: LARGEST,
    }),
  ),
  /** The first of paths. */
  risk: RISK_PATH,
});

const COUNTED = s.extended(APPROXIMATION_ERRORS, {
  /**
   * Sufficient counts: from the fewest whose RMSE is surely (97.5 %) within 5 % of the lowest to the most, or to that of
   * the lowest if the most are worse; only the most if the rows do not tell. By GCV, within 1 %, when nothing is held
   * out.
   */
  sufficient: s.struct({ from: s.natural(), to: s.natural() }),
});
export const CURVE_JSON = s.named('approximationCurve', COUNTED);

const SET_COUNT = s.struct({
  /** Rows whose class is in their set. */
  covered: s.natural(),
  /** Rows with a single class in it. */
  single: s.natural(),
});

export const CLASSES_JSON = s.extended(CLASSIFIED, {
  /** Rows: true level; columns: predicted level. */
  confusion: s.list(s.list(s.natural())),
  probability: s.optional(
    s.extended(PROBABILITY_QUALITY, {
      /** By level, in the order of predictions.rows, or of the training rows. */
      probabilities: s.list(s.reals()),
    }),
  ),
  /** 95 % sets of classes. */
  sets: s.optional(
    s.extended(s.extended(CLASS_SETS, SET_COUNT.members), {
      /** Rows judged. */
      of: s.natural(),
      /** The same counts by level. */
      byLevel: s.list(s.extended(SET_COUNT, { rows: s.natural() })),
    }),
  ),
});

export const FIT_JSON = s.extended(s.extended(RUN, TARGET_JSON.members), {
  /** Every parameter by name. */
  parameters: s.open<FitParameters, ParameterValue | null>(
    FIT_PARAMETERS.members,
    s.anyOf(s.number(), s.flag(), s.text()),
  ),
  /** Further targets, or further classes. */
  others: s.list(s.named('target', TARGET_JSON)),
  approximation: s.optional(s.extended(APPROXIMATION, { curve: CURVE_JSON, peer: s.optional(CURVE_JSON) })),
  ...s.picked(FIT, 'race', 'truncation', 'conditioning', 'baselines', 'importance', 'learning', 'shortcut', 'foldsBy')
    .members,
  classes: s.optional(CLASSES_JSON),
  /** Names of the features without penalty. */
  unpenalised: s.texts(),
});

const SCORED_JSON = s.named(
  'scoredRows',
  s.extended(SCORED, {
    /** One list for each row. */
    scores: s.list(s.list(s.real)),
  }),
);

export const COMPONENTS_JSON = s.extended(RUN, {
  /** Every parameter by name. */
  parameters: s.open<DesignParameters, ParameterValue>(DESIGN_PARAMETERS.members, PARAMETER_VALUE),
  components: s.extended(s.without(PARTS, 'colours'), {
    /** Eigenvalues over the trace. */
    share: s.reals(),
    train: SCORED_JSON,
    holdout: s.optional(SCORED_JSON),
    loadings: s.struct({
      /** Encoded columns. */
      names: s.texts(),
      /** Correlations: one list for each column, by component. */
      values: s.list(s.list(s.real)),
    }),
  }),
});
