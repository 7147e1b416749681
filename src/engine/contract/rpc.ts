import type { RunContext } from './context';
import type { DataReport, FileSource, FileStamp, Inspection, ReadOptions, TargetCandidate } from './data';
import type { ChangedRow, ImportanceQuestion, RowCard, RowDifferences, RowsQuestion } from './explain';
import type { Exported, ExportRequest } from './exported';
import type { Failure } from './failure';
import type { Importance } from './importance';
import type { MethodSpec, Parameters } from './method';
import type { ErrorMeasures, FitError, Model } from './model';
import type { Note } from './note';
import type { Paced } from './pace';
import type { ColumnDetail, ColumnQuestion, Profile, ProfileRequest } from './profile';
import type { Proposals } from './proposal';
import type { LaneId, Race } from './race';
import type { Reproduction, ReproductionRequest, ReproductionSpec } from './reproduction';
import type { AnyRun, FitRequest, RunResult } from './run';

/** Every request that the engine answers: parameters and result. Each has progress and can be cancelled. */
export interface EngineApi {
  methods: { params: Record<string, never>; result: readonly MethodSpec[] };
  inspect: { params: { source: FileSource; read: ReadOptions }; result: Inspection };
  /** All columns as targets, the best first, measured on a small sample of the rows. */
  targets: { params: { source: FileSource; read: ReadOptions }; result: readonly TargetCandidate[] };
  /**
   * The profile of every column by itself, and its relation to the target that is chosen, or that has a name which
   * decides.
   */
  profile: { params: ProfileRequest; result: Profile };
  column: { params: ColumnQuestion; result: ColumnDetail };
  /** The rows, columns, memory and time of a fit, before anything is computed. */
  estimate: { params: EstimateRequest; result: Estimate };
  /** A fit. The last decomposition is cached while the engine lives, so that fitting again at another lambda takes a moment. */
  fit: { params: FitRequest; result: AnyRun };
  /** The first step of a fit on a cluster: writes the plan of a request as the file `plan` of a folder. */
  planParts: { params: { request: FitRequest; folder: string }; result: { parts: number } };
  /**
   * The fit of that request from the folder's files `plan`, `solution` and `errors`; with `importance`, the importance
   * of columns is measured at length.
   */
  finishParts: { params: { request: FitRequest; folder: string; importance?: boolean }; result: AnyRun };
  /** The time, memory and loss of each way to fit this request's rows: exact, landmarks, random features or a sample. */
  propose: { params: FitRequest & Paced; result: Proposals };
  /** A comparison of candidates on folds of the training rows, without a fit. */
  compare: { params: FitRequest; result: RaceAnswer };
  /** The predictions of the rows of a file. `keep`: with the columns of the file, for a result file that has both. `inverse`: of components, with rows rebuilt from their scores. */
  predict: {
    params: { model: Model; source: FileSource; keep?: boolean; inverse?: boolean };
    result: Predictions & PredictionFindings;
  };
  /** A summary of the predictions of all rows, and `rows` of them from row `from` on, counted from 0. `out`: a CSV file to which all are written. */
  predictSome: {
    params: { model: Model; source: FileSource; from: number; rows: number; out?: string; inverse?: boolean };
    result: PredictedSome & PredictionFindings;
  };
  /** A model as the files of another format. */
  export: { params: ExportRequest; result: Exported };
  /** How some rows of a request's file differ from the others. */
  describeRows: { params: RowsQuestion; result: RowDifferences };
  /** One row compared with all others; if the model has no kernel on rows, its length scales are not used. */
  row: { params: { request: FitRequest; model: Model; row: number }; result: RowCard };
  /** The prediction of a row of a file with some values changed, made in the same way as by `predict`. */
  whatIf: { params: ChangedRow; result: Predictions };
  importance: { params: ImportanceQuestion; result: Importance };
  /** The rows "12,40-52" of a file as the text of a CSV, with cells as `inspect --table` writes them. */
  rowsCsv: { params: RowsQuestion; result: string };
  reproductions: { params: Record<string, never>; result: readonly ReproductionSpec[] };
  reproduce: { params: ReproductionRequest; result: Reproduction };
}

/** `ahead`: the person is still choosing, so that the first figures of the fit are made too and stored for it. */
export type EstimateRequest = FitRequest & Paced & { readonly ahead?: true };

export interface RaceAnswer {
  readonly request: FitRequest;
  readonly file: FileStamp;
  readonly data: DataReport;
  readonly race: Race;
  /** Candidates that can be fitted to all rows, with the parameters that `fit` takes in place of a race. */
  readonly candidates: readonly { readonly id: LaneId; readonly parameters: Parameters }[];
}

/** An interim result of a fit: first figures, which the final run replaces (their ids agree), then the race as it goes on. */
export type Interim =
  | { readonly kind: 'run'; readonly run: RunResult }
  | { readonly kind: 'race'; readonly runId: string; readonly race: Race };

/** The context in which a request is answered: in addition to progress, a caller that listens gets interim results. */
export interface RequestContext extends RunContext {
  publish?(interim: Interim): void;
  /** True if nobody will look at the partial dependences of a fit: they are not computed, and its run has none. */
  readonly withoutPartial?: boolean;
  /** True if the person has stopped the comparison of kernels, to go on with the candidates judged so far. */
  finishing?(): boolean;
}

