import type { CLASS_RESULT } from './classes';
import type { Model } from './model';
import type { CHOSEN_PARAMETER } from './parameters';
import type {
  BACK_END,
  BASELINE,
  COMPONENTS_FIT,
  CONDITIONING_COST,
  CURVE_FIT,
  FIT,
  FIT_REQUEST,
  HOLDOUT_PREDICTIONS,
  LEARNING_POINTS,
  LIVE_PREDICTOR,
  LOO_SURFACE,
  NOISE_ESTIMATE,
  PARTIAL_DEPENDENCE,
  PATH_SCALE_SEARCH,
  RIDGE_SCALE_SEARCH,
  RISK_PATH,
  RUN_RECORD,
  SCORES,
  SOFT_THRESHOLDING,
  TARGET_RESULT,
} from './run.schema';
import type { Of } from './schema';
import type { SPECTRUM_DATA } from './spectrum.schema';

/** A request to fit: everything that decides the result. Stored with the run, so that it can be repeated. */
export interface FitRequest extends Of<typeof FIT_REQUEST> {}

export interface ChosenParameter extends Of<typeof CHOSEN_PARAMETER> {}

/**
 * One eigendecomposition of the kernel matrix and one target's coordinates in it (docs/methods.md): everything a squared-loss method
 * and a slider need. With p unpenalised features F it is that of the residual kernel (I − Pi)·K·(I − Pi)/n, Pi the projector on
 * F; directions are counted without those p. With row weights, rows of K, F and y are multiplied by the weights' roots.
 */
export interface SpectrumData extends Of<typeof SPECTRUM_DATA> {}

export interface NoiseEstimate extends Of<typeof NOISE_ESTIMATE> {}

/**
 * Curves along one axis of the filter with the others at the fitted values, in units of y squared unless said otherwise.
 * Everything else that depends on the filter alone (bias, variance, GCV, degrees of freedom) the panel computes from the spectrum.
 */
export interface RiskPath extends Of<typeof RISK_PATH> {}

/** Mean squared leave-one-out errors (y²) over a grid of all axes of the filter. */
export interface LooSurface extends Of<typeof LOO_SURFACE> {}

/** A search by the errors of ridge regression. Runs stored by 0.1 have the strengths of a `PathScaleSearch` in this form too. */
export interface RidgeScaleSearch extends Of<typeof RIDGE_SCALE_SEARCH> {}

/** A search by the errors of a robust, sparse or quantile method itself. */
export interface PathScaleSearch extends Of<typeof PATH_SCALE_SEARCH> {}

export type LengthScaleSearch = RidgeScaleSearch | PathScaleSearch;

export interface Scores extends Of<typeof SCORES> {}

/** Held-out rows, in the order of the held-out sample. All in units of y. */
export interface HoldoutPredictions extends Of<typeof HOLDOUT_PREDICTIONS> {}

/**
 * A predictor with which the panel predicts for any filter without the engine: with P (m×rank, row-major), prediction_j = base_j + sum_i
 * P_ji·g_i/mu_i·c_i, where P_ji = k'(x_j, X)·u_i/sqrt(n) with the residual kernel k', and base_j = F(x_j)·beta_0 the least-squares fit on the
 * unpenalised features alone.
 */
export interface LivePredictor extends Of<typeof LIVE_PREDICTOR> {}

/** The mean prediction as one raw column moves over `grid` and the others stay at their values. */
export interface PartialDependence extends Of<typeof PARTIAL_DEPENDENCE> {}

/** The fitted curve itself, for a fit on one numeric feature. */
export interface CurveFit extends Of<typeof CURVE_FIT> {}

/** The linear algebra that computed a run, and its number of threads. */
export interface BackEnd extends Of<typeof BACK_END> {}

/** The result of a method's `run`; the engine adds the rest. */
export type FitOutcome = OutcomeOf<RunResult>;
export type ComponentsOutcome = OutcomeOf<ComponentsRun>;

type OutcomeOf<R extends RunRecord> = Omit<
  R,
  | 'kernelscope'
  | 'id'
  | 'created'
  | 'request'
  | 'file'
  | 'inspection'
  | 'data'
  | 'method'
  | 'model'
  | 'bytes'
  | 'kernelName'
> & { readonly model: Omit<Model, 'version' | 'read'> };

/** Measured errors with fewer rows, each on rows that the fits left out; ascending in rows. */
export interface LearningPoints extends Of<typeof LEARNING_POINTS> {}

/** The results of a run for one target, all of them in that target's units. */
export interface TargetResult extends Of<typeof TARGET_RESULT> {}

/** The classification of held-out rows, or if nothing is held out, of training rows by fits without them. */
export interface ClassResult extends Of<typeof CLASS_RESULT> {}

/** A baseline without a kernel, fitted to the training rows: the best single column by its levels' means, or a straight line. */
export interface Baseline extends Of<typeof BASELINE> {}

/**
 * The part of each direction of the kernel that conditioning left in soft thresholding, compared with the prediction of
 * CKRR eq. 4.
 */
export interface SoftThresholding extends Of<typeof SOFT_THRESHOLDING> {}

/** The error of a fit with unpenalised features beside that of ridge without them. */
export interface ConditioningCost extends Of<typeof CONDITIONING_COST> {}

/** The members of every run, whatever was fitted: those that the history stores and any panel can show. Plain data and typed arrays. */
interface RunRecord extends Of<typeof RUN_RECORD> {}

/**
 * The result of one fit to a target, which the panel shows and the CLI prints. The members that depend on the target are those of the first one;
 * `targetView` in figures/ replaces them by another's.
 */
export interface RunResult extends RunRecord, TargetResult, Of<typeof FIT> {}

/** Principal components of the rows, without a target. */
export interface ComponentsRun extends RunRecord, Of<typeof COMPONENTS_FIT> {}

export type AnyRun = RunResult | ComponentsRun;

export const isComponents = (run: AnyRun): run is ComponentsRun => 'components' in run;

/** A run as it is stored in a file, packed: the result, and the address of the file it was fitted to (which may not be a path). */
export type StoredRun = AnyRun & { readonly origin: string };

/** The ending of the names of such files. */
export const RUN_SUFFIX = '.ksrun';
