import type { RunContext } from './context';
import type { DataReport, FileSource, FileStamp, Inspection, ReadOptions } from './data';
import type { ChangedRow, Importance, ImportanceQuestion, RowCard, RowDifferences, RowsQuestion } from './explain';
import type { ExportedFile, ExportRequest } from './exported';
import type { Failure } from './failure';
import type { MethodSpec, Parameters } from './method';
import type { ErrorMeasures, FitError, Model } from './model';
import type { Note } from './note';
import type { Paced } from './pace';
import type { ColumnDetail, ColumnQuestion, Profile, ProfileRequest } from './profile';
import type { Proposals } from './proposal';
import type { LaneId, Race } from './race';
import type { Reproduction, ReproductionRequest, ReproductionSpec } from './reproduction';
import type { AnyRun, FitRequest, RunResult } from './run';

/** Every request the engine answers: parameters and result. Progress and cancellation come with each of them. */
export interface EngineApi {
  methods: { params: Record<string, never>; result: readonly MethodSpec[] };
  inspect: { params: { source: FileSource; read: ReadOptions }; result: Inspection };
  /** Every column by itself, and to the target that is chosen or proposed. */
  profile: { params: ProfileRequest; result: Profile };
  column: { params: ColumnQuestion; result: ColumnDetail };
  /** Rows, columns and memory before anything is computed. */
  estimate: { params: FitRequest & Paced; result: Estimate };
  /** The last decomposition is kept while the engine lives, so that fitting again at another lambda takes a moment. */
  fit: { params: FitRequest; result: AnyRun };
  /** What a fit on a cluster begins with: the plan of a request, as the file `plan` of a folder. */
  planParts: { params: { request: FitRequest; folder: string }; result: { parts: number } };
  /** The fit of that request from the files `plan`, `solution` and `errors` of the folder; `importance`: and how much each column matters to it. */
  finishParts: {
    params: { request: FitRequest; folder: string; importance?: boolean };
    result: { run: AnyRun; importance?: Importance };
  };
  /** Exact, landmarks, random features or a sample: what each would take and lose for this request's rows. */
  propose: { params: FitRequest & Paced; result: Proposals };
  /** Candidates side by side on folds of the training rows, without a fit. */
  compare: { params: FitRequest; result: Comparison };
  /** `keep`: with the columns of the file, for one that holds both. */
  predict: { params: { model: Model; source: FileSource; keep?: boolean }; result: Predictions & PredictionFindings };
  /** What the predictions of all rows come to, and `rows` of them from row `from` on, counted from 0; `out`: a file that all are written to as CSV. */
  predictSome: {
    params: { model: Model; source: FileSource; from: number; rows: number; out?: string };
    result: PredictedSome & PredictionFindings;
  };
  /** A model as the files of another format. */
  export: { params: ExportRequest; result: readonly ExportedFile[] };
  /** How some rows of a request's file differ from the others. */
  describeRows: { params: RowsQuestion; result: RowDifferences };
  /** One row beside all others; a model without a kernel on rows says nothing of length scales. */
  row: { params: { request: FitRequest; model: Model; row: number }; result: RowCard };
  /** The prediction of a row of a file as it would be with other values, by the same way as `predict`. */
  whatIf: { params: ChangedRow; result: Predictions };
  importance: { params: ImportanceQuestion; result: Importance };
  /** Rows "12,40-52" of a file as the text of a CSV, cells as `inspect --table` writes them. */
  rowsCsv: { params: RowsQuestion; result: string };
  reproductions: { params: Record<string, never>; result: readonly ReproductionSpec[] };
  reproduce: { params: ReproductionRequest; result: Reproduction };
}

export interface Comparison {
  readonly request: FitRequest;
  readonly file: FileStamp;
  readonly data: DataReport;
  readonly race: Race;
  /** Candidates that can be fitted to all rows, with the parameters that `fit` takes in place of a race. */
  readonly candidates: readonly { readonly id: LaneId; readonly parameters: Parameters }[];
}

/** What stands before a fit is done: first figures, which the final run replaces (their ids agree), then the race as it goes on. */
export type Interim =
  | { readonly kind: 'run'; readonly run: RunResult }
  | { readonly kind: 'race'; readonly runId: string; readonly race: Race };

/** What a request is answered within: beside progress, a caller that listens gets what stands before the answer. */
export interface RequestContext extends RunContext {
  publish?(interim: Interim): void;
  /** Whether the person has stopped the comparison of kernels, to go on with what was judged. */
  finishing?(): boolean;
}

