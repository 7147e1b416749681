import type { FeatureBlock, KernelSpec } from '../../contract/kernel';
import type { SpectrumData } from '../../contract/run';
import type { SpectrumCache } from '../../spectrum/cache';
import type { ResidualKernel } from '../../spectrum/spectrum';
import type { Problem } from '../problem';
import type { Settings } from '../settings';
import type { SpectralFamily } from './family';

/** A decomposed problem whose outputs are to be fitted. */
export interface OutputTask {
  readonly family: SpectralFamily;
  readonly problem: Problem;
  readonly settings: Settings;
  readonly kernel: KernelSpec;
  readonly blocks: readonly FeatureBlock[];
  readonly residual: ResidualKernel;
  /** One for each output. */
  readonly spectra: readonly SpectrumData[];
  readonly cache: SpectrumCache;
  /** Key of rows, kernel and unpenalised features. */
  readonly keyed: string;
}
