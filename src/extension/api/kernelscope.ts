import type { CancellationToken, Uri } from 'vscode';
import type { FitArguments, ReadArguments } from '../../choices/fitArguments';
import type {
  ComparedKernels,
  Explanation,
  FitResult,
  InspectedFile,
  PredictedRows,
  RunSummary,
} from '../../doors/brief/results';

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

export type * from '../../choices/fitArguments';
export type * from '../../doors/brief/results';
