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
