import type { RunContext } from '../contract/context';
import type { Design } from '../contract/data';
import type { MethodSpec, Parameters } from '../contract/method';
import type { FitOutcome } from '../contract/run';
import type { LinearAlgebra } from '../linalg/linalg';
import type { SpectrumCache } from '../spectrum/cache';

/** What a fit is given beside its data: what it computes with, progress and cancellation, and what the last fit left behind. */
export interface FitContext extends RunContext {
  readonly linalg: LinearAlgebra;
  /** Left out, everything is computed afresh. */
  readonly cache?: SpectrumCache;
}

/** What of a fit costs in n³, for the estimate. */
export interface FitWork {
  /** How a length scale is searched on all rows: by Cholesky factors, by decompositions in turn, over a grid of them side by side, or not at all. */
  readonly search: 'factors' | 'decompositions' | 'grid' | 'none';
  /** Decompositions of all rows. */
  readonly decompositions: number;
  /** Folds that are decomposed anew. */
  readonly refitFolds: number;
}

/** One file in methods/ = one of these = one command. */
export interface Method extends MethodSpec {
  /** For n training rows; `parameters` as for `run`. */
  work(parameters: Parameters, n: number): FitWork;
  /** `parameters` holds only what the person set, already checked against the schema. */
  run(design: Design, parameters: Parameters, context: FitContext): FitOutcome;
}
