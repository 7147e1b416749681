import type { FeatureBlock, KernelSpec } from '../../contract/kernel';
import type { SpectrumData } from '../../contract/run';
import type { ResidualKernel } from '../../spectrum/spectrum';
import type { Settings } from '../settings';
import type { SpectralFamily } from './family';

/** A session's problem in the eigenbasis of its kernel, as its outputs are fitted. */
export interface DecomposedProblem {
  readonly family: SpectralFamily;
  readonly settings: Settings;
  readonly kernel: KernelSpec;
  readonly blocks: readonly FeatureBlock[];
  readonly residual: ResidualKernel;
  /** One for each output. */
  readonly spectra: readonly SpectrumData[];
  /** Tells rows, kernel and unpenalised features apart. */
  readonly key: string;
}