export interface Predictions {
  /** 1-based data rows, in file order. */
  readonly rows: Uint32Array;
  /** The cells of the file, if requested: its column names, and each row's cells as a line of CSV without its end. */
  readonly input?: { readonly names: readonly string[]; readonly lines: readonly string[] };
  /** Predictions for each target; for a model of classes for each class, or one in all if there are two. */
  readonly outputs: readonly PredictedOutput[];
  /** For a model of classes, the level predicted for each row (−1 if there is none), and the true one if the file has it. */
  readonly classes?: {
    /** The column that was classified. */
    readonly column: string;
    readonly levels: readonly string[];
    readonly predicted: Int32Array;
    /** Calibrated probabilities by level; omitted for a model of an earlier version. */
    readonly probabilities?: readonly Float64Array[];
    /** The 95 % sets by level: 1 for rows whose set holds the level. */
    readonly sets?: readonly Uint8Array[];
    readonly observed?: Int32Array;
  };
  /** For a model of principal components, whose `outputs` are empty: scores, and the error that they leave of each row (contract/components.ts). */
  readonly components?: {
    readonly count: number;
    /** Scores, rows × count, row-major; NaN if a row could not be projected. */
    readonly scores: Float64Array;
    readonly error: Float64Array;
    /** The rows rebuilt from their scores, if requested. */
    readonly rebuilt?: readonly RebuiltColumn[];
  };
}

/**
 * A column of rebuilt rows: numbers, dates as days since 1970 with the `days` of their step, or positions of levels, −1
 * if a row has no scores.
 */
export type RebuiltColumn =
  | { readonly column: string; readonly values: Float64Array; readonly days?: number }
  | { readonly column: string; readonly codes: Int32Array; readonly levels: readonly string[] };

/** The error on the rows of a file that hold the target. */
export interface PredictionError extends ErrorMeasures {
  readonly target: string;
  readonly rows: number;
  /** The number of rows whose target cannot be read, or is a level that the model does not know; they are left out of the error. */
  readonly unreadable: number;
  /** The number of these rows that the model was trained on, if by name, size and rows the file is that of the fit. */
  readonly trained?: number;
  /** The error of the fit, if the model has it. */
  readonly fit?: Omit<FitError, 'target'>;
}

/** The findings that a person should know about the predictions of a file. */
export interface PredictionFindings {
  readonly notes: readonly Note[];
  /** The errors for each target that the file contains. */
  readonly errors: readonly PredictionError[];
}

/** The predictions of one output, NaN if a row could not be predicted (missing cells under the "drop" policy). */
export interface PredictedOutput {
  readonly target: string;
  readonly predicted: Float64Array;
  /** The 95 % prediction interval. For a model of several quantiles, its outermost levels, which are no such interval. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** The observed values, if the file contains the target. */
  readonly observed?: Float64Array;
  /** For a model of quantiles, the predictions of each tau, in order at every row; `predicted` is the one closest to the median. */
  readonly quantiles?: readonly { readonly tau: number; readonly predicted: Float64Array }[];
}

/** The mean and the range of the predictions of one target, in its units; null if no row could be predicted. */
export interface PredictionSpread {
  readonly target: string;
  readonly mean: number | null;
  readonly least: number | null;
  readonly greatest: number | null;
}

export interface PredictedSome {
  /** The number of rows of the file. */
  readonly rows: number;
  /** The number of rows that could not be predicted. */
  readonly unpredicted: number;
  readonly shown: Predictions;
  /** The mean and range by target; empty for classes and components. */
  readonly spreads: readonly PredictionSpread[];
  /** For classes, the number of rows predicted as each level. */
  readonly levels?: readonly number[];
}

/** The cost of a fit, estimated before it. */
export interface Estimate {
  readonly rows: number;
  readonly columns: number;
  readonly bytes: number;
  readonly seconds: number;
  /** The range of seconds within which most fits finish. */
  readonly range: readonly [number, number];
  /** 'ask' if the fit takes long, 'refuse' if it needs too much memory. */
  readonly verdict: 'go' | 'ask' | 'refuse';
  /** The rows of the subsample proposed if the verdict is not 'go'; all rows if fewer would take hardly less. */
  readonly proposedRows: number;
  /** The method that replaces an open one; omitted for an exact fit. */
  readonly method?: string;
  readonly message: string;
}

export type EngineMethod = keyof EngineApi;

/**
 * The positions of a call's flags, each 0 until it is raised. The engine stops with `run/cancelled` soon after the first. A comparison of kernels
 * ends soon after the second, and the fit goes on with the candidates judged by then; nothing else reads it. The third ends the pause that
 * follows first figures.
 */
export const FLAGS = { cancel: 0, finish: 1, seen: 2 } as const;
export type Flag = keyof typeof FLAGS;

/**
 * Flags in memory that both ends share, so that a long loop sees them without returning to its event loop. If a browser
 * shares no memory, each end has its own, and whoever cancels ends the engine.
 */
export const newFlags = (): ArrayBufferLike =>
  new (typeof SharedArrayBuffer === 'undefined' ? ArrayBuffer : SharedArrayBuffer)(4 * Object.keys(FLAGS).length);
export function raiseFlag(flags: ArrayBufferLike, flag: Flag): void {
  const words = new Int32Array(flags);
  Atomics.store(words, FLAGS[flag], 1);
  Atomics.notify(words, FLAGS[flag]);
}

export interface ToEngine {
  readonly type: 'call';
  readonly id: number;
  readonly method: EngineMethod;
  readonly params: unknown;
  readonly flags: ArrayBufferLike;
  /** True if the caller takes interim results. */
  readonly interim?: boolean;
  /** True if the caller raises `seen`. */
  readonly rests?: boolean;
}

export type FromEngine =
  | { readonly type: 'progress'; readonly id: number; readonly fraction: number; readonly stage: string }
  | { readonly type: 'interim'; readonly id: number; readonly interim: Interim }
  | { readonly type: 'result'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly failure: Failure };

/** The part of a MessagePort that both ends use, so that tests can run them in one thread. */
export interface Port {
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  /** Raises a flag of a call if memory is not shared: between processes. */
  raise?(id: number, flag: Flag): void;
}
