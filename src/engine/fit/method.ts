import type { RunContext } from '../contract/context';
import type { Design } from '../contract/data';
import type { MethodSpec, Parameters } from '../contract/method';
import type { ComponentsOutcome, FitOutcome } from '../contract/run';
import type { LinearAlgebra } from '../linalg/linalg';
import type { SpectrumCache } from '../spectrum/cache';

/** What a fit is given beside its data: what it computes with, progress and cancellation, and what the last fit left behind. */
export interface FitContext extends RunContext {
  readonly linalg: LinearAlgebra;
  /** Left out, everything is computed afresh. */
  readonly cache?: SpectrumCache;
}

/** What a fit of n rows and d encoded columns takes. */
export interface FitCost {
  /** At the peak, in all. */
  readonly bytes: number;
  /** Of these, in the memory of the linear-algebra core. */
  readonly coreBytes: number;
  readonly seconds: number;
  /** Another way to fit the same rows that takes less, as the end of a sentence: "with 1,000 landmarks it takes about 8 s". */
  readonly instead?: string;
}

interface Runs<Outcome> extends MethodSpec {
  /** For n training rows of d encoded columns with the embedded core on so many threads; `parameters` as for `run`. */
  cost(parameters: Parameters, n: number, d: number, threads: number): FitCost;
  /** `parameters` holds only what the person set, already checked against the schema. */
  run(design: Design, parameters: Parameters, context: FitContext): Outcome;
}

/** One file in methods/ = one of these = one command. */
export interface Method extends Runs<FitOutcome> {
  readonly family: Exclude<MethodSpec['family'], 'components'>;
}

/** Takes a design without a target. */
export interface ComponentsMethod extends Runs<ComponentsOutcome> {
  readonly family: 'components';
}

export type AnyMethod = Method | ComponentsMethod;
