import type { PairedVerdict } from '../../engine/contract/pairedVerdict';
export interface InspectedFile {
  readonly file: string;
  readonly rows: number;
  readonly columns: readonly InspectedColumn[];
  /** The column that a fit would propose. */
  readonly proposedTarget?: string;
  /** Sentences; they may quote cells. */
  readonly warnings: readonly string[];
}

export interface InspectedColumn {
  readonly name: string;
  readonly kind: 'number' | 'boolean' | 'date' | 'category' | 'text' | 'empty';
  readonly missing: number;
  /** Number of distinct values; of very many a lower bound. */
  readonly distinct: number;
  /** Of numbers, and of dates in days since 1970. */
  readonly range?: readonly [least: number, greatest: number];
  readonly usable: boolean;
  /** Why it is left out; '' for a usable one. */
  readonly reason: string;
}

export interface RunSummary {
  readonly id: string;
  /** ISO 8601. */
  readonly created: string;
  readonly file: string;
  /** Address of the file. */
  readonly origin: string;
  /** '' for principal components. */
  readonly target: string;
  readonly method: { readonly id: string; readonly title: string };
  readonly kernel: string;
  /** Training rows. */
  readonly rows: number;
  /** Columns used. */
  readonly features: number;
  /** On held-out rows; absent when nothing was held out. */
  readonly r2?: number;
  readonly rmse?: number;
  /** Of classes: share of rows whose class was predicted correctly. */
  readonly accuracy?: number;
}

export interface FitResult extends RunSummary {
  /** How good, compared with what. */
  readonly verdict: string;
  readonly numbers: readonly { readonly name: string; readonly value: string; readonly note: string }[];
  readonly warnings: readonly string[];
  readonly nextSteps: readonly string[];
}

export interface ComparedKernels {
  readonly target: string;
  readonly verdict: string;
  /** What an error is: "root mean squared error". */
  readonly error: string;
  readonly folds: number;
  readonly rows: number;
  /** Baselines first, then from smooth to rough. */
  readonly candidates: readonly ComparedKernel[];
}

export interface ComparedKernel {
  readonly id: string;
  readonly title: string;
  readonly baseline: boolean;
  readonly chosen: boolean;
  /** Error on rows left out, with its 95 % interval; absent where it could not be measured. */
  readonly error?: { readonly value: number; readonly interval: readonly [number, number] };
  /** Its error less that of the chosen one, on the same rows. */
  readonly difference?: {
    readonly value: number;
    readonly interval: readonly [number, number];
    readonly verdict: PairedVerdict;
  };
  /** What `fit` takes to fit it to all training rows; absent for baselines that are no fit. */
  readonly parameters?: Readonly<Record<string, number | boolean | string>>;
}

/** Arrays with one entry for each row of the file; NaN where a row could not be predicted. */
export interface PredictedRows {
  /** Numbers of the rows, from 1. */
  readonly rows: Uint32Array;
  /** One for each target; empty for principal components. `lower` and `upper` bound the 95 % prediction interval. */
  readonly outputs: readonly {
    readonly target: string;
    readonly predicted: Float64Array;
    readonly lower: Float64Array;
    readonly upper: Float64Array;
  }[];
  readonly classes?: {
    readonly column: string;
    readonly levels: readonly string[];
    /** Index of the level; −1 where there is none. */
    readonly predicted: Int32Array;
    readonly probabilities?: readonly Float64Array[];
  };
  /** Of principal components: rows × count, row by row. */
  readonly scores?: { readonly count: number; readonly values: Float64Array };
}

export interface Explanation {
  readonly verdict: string;
  /** How much the error rises when a column's values are shuffled among the held-out rows, the largest first; empty where nothing was held out. */
  readonly columns: readonly {
    readonly column: string;
    readonly rise: number;
    readonly interval: readonly [number, number];
  }[];
  /** Sentences on the columns, on the rows that do not fit, and on what to try. */
  readonly onColumns: readonly string[];
  readonly onRows: readonly string[];
  readonly warnings: readonly string[];
  readonly nextSteps: readonly string[];
}
