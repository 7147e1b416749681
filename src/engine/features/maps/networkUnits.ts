import type { RunContext } from '../../contract/context';
import type { LeafKernel, RandomFeatureMap } from '../../contract/kernel';
import { randomFeatures } from '../randomFeatures';

/** What a draw is told: M features of rows of d columns, from a seed. */
interface Draw {
  readonly count: number;
  readonly inputs: number;
  readonly seed: number;
}

/**
 * sqrt(2)·max(w·x, 0)^order of normal w, order 0 being the step 1{w·x > 0}: E = (1/π)·||x||^order·||z||^order·J_order(angle), the
 * arc-cosine kernel (RF appendix E; Cho and Saul 2009).
 */
export function arcCosineUnits(
  kernel: LeafKernel & { kind: 'arcCosine' },
  { count, inputs, seed }: Draw,
  context: RunContext,
): RandomFeatureMap {
  const { order, lengthScale } = kernel;
  const drawn = randomFeatures({ activation: 'relu', bias: 0, count, inputs, lengthScale, seed }, context);
  const activation = (['step', 'relu', 'reluSquared'] as const)[order];
  return { ...drawn, activation, bias: new Float64Array(count), scale: Math.SQRT2, recovers: kernel };
}

/** activation(w·x + b), w and b normal with the kernel's variances: the network kernel of one infinitely wide hidden layer. */
export function networkUnits(
  kernel: LeafKernel & { kind: 'network' },
  { count, inputs, seed }: Draw,
  context: RunContext,
): RandomFeatureMap {
  const { activation, weight, bias, lengthScale } = kernel;
  const scales = lengthScale.map((value) => value / Math.sqrt(weight));
  return {
    ...randomFeatures({ activation, bias, count, inputs, lengthScale: scales, seed }, context),
    recovers: kernel,
  };
}
