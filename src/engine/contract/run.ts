import type { Approximation } from './approximation';
import type { Calibration, ClassSets, LeftOutRows, ProbabilityQuality } from './classes';
import type { ClusterPlace } from './cluster';
import type { Components } from './components';
import type { DataReport, DesignOptions, FileSource, FileStamp, Inspection, ReadOptions } from './data';
import type { Axis, FilterSpec } from './filter';
import type { KernelSpec } from './kernel';
import type { Parameters, ParameterValue } from './method';
import type { Model } from './model';
import type { Note } from './note';
import type { Race } from './race';
import type { RobustFit, StrengthAxis } from './robust';

/** A request to fit: everything that decides the result. Stored with the run, so that it can be repeated. */
export interface FitRequest {
  readonly source: FileSource;
  readonly read: ReadOptions;
  readonly design: DesignOptions;
  readonly method: string;
  /** Only what the person set; the rest is chosen by rule. */
  readonly parameters: Parameters;
  /** Rows are read from the file as often as they are needed and not held, also where they would fit in memory. */
  readonly streamed?: true;
  /** Parts of the rows are visited on a cluster, which sees their files at the same paths. */
  readonly onCluster?: ClusterPlace;
}

export interface ChosenParameter {
  readonly name: string;
  readonly title: string;
  readonly value: ParameterValue;
  /** "set", or the rule that chose it: "lowest leave-one-out error". */
  readonly rule: string;
}

/**
 * One eigendecomposition of the kernel matrix and one target's coordinates in it (docs/methods.md): everything a squared-loss method
 * and a slider need. With p unpenalised features F it is that of the residual kernel (I − Pi)·K·(I − Pi)/n, Pi the projector on
 * F; directions are counted without those p. With row weights, rows of K, F and y are multiplied by the weights' roots.
 */
export interface SpectrumData {
  /** Training rows n. */
  readonly n: number;
  /** Unpenalised directions p: rank of F, the intercept included. */
  readonly unpenalised: number;
  /** Eigenvalues, descending, at most n − p of them; those below the numerical rank are kept as computed but never negative. */
  readonly mu: Float64Array;
  /** Eigenvalues that stand above rounding, n·eps times the larger of mu_1 and ||Q'KQ||/n. */
  readonly rank: number;
  /** How many eigenvalues came out negative and were clipped to 0. */
  readonly clipped: number;
  /** c_i = u_i'y/sqrt(n), signed, one for each of mu, in units of y. The alignment scores are c_i². */
  readonly coordinates: Float64Array;
  /** Directions that were not computed, n − p − mu.length of them, and the target's mean square there: 0 and 0 for a full decomposition. */
  readonly beyond: { readonly count: number; readonly score: number };
}

export interface NoiseEstimate {
  /** Variance of the noise, in units of y squared. */
  readonly sigma2: number;
  /** Standard error of sigma2. */
  readonly standardError: number;
  /** In words, with what it rests on: "from the residuals and the rows left out". */
  readonly rule: string;
  /** What kind of estimate it is: only that from the last directions is an upper one. Left out in runs of earlier versions. */
  readonly by?: 'lastDirections' | 'residuals';
}

/**
 * Curves along one axis of the filter with the others at the fitted values, in units of y squared unless said otherwise.
 * Everything else that depends on the filter alone (bias, variance, GCV, degrees of freedom) the panel computes from the spectrum.
 */
export interface RiskPath {
  readonly axis: Axis;
  /** Ascending; whole numbers for k, r and steps. */
  readonly values: Float64Array;
  readonly loo: Float64Array;
  /** Mean over folds of the K-fold error, and its standard error over the folds. Empty when folds = 0. */
  readonly cv: Float64Array;
  readonly cvStandardError: Float64Array;
  readonly degreesOfFreedom: Float64Array;
  readonly gcv: Float64Array;
  /** TKRR Theorem 1 with estimated scores and noise. */
  readonly bias: Float64Array;
  readonly variance: Float64Array;
  readonly total: Float64Array;
  /** Indices of the least loo, gcv, cv, total; and of the most regular value within one standard error of the least cv. */
  readonly least: {
    readonly loo: number;
    readonly gcv: number;
    readonly cv: number;
    readonly total: number;
    readonly oneStandardError: number;
  };
}

