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

/** The parts that a fit may leave out, facts already known about its rows, and a listener for what it chooses. */
export interface FitHints {
  /** True for figures that are soon replaced: means over fewer rows are then enough. */
  readonly brief?: boolean;
  /** True if no partial dependences are wanted. */
  readonly withoutPartial?: boolean;
  /**
   * Mean squared error (y²) on rows that neither the fit's kernel nor its choice has seen; the leave-one-out errors of
   * this fit alone are lower.
   */
  readonly nested?: number;
  /**
   * Present if the requested number of landmarks is the most: reports the number taken, lower if more hardly lower the
   * error.
   */
  readonly tookLandmarks?: (count: number) => void;
}

/** The context of a fit, given in addition to its data; `FitSession` carries it through the stages. */
export interface FitContext extends RunContext {
  readonly linalg: LinearAlgebra;
  /** If omitted, everything is computed afresh. */
  readonly cache?: SpectrumCache;
  readonly hints?: FitHints;
}

/** The memory and time that a fit of n rows and d encoded columns takes. */
export interface FitCost {
  /** Bytes of memory at the peak, in all. */
  readonly bytes: number;
  /** The bytes of these in the memory of the linear-algebra core. */
  readonly coreBytes: number;
  readonly seconds: number;
  /** Another way to fit the same rows that takes less, as the end of a sentence: "with 1,000 landmarks it takes about 8 s". */
  readonly instead?: string;
}

/** The words that a person reads about a method before choosing it. */
export type MethodWords = Pick<MethodSpec, 'id' | 'title' | 'summary' | 'purpose' | 'source'>;

/** The words of a family, which has more members. */
export const methodWords = ({ id, title, summary, purpose, source }: MethodWords): MethodWords => ({
  id,
  title,
  summary,
  purpose,
  source,
});

interface Runs<Outcome> extends MethodSpec {
  /** The cost for n training rows of d encoded columns with the embedded core on `threads` threads; `parameters` as for `run`. */
  cost(parameters: Parameters, n: number, d: number, threads: number): FitCost;
  /** Fits the design; `parameters` holds only what the person set, already checked against the schema. */
  run(design: Design, parameters: Parameters, context: FitContext): Outcome;
}

/** The filter of a method and the axes that its sliders move, the principal axis first. */
export interface MethodFilter {
  readonly kind: FilterKind;
  readonly axes: readonly Axis[];
}

/** The comparison of kernels for a method (compare/race): each is fitted by ridge regression and judged by the method's loss. */
export interface Racing {
  readonly loss: ScoreLoss;
  /** Levels of the quantile loss, ascending. */
  readonly taus: readonly number[];
  /** The approximation of the kernel that the method fits with on n training rows; undefined if it fits the kernel itself. */
  approximation?(n: number): KernelApproximation | undefined;
  /** The approximation of the race that is the method itself: ridge regression on such features. */
  readonly fits?: KernelApproximation['kind'];
  /** True if the method can fit with this kernel. */
  takes(kernel: RacedKernel | 'linear' | 'sum'): boolean;
  /** Throws if the method cannot fit the design, whatever the kernel. */
  check?(design: Design): void;
}

/** A method with a target: each file in methods/ holds one, and each is one command. */
export interface Method extends Runs<FitOutcome> {
  readonly family: Exclude<MethodSpec['family'], 'components'>;
  /** The filter, if the method filters a spectrum. */
  readonly filter?: MethodFilter;
  /** The race for these parameters; undefined if they leave no kernel to choose. */
  racing(given: Parameters): Racing | undefined;
}

/** A method that takes a design without a target. */
export interface ComponentsMethod extends Runs<ComponentsOutcome> {
  readonly family: 'components';
}

export type AnyMethod = Method | ComponentsMethod;

/** The description of a method for a person: everything except how it runs. */
export function specOf(method: AnyMethod): MethodSpec {
  const { family, parameters } = method;
  return { ...methodWords(method), family, parameters };
}
