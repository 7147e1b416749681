import type { CancellationToken, Uri } from 'vscode';

// The part of Kernelscope that other extensions may use. docs/kernelscope.d.ts is a copy of this file and of those that
// it exports, to be put beside the code that uses it; docs/extension-api.md shows how.

/** The value that `activate` returns: `vscode.extensions.getExtension('kernelscope.kernelscope')?.exports`. */
export interface KernelscopeExports {
  /** Throws for a version that this Kernelscope does not have. */
  getApi(version: 1): KernelscopeApi;
}

/**
 * Members may be added to version 1; none changes its meaning. A call that fails rejects with a `KernelscopeFailure`; a
 * cancelled one rejects with the code `run/cancelled`.
 */
export interface KernelscopeApi {
  readonly version: 1;
  /** The columns of a file, as they are read. */
  inspect(file: Uri, read?: ReadArguments, token?: CancellationToken): Promise<InspectedFile>;
  /** Fits a target, or principal components, and stores the run in the history of this workspace. Opens nothing. */
  fit(file: Uri, request: FitArguments, token?: CancellationToken): Promise<FitResult>;
  /** Compares kernels and baselines on the same folds of the training rows. Stores nothing. */
  compare(file: Uri, request: FitArguments, token?: CancellationToken): Promise<ComparedKernels>;
  /** The runs of this workspace, newest first. */
  runs(): Promise<readonly RunSummary[]>;
  /** Predicts the rows of a file with the model of a stored run. */
  predict(runId: string, file: Uri, token?: CancellationToken): Promise<PredictedRows>;
  /** The columns that matter to a stored run, where it fails, and what to try next. */
  explain(runId: string, token?: CancellationToken): Promise<Explanation>;
  /** Opens a stored run in its panel. */
  open(runId: string): Promise<void>;
}

export interface KernelscopeFailure extends Error {
  /** A code such as "data/unknown-column": stable, while the sentence may be reworded. */
  readonly code: string;
}

import type { Encoding } from '../engine/contract/encodings';
/** The arguments of a fit that commands take from keybindings and `executeCommand`. Columns by name, or by position from 1. */
export interface FitArguments {
  /**
   * The target column; if omitted, the column whose name says that it is the target. Only methods for principal
   * components need none.
   */
  readonly target?: string | number;
  readonly moreTargets?: readonly (string | number)[];
  /** The feature columns; if omitted, all usable columns that are neither targets nor weights. */
  readonly features?: readonly (string | number)[];
  /** A column with the weight of each row. */
  readonly weights?: string | number;
  /** auto: words, yes/no and numbers with two values are classified, other numbers are predicted. */
  readonly task?: 'auto' | 'regress' | 'classify';
  /** The id of a method in docs/methods.md: "krr", "huber", …. If omitted, kernel ridge regression, or the method of the command. */
  readonly method?: string;
  /**
   * Parameters of the method by name (docs/methods.md). Those that are omitted follow the person's own defaults, then
   * the method's rules.
   */
  readonly parameters?: Readonly<Record<string, number | boolean | string>>;
  readonly design?: DesignArguments;
  readonly read?: ReadArguments;
}

/** Which rows take part and which are held out, and how gaps are treated. */
export interface DesignArguments {
  /** The fraction of the rows held out at random, 0 to 0.9; or the last rows of the file, or by a column; or the rows of a second file. */
  readonly holdout?:
    | number
    | { readonly kind: 'fraction'; readonly fraction: number }
    | { readonly kind: 'last'; readonly fraction: number; readonly by?: string }
    | { readonly kind: 'file'; readonly source: { readonly kind: 'path'; readonly path: string } };
  readonly missing?: 'impute' | 'drop';
  readonly standardise?: boolean;
  readonly task?: 'auto' | 'regress' | 'classify';
  readonly weights?: string | number;
  readonly maxLevels?: number;
  /** The most rows to use: a seeded random sample of at most this many. */
  readonly maxRows?: number;
  /** A condition that the rows used meet: `age > 30 and sex = 'female'`. */
  readonly where?: string;
  /** Rows to leave out, "12,40-52", counted from 1. */
  readonly without?: string;
  /** A column: rows with the same value in it stay together. */
  readonly groups?: string | number;
  /** Columns, features too: rows that agree in all of them stay together. */
  readonly settings?: readonly (string | number)[];
  /** A column with the fold of every row. */
  readonly foldColumn?: string | number;
  /** A column of numbers or dates, or "rows" for file order: the last rows are held out. */
  readonly order?: string | number;
  /** Another form of one of those above. */
  readonly splitBy?:
    | { readonly kind: 'group' | 'fold'; readonly column: string }
    | { readonly kind: 'settings'; readonly columns: readonly string[] }
    | { readonly kind: 'blocks'; readonly by?: string };
  readonly seed?: number;
}