/** Mean squared leave-one-out errors (y²) over a grid of all axes of the filter. */
export interface LooSurface {
  readonly axes: readonly { readonly axis: Axis; readonly values: Float64Array }[];
  /** Row-major: the last axis runs fastest. NaN where k > r. */
  readonly loo: Float64Array;
}

interface TriedLengthScales {
  readonly rule: string;
  /**
   * What was made least: the leave-one-out error (y²), the K-fold error (y²), minus the log marginal likelihood per row, or the
   * method's own K-fold mean absolute or quantile loss (units of y).
   */
  readonly criterion: 'loo' | 'cv' | 'marginalLikelihood' | 'absolute' | 'pinball';
  /** Length scales tried (with one per column: what all were multiplied by), ascending, and for each the least criterion. */
  readonly lengthScale: Float64Array;
  readonly score: Float64Array;
  /** Rows on which each was tried (a seeded subsample for the coarse pass). */
  readonly rows: Uint32Array;
}

/** By ridge regression. Runs stored by 0.1 hold the strengths of a `PathScaleSearch` in this form too. */
export interface RidgeScaleSearch extends TriedLengthScales {
  /** Of the least criterion at each length scale. */
  readonly lambda: Float64Array;
}

/** By the errors of a robust, sparse or quantile method itself. */
export interface PathScaleSearch extends TriedLengthScales {
  readonly axis: StrengthAxis;
  /** Of the least criterion at each length scale, on that axis. */
  readonly strength: Float64Array;
}

export type LengthScaleSearch = RidgeScaleSearch | PathScaleSearch;

export interface Scores {
  readonly r2: number;
  readonly rmse: number;
  readonly mae: number;
  readonly n: number;
  /** 95 % bootstrap intervals (seeded). */
  readonly r2Interval: readonly [number, number];
  readonly rmseInterval: readonly [number, number];
  /** Share of rows inside their 95 % prediction interval. */
  readonly coverage: number;
  /**
   * The same among the narrowest, the middle and the widest third of the intervals; left out where their widths hardly differ, and in
   * runs of versions before.
   */
  readonly coverageByWidth?: readonly { readonly coverage: number; readonly n: number }[];
}

