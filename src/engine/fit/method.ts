import type { RunContext } from '../contract/context';
import type { Design } from '../contract/data';
import type { Axis } from '../contract/filter';
import type { MethodSpec, Parameters } from '../contract/method';
import type { RacedKernel } from '../contract/race';
import type { ScoreLoss } from '../contract/robust';
import type { ComponentsOutcome, FitOutcome } from '../contract/run';
import type { FilterKind } from '../filters/filter';
import type { LinearAlgebra } from '../linalg/linalg';
import type { KernelApproximation } from '../search/approximation';
import type { SpectrumCache } from '../spectrum/cache';

/** What a fit is given beside its data; `FitSession` carries it through the stages. */
export interface FitContext extends RunContext {
  readonly linalg: LinearAlgebra;
  /** Left out, everything is computed afresh. */
  readonly cache?: SpectrumCache;
  /** Of figures that soon give way to others: means over fewer rows do. */
  readonly brief?: boolean;
  /** Mean squared error (y²) on rows that neither the fit's kernel nor its choice has seen: errors of rows left out of this fit alone are lower. */
  readonly nested?: number;
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

/** What a person reads of a method before it is chosen. */
export type MethodWords = Pick<MethodSpec, 'id' | 'title' | 'summary' | 'purpose' | 'source'>;

/** Those of a family, which has more members. */
export const wordsOf = ({ id, title, summary, purpose, source }: MethodWords): MethodWords => ({
  id,
  title,
  summary,
  purpose,
  source,
});

interface Runs<Outcome> extends MethodSpec {
  /** For n training rows of d encoded columns with the embedded core on `threads` threads; `parameters` as for `run`. */
  cost(parameters: Parameters, n: number, d: number, threads: number): FitCost;
  /** `parameters` holds only what the person set, already checked against the schema. */
  run(design: Design, parameters: Parameters, context: FitContext): Outcome;
}

/** The filter of a method and what its sliders move, the principal axis first. */
export interface MethodFilter {
  readonly kind: FilterKind;
  readonly axes: readonly Axis[];
}

/** How kernels are compared for a method (compare/race): each is fitted by ridge regression and judged by the method's loss. */
export interface Racing {
  readonly loss: ScoreLoss;
  /** Ascending; for the quantile loss. */
  readonly taus: readonly number[];
  /** What the method fits with in the kernel's place, of n training rows; undefined where it fits the kernel itself. */
  approximation?(n: number): KernelApproximation | undefined;
  /** The lane of the race that the method is itself: ridge regression on them. */
  readonly fits?: KernelApproximation['kind'];
  /** Whether the method can fit with this kernel. */
  takes(kernel: RacedKernel | 'linear' | 'sum'): boolean;
}

/** One file in methods/ = one of these = one command. */
export interface Method extends Runs<FitOutcome> {
  readonly family: Exclude<MethodSpec['family'], 'components'>;
  /** Of a method that filters a spectrum. */
  readonly filter?: MethodFilter;
  /** Of these parameters; undefined where they leave no kernel to choose. */
  racing(given: Parameters): Racing | undefined;
}

/** Takes a design without a target. */
export interface ComponentsMethod extends Runs<ComponentsOutcome> {
  readonly family: 'components';
}

export type AnyMethod = Method | ComponentsMethod;

/** What a person is told of a method: all of it but how it runs. */
export function specOf(method: AnyMethod): MethodSpec {
  const { family, parameters } = method;
  return { ...wordsOf(method), family, parameters };
}