/** Options for reading the file, in place of detection. */
export interface ReadArguments {
  readonly delimiter?: string;
  readonly header?: boolean;
  /** Names of all columns of a file without a header. */
  readonly names?: readonly string[];
  readonly encoding?: Encoding;
  readonly decimal?: '.' | ',';
  readonly thousands?: '' | ',' | '.' | ' ' | "'";
  readonly quote?: '' | '"' | "'";
  /** Texts that stand for a missing cell. */
  readonly missing?: readonly string[];
  readonly kinds?: Readonly<Record<string, 'number' | 'boolean' | 'date' | 'category' | 'text'>>;
  /** True if a compressed file is to be read however large it unzips. */
  readonly acceptExpansion?: boolean;
}

import type { PairedVerdict } from '../../engine/contract/pairedVerdict';
export interface InspectedFile {
  readonly file: string;
  readonly rows: number;
  readonly columns: readonly InspectedColumn[];
  /** The column whose name says that it is the target; a fit takes no other unless the call names one. */
  readonly proposedTarget?: string;
  /** Every column as a target, the best first, with the reason for its place. */
  readonly targets: readonly InspectedTarget[];
  /** Sentences; they may quote cells. */
  readonly warnings: readonly string[];
}

export interface InspectedTarget {
  readonly name: string;
  readonly standing: 'named' | 'explained' | 'unmeasured' | 'copy' | 'unfit';
  /** The fraction that a ridge regression on the other columns explains on rows left out. */
  readonly explained?: number;
  readonly reason: string;
}

export interface InspectedColumn {
  readonly name: string;
  readonly kind: 'number' | 'boolean' | 'date' | 'category' | 'text' | 'empty';
  readonly missing: number;
  /** The number of distinct values; a lower bound if they are very many. */
  readonly distinct: number;
  /** The range of numbers, and of dates in days since 1970. */
  readonly range?: readonly [least: number, greatest: number];
  readonly usable: boolean;
  /** The reason why the column is left out; '' for a usable one. */
  readonly reason: string;
}

export interface RunSummary {
  readonly id: string;
  /** The time of the fit, ISO 8601. */
  readonly created: string;
  readonly file: string;
  /** The address of the file. */
  readonly origin: string;
  /** The target; '' for principal components. */
  readonly target: string;
  readonly method: { readonly id: string; readonly title: string };
  readonly kernel: string;
  /** The number of training rows. */
  readonly rows: number;
  /** The number of columns used. */
  readonly features: number;
  /** The scores on held-out rows; absent if nothing was held out. */
  readonly r2?: number;
  readonly rmse?: number;
  /** For classes, the fraction of rows whose class was predicted correctly. */
  readonly accuracy?: number;
}

export interface FitResult extends RunSummary {
  /** How good the fit is, and what it is compared with. */
  readonly verdict: string;
  readonly numbers: readonly { readonly name: string; readonly value: string; readonly note: string }[];
  readonly warnings: readonly string[];
  readonly nextSteps: readonly string[];
}

export interface ComparedKernels {
  readonly target: string;
  readonly verdict: string;
  /** The kind of error: "root mean squared error". */
  readonly error: string;
  readonly folds: number;
  readonly rows: number;
  /** The candidates: baselines first, then from smooth to rough. */
  readonly candidates: readonly ComparedKernel[];
}

export interface ComparedKernel {
  readonly id: string;
  readonly title: string;
  readonly baseline: boolean;
  readonly chosen: boolean;
  /** The error on rows left out, with its 95 % interval; absent if it could not be measured. */
  readonly error?: { readonly value: number; readonly interval: readonly [number, number] };
  /** Its error minus the error of the chosen candidate, on the same rows. */
  readonly difference?: {
    readonly value: number;
    readonly interval: readonly [number, number];
    readonly verdict: PairedVerdict;
  };
  /** The parameters with which `fit` fits it to all training rows; absent for baselines that are no fit. */
  readonly parameters?: Readonly<Record<string, number | boolean | string>>;
}

/** Predictions as arrays with one entry for each row of the file; NaN if a row could not be predicted. */
export interface PredictedRows {
  /** The numbers of the rows, from 1. */
  readonly rows: Uint32Array;
  /** The predictions of each target; empty for principal components. `lower` and `upper` bound the 95 % prediction interval. */
  readonly outputs: readonly {
    readonly target: string;
    readonly predicted: Float64Array;
    readonly lower: Float64Array;
    readonly upper: Float64Array;
  }[];
  readonly classes?: {
    readonly column: string;
    readonly levels: readonly string[];
    /** The index of each row's level; −1 if there is none. */
    readonly predicted: Int32Array;
    readonly probabilities?: readonly Float64Array[];
  };
  /** The scores of principal components: rows × count, row by row. */
  readonly scores?: { readonly count: number; readonly values: Float64Array };
}

export interface Explanation {
  readonly verdict: string;
  /** How much the error rises when a column's values are shuffled among the held-out rows, the largest first; empty if nothing was held out. */
  readonly columns: readonly {
    readonly column: string;
    readonly rise: number;
    readonly interval: readonly [number, number];
  }[];
  /** Sentences on the columns, on the rows that do not fit, on problems, and on what to try. */
  readonly onColumns: readonly string[];
  readonly onRows: readonly string[];
  readonly warnings: readonly string[];
  readonly nextSteps: readonly string[];
}
