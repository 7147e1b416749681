import type { FileReading } from './data';
import type { FilterSpec } from './filter';
import type { Parameters } from './method';

/** Of one target the numbers that it was solved with. */
export interface SolvedTarget {
  /** Of fits by least squares, with the numerical rank and the largest eigenvalue of their spectrum. */
  readonly filter?: FilterSpec;
  readonly rank?: number;
  readonly largest?: number;
  /** Of robust, sparse and quantile fits (contract/robust.ts). */
  readonly strength?: number;
  /** How well it is solved there: a relative duality gap, or a relative change. */
  readonly remainder?: number;
  readonly stepSize?: number;
  readonly epsilon?: number;
  readonly shifts?: readonly number[];
  /** Of M-estimators, by training row. */
  readonly robustWeights?: Float64Array;
}

/** How a model was fitted, as far as it takes to fit it again elsewhere; predictions need none of it. */
export interface FitRecord {
  readonly file: FileReading;
  /** 1-based data rows, in the order of training. */
  readonly training: Uint32Array;
  /** Columns, in the order of the outputs; of a classification the one. */
  readonly targets: readonly string[];
  readonly weights?: string;
  readonly parameters: Parameters;
  /** One for each target, of a classification for each output; none of components. */
  readonly solved: readonly SolvedTarget[];
  readonly heldOut?: {
    /** Left out where they are rows of the same file. */
    readonly file?: FileReading;
    readonly rows: Uint32Array;
    /** One for each output of the model, quantiles in order at every row; of components their scores and the error that they leave. */
    readonly predicted: readonly Float64Array[];
  };
}