/** Held-out rows, in the order of the held-out sample. All in units of y. */
export interface HoldoutPredictions {
  readonly rows: Uint32Array;
  readonly lines: Uint32Array;
  readonly observed: Float64Array;
  readonly predicted: Float64Array;
  /** 95 % prediction interval. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/**
 * Lets the panel predict with any filter without the engine: with P (m×rank, row-major),
 * prediction_j = base_j + sum_i P_ji·g_i/mu_i·c_i, where P_ji = k'(x_j, X)·u_i/sqrt(n) with the residual kernel k', and
 * base_j = F(x_j)·beta_0 the least-squares fit on the unpenalised features alone.
 */
export interface LivePredictor {
  readonly rows: number;
  readonly rank: number;
  readonly p: Float32Array;
  readonly base: Float64Array;
  /**
   * For intervals: k'(x_j, x_j), and ||R^-T·F(x_j)'||², the leverage of x_j on the unpenalised features. Left out where none are drawn.
   */
  readonly prior?: Float64Array;
  readonly leverage?: Float64Array;
}

/** Mean prediction as one raw column moves over `grid` and the others keep their values. */
export interface PartialDependence {
  readonly column: string;
  readonly kind: 'number' | 'boolean' | 'date' | 'category';
  /** Raw units of the column; 0…levels−1 for a category. */
  readonly grid: Float64Array;
  readonly levels?: readonly string[];
  readonly predictor: LivePredictor;
  /**
   * cov(f_j, f)/var(f) over rows, f_j being this mean at their values of the column: what it carries by itself. What is left of the sum of all
   * columns' to 1 only several carry together.
   */
  readonly share?: number;
  /** Of classes: mean probability of the output's class at the fitted filter (of the second of two), one for each point of the grid. */
  readonly probability?: Float64Array;
  /** Quantiles (0, 2.5 %, …, 100 %) of the training values, for the rug. */
  readonly rug: Float64Array;
}

/** One numeric feature: the fitted curve itself. */
export interface CurveFit {
  readonly column: string;
  readonly grid: Float64Array;
  readonly predictor: LivePredictor;
  /** The training rows in raw units. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly rows: Uint32Array;
  readonly lines: Uint32Array;
}

/** Which linear algebra computed a run, and on how many threads. */
export interface BackEnd {
  /** Missing in runs of versions that had the embedded one alone. */
  readonly backEnd?: 'embedded' | 'native';
  readonly name: string;
  readonly threads: number;
}

/** What a method's `run` returns; the engine adds the rest. */
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
export interface LearningPoints {
  /** Mean number of rows fitted. */
  readonly rows: Float64Array;
  /** Mean squared error (y²) at the best lambda, and its standard error over the parts. */
  readonly error: Float64Array;
  readonly standardError: Float64Array;
  /** Absent with fewer than five folds, where these would have to be refitted and were not, and in runs of earlier versions. */
  readonly doubling?: {
    /** About half of the rows, and those outside a fold. */
    readonly rows: readonly [number, number];
    /** Mean squared errors (y²) of all rows, each by fits without it. */
    readonly error: readonly [number, number];
    /** Of the logarithm of their ratio: paired row by row, and for other rows to fit. */
    readonly logStandardError: number;
  };
}

/** What a run says of one target: all of it in that target's units. */
export interface TargetResult {
  /** Name of the target column, or of the class. */
  readonly target: string;
  /** Training mean and variance (ddof 0) of y. */
  readonly mean: number;
  readonly variance: number;
  readonly spectrum: SpectrumData;
  readonly noise: NoiseEstimate;
  /** The filter of the stored model. Its parameters need not lie on the grids. */
  readonly filter: FilterSpec;
  /** One for each axis of the method, the principal one first. */
  readonly paths: readonly RiskPath[];
  /** Over all axes together; absent when there is but one. */
  readonly surface?: LooSurface;
  /** At the chosen filter; errors in units of y squared. */
  readonly metrics: {
    readonly holdout?: Scores;
    readonly loo: number;
    /**
     * What `loo` and `cv` are to be multiplied by for new rows, above 1: the kernel was chosen on the same rows, and the comparison that chose it has judged it on rows
     * that it had not seen. Intervals count it.
     */
    readonly optimism?: number;
    readonly gcv: number;
    readonly cv: number;
    readonly cvStandardError: number;
    readonly folds: number;
    readonly degreesOfFreedom: number;
  };
  readonly holdout?: HoldoutPredictions;
  readonly live: {
    /** Left out also where it would be too large. */
    readonly holdout?: LivePredictor;
    readonly partial: readonly PartialDependence[];
    readonly curve?: CurveFit;
  };
  /**
   * A robust, sparse or quantile fit. `holdout` and `metrics.holdout` are then its own; spectrum, noise, filter, paths and the
   * predictors of `live` are those of the ridge baseline, kernel ridge regression with the same kernel (`live.holdout` is left out).
   */
  readonly robust?: RobustFit;
}

/** Classification on held-out rows, or on training rows by fits without them when nothing is held out. */
export interface ClassResult {
  readonly levels: readonly string[];
  readonly heldOut: boolean;
  /** Rows: true level, columns: predicted level; row-major counts. */
  readonly confusion: Uint32Array;
  readonly accuracy: number;
  /** 95 %, Wilson. */
  readonly accuracyInterval: readonly [number, number];
  /** Accuracy of always guessing the most common training level. */
  readonly baseline: number;
  /** Left out in runs of earlier versions, and where too few rows had finite scores. */
  readonly calibration?: Calibration;
  /** Of two classes: the probability of the second above which a row is predicted as it. */
  readonly threshold?: number;
  readonly probability?: ProbabilityQuality;
  /** With the calibration; left out in runs of earlier versions, as the rows are. */
  readonly sets?: ClassSets;
  readonly leftOut?: LeftOutRows;
}

/** What needs no kernel, fitted to the training rows: the best single column by its levels' means, or a straight line. */
export interface Baseline {
  readonly kind: 'column' | 'line';
  /** The best single column. */
  readonly column?: string;
  /** Training rows that it was fitted to: a sample of many. */
  readonly rows: number;
  /** Predictions of the held-out rows, in the coding of each output; without an order. */
  readonly outputs: readonly { readonly name: string; readonly predicted: Float64Array }[];
}

/** Soft thresholding: what conditioning left of each direction of the kernel, beside what CKRR eq. 4 predicts. */
export interface SoftThresholding {
  /** Unpenalised random features k, and kappa with sum lambda_i/(lambda_i + kappa) = k. */
  readonly k: number;
  readonly kappa: number;
  /** Eigenvalues of K/n, descending, and u_i'·K'·u_i/n for the residual kernel K' in the same directions. */
  readonly before: Float64Array;
  readonly after: Float64Array;
  /** Each k tried with its lowest leave-one-out error (y²), when k was searched. */
  readonly tried?: { readonly k: Float64Array; readonly loo: Float64Array };
}

/** What every run carries, whatever was fitted: what the history stores and any panel can say. Plain data and typed arrays. */
interface RunRecord {
  readonly kernelscope: string;
  readonly id: string;
  /** ISO 8601. */
  readonly created: string;
  readonly request: FitRequest;
  readonly file: FileStamp;
  readonly method: { readonly id: string; readonly title: string };
  readonly data: DataReport;
  readonly inspection: Inspection;
  readonly parameters: readonly ChosenParameter[];
  readonly kernel: KernelSpec;
  /** "Matérn 3/2 kernel", for lists that know no kernels; left out in runs of earlier versions. */
  readonly kernelName?: string;
  readonly search?: LengthScaleSearch;
  readonly model: Model;
  readonly backend: BackEnd;
  /** Seconds by stage: read, design, search, gram, eigen, path, predict, total. */
  readonly timings: Readonly<Record<string, number>>;
  /** Memory that the fit was to take when it began; left out in runs of earlier versions. */
  readonly bytes?: number;
  readonly notes: readonly Note[];
}

/**
 * The result of one fit to a target: what the panel shows and the CLI prints. What depends on the target stands for the first
 * one; `targetView` in figures/ puts another in its place.
 */
export interface RunResult extends RunRecord, TargetResult {
  /** Targets beyond the first, classes beyond the first. */
  readonly others: readonly TargetResult[];
  readonly classes?: ClassResult;
  /** Axes of the filter that sliders move, the principal one first. */
  readonly axes: readonly Axis[];
  /** Whether LOO and fold errors are those of refitting; otherwise they hold the eigenbasis fixed, or stop at the same step. */
  readonly shortcut: 'exact' | 'fixedBasis';
  readonly foldsBy: 'shortcut' | 'refit' | 'none';
  readonly soft?: SoftThresholding;
  /** Of the first target, where it was measured. */
  readonly learning?: LearningPoints;
  /** On the held-out rows; none where nothing is held out, and in runs of earlier versions. */
  readonly baselines?: readonly Baseline[];
  /**
   * The comparison that chose kernel and length scales, or of which the person then took another candidate; absent where there was none.
   * While its `chosen` is open this is an interim run.
   */
  readonly race?: Race;
  /** A fit on random features or landmarks: the spectrum is then that of the approximated kernel. */
  readonly approximation?: Approximation;
}

/** Principal components of the rows, without a target. */
export interface ComponentsRun extends RunRecord {
  readonly components: Components;
}

export type AnyRun = RunResult | ComponentsRun;

export const isComponents = (run: AnyRun): run is ComponentsRun => 'components' in run;
