import type { Design } from '../../contract/data';
import type { KernelSpec } from '../../contract/kernel';
import type { SpectrumData } from '../../contract/run';
import { decomposeKernel } from '../../spectrum/decomposeKernel';
import { featureResidualKernel } from '../../spectrum/residualKernel';
import { spectrumOf } from '../../spectrum/spectrum';
import { multiplyRows, weightedFeatures } from '../../spectrum/weighted';
import { blocksKey, kernelKey } from '../cacheKeys';
import type { FitSession } from '../session';
import { type DecomposedProblem, ridgeFamily } from '../spectral/family';
import { fitOutputs, type OutputFit } from '../spectral/fitOutputs';
import { requiredBlocks } from '../unpenalisedBlocks';
import { type Expansion, landmarkExpansion } from './expansion';
import type { RobustFamily } from './family';
import { DEFAULT_LANDMARKS } from './robustParameters';
import type { RobustSettings } from './robustSettings';

/** The most rows whose full kernel matrix is decomposed; for more, leading directions from landmarks show as much. */
export const BASELINE_ROWS = 2500;

/** Kernel ridge regression with the same kernel on the same rows. */
export interface RidgeBaseline {
  readonly fits: readonly OutputFit[];
  readonly decomposed: DecomposedProblem;
  readonly spectra: readonly SpectrumData[];
  /** The expansion that the baseline's alpha belongs to. */
  readonly expansion: Expansion;
}

/** The spectrum of the kernel and the ridge fit of every output, its lambda by leave-one-out. */
export function fitRidgeBaseline(
  kernel: KernelSpec,
  settings: RobustSettings,
  ofFit: Expansion,
  session: FitSession,
): RidgeBaseline {
  const { problem, seed } = session;
  const { x, rootWeights } = problem;
  const n = x.rows;
  const blocks = requiredBlocks(settings.ridge.kernel, settings.intercept, x.columns);
  const whole = ofFit.gram.kind === 'dense' && n <= BASELINE_ROWS;
  const expansion =
    whole || ofFit.gram.kind === 'factor'
      ? ofFit
      : landmarkExpansion(kernel, x, DEFAULT_LANDMARKS, seed, session.silent());
  const by = expansion.landmarks ? ` by ${expansion.landmarks.count} landmarks of seed ${seed}` : '';
  const key = `${session.rowsKey} ${kernelKey(kernel)} ${blocksKey(blocks)}${by}`;
  const part = session.part(0, 0.7);
  part.progress(0, 'decomposing the kernel matrix');
  const residual = session.cache.recall('residual', key, () => {
    const { gram } = expansion;
    if (gram.kind === 'dense') return decomposeKernel(kernel, problem, blocks, part);
    const { m } = gram;
    const tall = new Float64Array(n * m);
    for (let i = 0; i < n; i++) for (let j = 0; j < m; j++) tall[j * n + i] = gram.z[i * m + j];
    const features = weightedFeatures(blocks, problem, part.silent());
    const z = rootWeights ? multiplyRows(tall, rootWeights) : tall;
    return featureResidualKernel(z, n, m, features?.values, features?.columns ?? 0, part);
  });
  const spectra = problem.outputs.map(({ weighted }) => spectrumOf(residual.basis, weighted));
  const ridge = { ...settings.ridge, selection: 'loo', folds: 0, filter: {} } as const;
  const decomposed = { family: ridgeFamily, settings: ridge, kernel, blocks, residual, spectra, key };
  return { fits: fitOutputs(decomposed, session.part(0.7, 1)), decomposed, spectra, expansion };
}

/** A session's problem with its kernel matrix at hand, as its targets are fitted one by one. */
export interface RobustTask {
  readonly family: RobustFamily;
  readonly design: Design;
  readonly settings: RobustSettings;
  readonly kernel: KernelSpec;
  readonly expansion: Expansion;
  readonly ridgeBaseline: RidgeBaseline;
}
