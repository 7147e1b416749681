import type { RunContext } from '../../contract/context';
import type { KernelSpec, RandomFeatureMap } from '../../contract/kernel';
import { Random } from '../../data/random';

/**
 * w·x for M random directions of independent entries, standard normal or ±1: E[w·w'] = I, so the linear kernel is recovered (RF remark
 * 1; Johnson and Lindenstrauss).
 */
export function linearSketch(
  entries: 'gaussian' | 'rademacher',
  kernel: KernelSpec & { kind: 'linear' },
  count: number,
  inputs: number,
  seed: number,
  context: RunContext,
): RandomFeatureMap {
  const random = new Random(seed, context);
  const { lengthScale } = kernel;
  const weights = Float64Array.from({ length: inputs * count }, (_, o) => {
    const entry = entries === 'gaussian' ? random.normal() : 2 * random.below(2) - 1;
    return entry / (lengthScale.length === 1 ? lengthScale[0] : lengthScale[o % inputs]);
  });
  return { activation: 'identity', inputs, weights, bias: new Float64Array(count), scale: 1, recovers: kernel };
}
