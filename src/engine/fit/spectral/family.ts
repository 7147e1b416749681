import type { RunContext } from '../../contract/context';
import type { Design } from '../../contract/data';
import type { Axis, FilterSpec } from '../../contract/filter';
import type { FeatureBlock, KernelSpec } from '../../contract/kernel';
import type { ParameterSchema, Parameters } from '../../contract/method';
import type { Note } from '../../contract/note';
import type { ChosenParameter, SoftThresholding, SpectrumData } from '../../contract/run';
import { isExact, zonesOf } from '../../filters/anyFilter';
import { ridgeFilter } from '../../filters/zones';
import { LAMBDA } from '../../parameters/common';
import type { KernelApproximation } from '../../search/approximation';
import type { ResidualKernel } from '../../spectrum/spectrum';
import type { MethodWords } from '../method';
import type { Problem } from '../problem';
import type { FilterSettings, Settings } from '../settings';

/** The facts that a method has once the kernel's scale is chosen. */
export interface ConditioningInput {
  readonly design: Design;
  readonly problem: Problem;
  readonly settings: Settings;
  readonly kernel: KernelSpec;
  /** Intercept and the polynomials that the kernel asks for. */
  readonly blocks: readonly FeatureBlock[];
  /**
   * The decomposition of the residual kernel matrix with these unpenalised features; that of another kernel if one is
   * given.
   */
  decompose(blocks: readonly FeatureBlock[], context: RunContext, kernel?: KernelSpec): ResidualKernel;
}

export interface Conditioning {
  readonly blocks: readonly FeatureBlock[];
  /** A kernel that replaces that of the parameters. */
  readonly kernel?: KernelSpec;
  readonly soft?: SoftThresholding;
  readonly chosen: readonly ChosenParameter[];
  readonly notes: readonly Note[];
}

/** A squared-loss method as a filter on the spectrum: everything in which one differs from another. */
export interface SpectralFamily extends MethodWords {
  /** Axes that sliders move, the principal one first. */
  readonly axes: readonly Axis[];
  /** Parameters in addition to the kernel's and the common ones. */
  readonly parameters: readonly ParameterSchema[];
  /** The approximation used in place of the kernel. */
  approximation?(given: Parameters): KernelApproximation | undefined;
  /** Decompositions of all rows that `condition` makes. */
  decompositions?(given: Parameters): number;
  /** The filter with the numbers that the person set; others are overwritten when they are chosen. n·mu_1 is K's largest eigenvalue. */
  filter(set: FilterSettings, spectrum: { readonly n: number; readonly mu: Float64Array }): FilterSpec;
  /** Unpenalised features known before the length scale is searched. */
  blocks?(input: Omit<ConditioningInput, 'kernel' | 'decompose'>, context: RunContext): Conditioning;
  /** Unpenalised features, or another kernel, that depend on the kernel chosen. */
  condition?(input: ConditioningInput, context: RunContext): Conditioning;
}

const DIRECTIONS = 2;

/** The filter on a kernel of two directions: properties that it has there, whatever its numbers, hold on any kernel. */
export function filterAnywhere({ filter }: SpectralFamily): FilterSpec {
  return filter({}, { n: DIRECTIONS, mu: new Float64Array(DIRECTIONS).fill(1) });
}

/** True if leave-one-out and fold errors without refits equal those of refits, unpenalised features held. */
export function leavesOutExactly(family: SpectralFamily): boolean {
  return isExact(filterAnywhere(family), DIRECTIONS, family.axes);
}

/** True if lambda of a ridge is the principal axis: the length scale that suits ridge over all directions then suits the filter too. */
export function searchesByRidge(family: SpectralFamily): boolean {
  return family.axes[0] === 'lambda' && zonesOf(filterAnywhere(family), DIRECTIONS) !== undefined;
}

/** A session's problem in the eigenbasis of its kernel, as its outputs are fitted. */
export interface DecomposedProblem {
  readonly family: SpectralFamily;
  readonly settings: Settings;
  readonly kernel: KernelSpec;
  readonly blocks: readonly FeatureBlock[];
  readonly residual: ResidualKernel;
  /** One spectrum for each output. */
  readonly spectra: readonly SpectrumData[];
  /** A key that identifies rows, kernel and unpenalised features. */
  readonly key: string;
}

/** Kernel ridge regression, also the ridge baseline of robust fits. */
export const ridgeFamily: SpectralFamily = {
  id: 'krr',
  title: 'Kernel ridge regression',
  summary:
    'Fits a smooth function of the features by least squares with a ridge penalty. The first to try: one decomposition gives every penalty.',
  purpose: 'nearly everything: the first fit to try',
  source: 'TKRR section 2, CKRR section 2',
  axes: ['lambda'],
  parameters: [LAMBDA],
  filter: ({ lambda = 1 }, { mu }) => ridgeFilter(lambda, mu.length),
};
