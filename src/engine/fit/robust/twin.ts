import { partOf, type RunContext, silently } from '../../contract/context';
import type { KernelSpec } from '../../contract/kernel';
import type { SpectrumData } from '../../contract/run';
import type { LinearAlgebra } from '../../linalg/linalg';
import type { SpectrumCache } from '../../spectrum/cache';
import { decomposeKernel } from '../../spectrum/decomposeKernel';
import { featureResidualKernel } from '../../spectrum/residualKernel';
import { spectrumOf } from '../../spectrum/spectrum';
import { scaleRows, weightedFeatures } from '../../spectrum/weighted';
import { blocksKey, kernelKey } from '../cacheKeys';
import type { Problem } from '../problem';
import { fitOutputs, type OutputFit } from '../spectral/fitOutputs';
import { ridgeFamily } from '../spectral/ridgeFamily';
import { requiredBlocks } from '../unpenalised';
import { type Expansion, landmarkExpansion } from './expansion';
import { DEFAULT_LANDMARKS } from './parameters';
import type { RobustSettings } from './settings';

/** Rows up to which the twin's kernel matrix is decomposed whole: beyond, leading directions from landmarks tell as much. */
export const TWIN_ROWS = 2500;

/** Kernel ridge regression with the same kernel on the same rows. */
export interface Twin {
  readonly fits: readonly OutputFit[];
  readonly spectra: readonly SpectrumData[];
  /** What its alpha expands over. */
  readonly expansion: Expansion;
}

/** The spectrum of the kernel and the ridge fit of every output, its lambda by leave-one-out. */
export function fitTwin(
  kernel: KernelSpec,
  problem: Problem,
  settings: RobustSettings,
  own: Expansion,
  cache: SpectrumCache,
  rowsKey: string,
  linalg: LinearAlgebra,
  context: RunContext,
): Twin {
  const { x, rootWeights } = problem;
  const n = x.rows;
  const blocks = requiredBlocks(settings.twin.kernel, settings.intercept, x.columns);
  const whole = own.gram.kind === 'dense' && n <= TWIN_ROWS;
  const expansion =
    whole || own.gram.kind === 'factor'
      ? own
      : landmarkExpansion(kernel, x, DEFAULT_LANDMARKS, settings.seed, linalg, silently(context));
  const by = expansion.landmarks ? ` by ${expansion.landmarks.count} landmarks of seed ${settings.seed}` : '';
  const keyed = `${rowsKey} ${kernelKey(kernel)} ${blocksKey(blocks)}${by}`;
  const part = partOf(context, 0, 0.7);
  part.progress(0, 'decomposing the kernel matrix');
  const residual = cache.recall('residual', keyed, () => {
    const { gram } = expansion;
    if (gram.kind === 'dense') return decomposeKernel(kernel, problem, blocks, linalg, part);
    const { m } = gram;
    const tall = new Float64Array(n * m);
    for (let i = 0; i < n; i++) for (let j = 0; j < m; j++) tall[j * n + i] = gram.z[i * m + j];
    const features = weightedFeatures(blocks, problem, linalg, silently(part));
    const z = rootWeights ? scaleRows(tall, rootWeights) : tall;
    return featureResidualKernel(z, n, m, features?.values, features?.columns ?? 0, linalg, part);
  });
  const spectra = problem.outputs.map(({ weighted }) => spectrumOf(residual.basis, weighted));
  const twin = { ...settings.twin, selection: 'loo', folds: 0, filter: {} } as const;
  const task = { family: ridgeFamily, problem, settings: twin, kernel, blocks, residual, spectra, cache, keyed };
  return { fits: fitOutputs(task, linalg, partOf(context, 0.7, 1)), spectra, expansion };
}
