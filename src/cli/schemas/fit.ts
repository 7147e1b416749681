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

// What is written of a run is what the contract says of it, without what only a page draws, and with what follows from it.

const RUN = s.extended(begun('fit'), {
  /** Method id. */
  method: s.text(),
  /** Name of the file. */
  file: s.text(),
  ...s.picked(RUN_RECORD, 'approximate').members,
  data: s.without(DATA_REPORT, 'notes'),
  /** What computed. */
  linearAlgebra: s.extended(BACK_END, { backEnd: s.oneOf(['embedded', 'native']) }),
  /** Seconds by stage. */
  timings: s.record(s.real),
  /** What a reader of any number should know first, the most important first. */
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
  /** How each was chosen. */
  rules: s.record(s.text()),
});

export type FitParameters = s.Of<typeof FIT_PARAMETERS>;
const FIT_PARAMETERS = s.extended(DESIGN_PARAMETERS, {
  /** Per sample; null for filters without one. */
  lambda: s.number(),
  /** n·lambda, n training rows. */
  lambdaTotal: s.number(),
  seed: s.count(),
});

/** The interval has null where it has no end. */
const exponent = s.named('exponent', s.struct({ value: s.real, interval: s.pair() }));

const METRICS_JSON = s.extended(METRICS, {
  /** Mean squared leave-one-out error; left out of a robust fit, as that of its ridge baseline would be mistaken for its own. */
  loo: s.optional(s.real),
  /** Likewise. */
  gcv: s.optional(s.real),
  /** Likewise. */
  degreesOfFreedom: s.optional(s.real),
});

const SPECTRUM_JSON = s.extended(SPECTRUM, {
  /** Sum of mu/(mu + lambda), for filters without lambda at the comparable one. */
  effectiveDimension: s.real,
});

const NOISE_JSON = s.extended(NOISE_ESTIMATE, {
  /** 95 %, of sigma2. */
  interval: s.pair(),
});

const ALIGNMENT = s.struct({
  /** (u_i'y)²/n, target units squared. */
  scores: s.reals(),
  /** sigma2/n. */
  noiseFloor: s.real,
  /** Left out where the scores show no law: the regime cannot be told then either. */
  exponents: s.optional(
    s.struct({
      /** First direction that alpha was fitted on. */
      from: s.count(),
      to: s.count(),
      /** mu_i ~ i^−alpha; the interval holds the exponents of both halves of those directions. */
      alpha: exponent,
      /** The score without noise of direction i ~ mu_i^(2·gamma)/i, over all directions; 95 %. */
      gamma: exponent,
      /** The risk of truncated ridge falls like (sigma²/n)^s. */
      rateTruncated: exponent,
      /** That of ridge. */
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
  /** Their predictions, in the order of rows. */
  holdout: s.reals(),
  /** Of the 95 % prediction interval; left out of quantiles. */
  lower: s.optional(s.reals()),
  upper: s.optional(s.reals()),
  /** Of quantiles, in place of lower and upper. */
  quantiles: s.optional(s.list(s.struct({ tau: s.real, predicted: s.reals() }))),
});

/** The largest over any t, or over the steps of the path, and where: beside ridge with this lambda. */
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
  /** Of the estimated excess risk along each axis of the filter; left out of a robust fit. */
  minima: s.optional(
    s.list(
      s.struct({
        axis: AXIS,
        /** "one": but for any less deep than half the lowest risk; "several": those of the list. */
        told: s.oneOf(['one', 'several', 'cannot be told']),
        /** From low to high values of the axis, each with the range that holds it. */
        minima: s.list(s.struct({ at: s.real, from: s.real, to: s.real })),
      }),
    ),
  ),
  /** Standard errors of the coefficients of `unpenalised`, left out where they cannot be told. */
  coefficientErrors: s.optional(s.reals()),
  /** Shares of the variance within the span of the unpenalised features and outside of it, without noise, with 95 % intervals; outside, its upper end is with all noise. Left out without such features. */
  unpenalisedShares: s.optional(s.struct({ inside: SHARE, outside: SHARE })),
  /** Of the held-out rows, in units of the target; left out where none were held out. */
  predictions: s.optional(s.named('predictions', PREDICTIONS)),
  /**
   * A robust, sparse or quantile fit. Filter, spectrum, noise, alignment, risk and paths are then those of ridge regression with the same kernel.
   */
  robust: s.optional(s.named('robust', s.without(ROBUST_FIT, 'live', 'partial', 'curve'))),
  /** Early stopping beside ridge with the comparable lambda, with SIGN's bounds for gradient flow; left out of other fits. */
  besideRidge: s.optional(
    s.struct({
      /** ||f − f_ridge||²/||y||² on the training rows, without what is not shrunk (proposition 1). */
      distance: LARGEST,
      /** The most that the expected squared error on these rows can be over ridge's, whatever the target (proposition 3). */
      risk: LARGEST,
    }),
  ),
  /** The first of paths. */
  risk: RISK_PATH,
});

const COUNTED = s.extended(APPROXIMATION_ERRORS, {
  /**
   * Counts that are enough: from the fewest whose RMSE is surely (97.5 %) within 5 % of the lowest to the most, or to that of the lowest where the most are worse; the
   * most alone where rows do not tell. By GCV within 1 % when nothing is held out.
   */
  sufficient: s.struct({ from: s.count(), to: s.count() }),
});
export const CURVE_JSON = s.named('approximationCurve', COUNTED);

const SET_COUNT = s.struct({
  /** Rows whose class is in their set. */
  covered: s.count(),
  /** Rows with a single class in it. */
  single: s.count(),
});

export const CLASSES_JSON = s.extended(CLASSIFIED, {
  /** Rows: true level; columns: predicted level. */
  confusion: s.list(s.list(s.count())),
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
      of: s.count(),
      /** The same by level. */
      byLevel: s.list(s.extended(SET_COUNT, { rows: s.count() })),
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
