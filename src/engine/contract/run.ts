import type {
  DataReport,
  DesignOptions,
  FileSource,
  FileStamp,
  Inspection,
  Matrix,
  ReadOptions,
  Transform,
} from './data';
import type { Parameters, ParameterValue } from './method';
import type { Note } from './note';

/** A request to fit: everything that decides the result. Stored with the run, so that it can be repeated. */
export interface FitRequest {
  readonly source: FileSource;
  readonly read: ReadOptions;
  readonly design: DesignOptions;
  readonly method: string;
  /** Only what the person set; the rest is chosen by rule. */
  readonly parameters: Parameters;
}

export interface ChosenParameter {
  readonly name: string;
  readonly title: string;
  readonly value: ParameterValue;
  /** "set", or the rule that chose it: "least leave-one-out error". */
  readonly rule: string;
}

/**
 * One eigendecomposition K/n = U diag(mu) U' and the target's coordinates in it (docs/methods.md).
 * Everything a squared-loss method and a slider need.
 */
export interface SpectrumData {
  /** Training rows n. */
  readonly n: number;
  /** n eigenvalues of K/n, descending; those below the numerical rank are kept as computed but never negative. */
  readonly mu: Float64Array;
  /** Eigenvalues above n·eps·mu_1. */
  readonly rank: number;
  /** How many eigenvalues came out negative and were clipped to 0. */
  readonly clipped: number;
  /** c_i = u_i'y/sqrt(n), signed, n of them, in units of y (centred on `centre`). The alignment scores are c_i². */
  readonly coordinates: Float64Array;
}

export interface NoiseEstimate {
  /** Variance of the noise, in units of y squared. */
  readonly sigma2: number;
  /** Standard error of sigma2. */
  readonly standardError: number;
  /** In words, with what it rests on: "residual variance at the fitted lambda". */
  readonly rule: string;
}

/** Curves over the lambda grid (per sample), each of the grid's length, in units of y squared unless said otherwise. */
export interface LambdaPath {
  readonly lambda: Float64Array;
  readonly degreesOfFreedom: Float64Array;
  readonly loo: Float64Array;
  readonly gcv: Float64Array;
  /** Mean over folds of the exact K-fold error, and its standard error over the folds. Empty when folds = 0. */
  readonly cv: Float64Array;
  readonly cvStandardError: Float64Array;
  /** TKRR Theorem 1 with estimated scores and noise. */
  readonly bias: Float64Array;
  readonly variance: Float64Array;
  readonly total: Float64Array;
  /** Grid indices of the least loo, gcv, cv, total; and the largest lambda within one standard error of the least cv. */
  readonly least: {
    readonly loo: number;
    readonly gcv: number;
    readonly cv: number;
    readonly total: number;
    readonly oneStandardError: number;
  };
}

export interface LengthScaleSearch {
  readonly rule: string;
  /** Length scales tried, ascending, and for each the least leave-one-out error (y²) and the lambda that gave it. */
  readonly lengthScale: Float64Array;
  readonly loo: Float64Array;
  readonly lambda: Float64Array;
  /** Rows on which each was tried (a seeded subsample for the coarse pass). */
  readonly rows: Uint32Array;
}

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
 * Lets the panel predict at any lambda without the engine: with P (m×rank, row-major),
 * prediction_j = centre + sum_i P_ji·g_i/mu_i·c_i, where P_ji = k(x_j, X)·u_i/sqrt(n),
 * and the posterior variance of f at x_j is prior_j − sum_i P_ji²/(mu_i + lambda), times sigma2/(n·lambda).
 */
export interface LivePredictor {
  readonly rows: number;
  readonly rank: number;
  readonly p: Float32Array;
}

/** Mean prediction as one raw column moves over `grid` and the others keep their values. */
export interface PartialDependence {
  readonly column: string;
  readonly kind: 'number' | 'boolean' | 'date' | 'category';
  /** Raw units of the column; 0…levels−1 for a category. */
  readonly grid: Float64Array;
  readonly levels?: readonly string[];
  readonly predictor: LivePredictor;
  /** Quantiles (0, 2.5 %, …, 100 %) of the training values, for the rug. */
  readonly rug: Float64Array;
}

/** One numeric feature: the fitted curve itself. */
export interface CurveFit {
  readonly column: string;
  readonly grid: Float64Array;
  readonly predictor: LivePredictor;
  /** k(x, x) on the grid. */
  readonly prior: Float64Array;
  /** The training rows in raw units. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly rows: Uint32Array;
  readonly lines: Uint32Array;
}

/** Everything `predict` needs; saved by --save and with each run. */
export interface Model {
  readonly version: string;
  readonly method: string;
  readonly target: string;
  readonly transform: Transform;
  readonly kernel: { readonly name: string; readonly lengthScale: number };
  /** Training rows after the transform, n×d. */
  readonly x: Matrix;
  /** f(x) = centre + sum_j alpha_j k(x, x_j) */
  readonly alpha: Float64Array;
  readonly centre: number;
  readonly lambda: number;
  /** Prediction intervals: f(x) ± intervalWidth·sqrt(n·lambda + k(x,x) − k(x,X)(K + n·lambda·I)^-1 k(X,x)). */
  readonly intervalWidth: number;
  readonly read: ReadOptions;
}

/** Which linear algebra computed a run, and on how many threads. */
export interface BackEnd {
  /** Missing in runs of versions that had the embedded one alone. */
  readonly backEnd?: 'embedded' | 'native';
  readonly name: string;
  readonly threads: number;
}

/** What a method's `run` returns; `serve` adds the rest of `RunResult`. */
export type FitOutcome = Omit<
  RunResult,
  'kernelscope' | 'id' | 'created' | 'request' | 'file' | 'inspection' | 'data' | 'target' | 'method' | 'model'
> & { readonly model: Omit<Model, 'version' | 'read'> };

/** The result of one fit: what the panel shows, the CLI prints and the history stores. Plain data and typed arrays. */
export interface RunResult {
  readonly kernelscope: string;
  readonly id: string;
  /** ISO 8601. */
  readonly created: string;
  readonly request: FitRequest;
  readonly file: FileStamp;
  readonly method: { readonly id: string; readonly title: string };
  readonly target: string;
  readonly data: DataReport;
  readonly inspection: Inspection;
  readonly parameters: readonly ChosenParameter[];
  /** Training mean that was subtracted from y (0 without intercept) and training variance of y (ddof 0). */
  readonly centre: number;
  readonly variance: number;
  readonly lengthScale: number;
  readonly spectrum: SpectrumData;
  readonly noise: NoiseEstimate;
  readonly path: LambdaPath;
  /** The lambda of the stored model, per sample. Not necessarily on the grid. */
  readonly lambda: number;
  readonly search?: LengthScaleSearch;
  /** At the chosen lambda; errors in units of y squared. */
  readonly metrics: {
    readonly holdout?: Scores;
    readonly loo: number;
    readonly gcv: number;
    readonly cv: number;
    readonly cvStandardError: number;
    readonly folds: number;
    readonly degreesOfFreedom: number;
  };
  readonly holdout?: HoldoutPredictions;
  readonly live: {
    readonly holdout?: LivePredictor;
    readonly partial: readonly PartialDependence[];
    readonly curve?: CurveFit;
  };
  readonly model: Model;
  readonly backend: BackEnd;
  /** Seconds by stage: read, design, search, gram, eigen, path, predict, total. */
  readonly timings: Readonly<Record<string, number>>;
  readonly notes: readonly Note[];
}