export interface Predictions {
  /** 1-based data rows, in file order. */
  readonly rows: Uint32Array;
  /** Where they were asked for: the file's columns, and of each row its cells as a line of CSV without its end. */
  readonly input?: { readonly names: readonly string[]; readonly lines: readonly string[] };
  /** One for each target; for a model of classes one for each class, or one in all when there are two. */
  readonly outputs: readonly PredictedOutput[];
  /** For a model of classes: the level predicted for each row (−1 where there is none), and the true one where the file has it. */
  readonly classes?: {
    /** The column that was classified. */
    readonly column: string;
    readonly levels: readonly string[];
    readonly predicted: Int32Array;
    /** By level, calibrated; left out for a model of an earlier version. */
    readonly probabilities?: readonly Float64Array[];
    /** By level, 1 for rows whose 95 % set holds it. */
    readonly sets?: readonly Uint8Array[];
    readonly observed?: Int32Array;
  };
  /** For a model of principal components, whose `outputs` are empty: scores and what they leave of each row (contract/components.ts). */
  readonly components?: {
    readonly count: number;
    /** rows × count, row-major; NaN where a row could not be projected. */
    readonly scores: Float64Array;
    readonly error: Float64Array;
  };
}

/** The error on the rows of a file that hold the target. */
export interface PredictionError extends ErrorMeasures {
  readonly target: string;
  readonly rows: number;
  /** Rows whose target cannot be read, or is a level that the model does not know; left out of the error. */
  readonly unreadable: number;
  /** That of the fit, where the model has it. */
  readonly fit?: Omit<FitError, 'target'>;
}

/** What should be known of the predictions of a file. */
export interface PredictionFindings {
  readonly notes: readonly Note[];
  /** One for each target that the file holds. */
  readonly errors: readonly PredictionError[];
}

/** NaN where a row could not be predicted (missing cells under the "drop" policy). */
export interface PredictedOutput {
  readonly target: string;
  readonly predicted: Float64Array;
  /** 95 % prediction interval. Of a model of several quantiles its outermost levels, which are no such interval. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Present when the file holds the target. */
  readonly observed?: Float64Array;
  /** For a model of quantiles: each tau's prediction, in order at every row; `predicted` is the one closest to the median. */
  readonly quantiles?: readonly { readonly tau: number; readonly predicted: Float64Array }[];
}

/** Of the predictions of one target, in its units; null where no row could be predicted. */
export interface PredictionSpread {
  readonly target: string;
  readonly mean: number | null;
  readonly least: number | null;
  readonly greatest: number | null;
}

export interface PredictedSome {
  /** Of the file. */
  readonly rows: number;
  /** Rows that could not be predicted. */
  readonly unpredicted: number;
  readonly shown: Predictions;
  /** Empty for classes and components. */
  readonly spreads: readonly PredictionSpread[];
  /** Of classes, rows predicted as each level. */
  readonly levels?: readonly number[];
}

/** What a fit will take, said before it is taken. */
export interface Estimate {
  readonly rows: number;
  readonly columns: number;
  readonly bytes: number;
  readonly seconds: number;
  /** Seconds from and to which most fits take. */
  readonly range: readonly [number, number];
  /** 'ask' when patience is at stake, 'refuse' when memory is. */
  readonly verdict: 'go' | 'ask' | 'refuse';
  /** Rows of the subsample proposed when the verdict is not 'go'; all where fewer would take hardly less. */
  readonly proposedRows: number;
  readonly message: string;
}

export type EngineMethod = keyof EngineApi;

/**
 * Words of a call's flags, 0 until they are raised. The engine stops with `run/cancelled` soon after the first. A comparison of kernels ends soon
 * after the second, and the fit goes on with what was judged by then; nothing else heeds it. The third ends the rest that follows first figures.
 */
export const FLAGS = { cancel: 0, finish: 1, seen: 2 } as const;
export type Flag = keyof typeof FLAGS;

/** In memory that both ends share: a long loop sees them without returning to its event loop. */
export const newFlags = (): SharedArrayBuffer => new SharedArrayBuffer(4 * Object.keys(FLAGS).length);
export function raiseFlag(flags: SharedArrayBuffer, flag: Flag): void {
  const words = new Int32Array(flags);
  Atomics.store(words, FLAGS[flag], 1);
  Atomics.notify(words, FLAGS[flag]);
}

export interface ToEngine {
  readonly type: 'call';
  readonly id: number;
  readonly method: EngineMethod;
  readonly params: unknown;
  readonly flags: SharedArrayBuffer;
  /** Whether the caller takes what stands before the answer. */
  readonly interim?: boolean;
  /** Whether the caller raises `seen`. */
  readonly rests?: boolean;
}

export type FromEngine =
  | { readonly type: 'progress'; readonly id: number; readonly fraction: number; readonly stage: string }
  | { readonly type: 'interim'; readonly id: number; readonly interim: Interim }
  | { readonly type: 'result'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly failure: Failure };

/** Just enough of a MessagePort for both ends, so that tests can run them in one thread. */
export interface Port {
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  /** Raises a flag of a call where memory is not shared: between processes. */
  raise?(id: number, flag: Flag): void;
}
