import type { RunContext } from '../../contract/context';
import type { FeatureMap } from '../../contract/kernel';
import type { Draw, DrawnMap } from '../map';
import { randomFeatures } from '../randomFeatures';

export const step: DrawnMap<'arcCosine'> = {
  title: 'Random step units',
  description: 'On which side of a random plane through the origin a row lies.',
  kernels: ['arcCosine0'],
  draw: drawUnits,
};

/** Random signs as in one-bit compressed sensing (RF remark 1), with the kernel 1 − 2·angle/π. */
export const sign: DrawnMap = {
  title: 'Random signs',
  description: 'On which side of a random plane through the origin a row lies, as 1 and −1: the kernel 1 − 2·angle/π.',
  kernels: [],
  draw: ({ kernel: { lengthScale }, count, inputs, seed }, context) => ({
    ...randomFeatures({ activation: 'relu', bias: 0, count, inputs, lengthScale, seed }, context),
    activation: 'sign',
    bias: new Float64Array(count),
    scale: 1,
    recovers: { kind: 'arcCosine', order: 0, lengthScale },
  }),
};

export const relu: DrawnMap<'arcCosine' | 'network'> = {
  title: 'Random ReLU units',
  description: 'Hidden units max(w·x + b, 0) of a network with random weights.',
  kernels: ['reluNetwork', 'arcCosine1'],
  draw: drawUnits,
};

export const reluSquared: DrawnMap<'arcCosine'> = {
  title: 'Random squared ReLU units',
  description: 'Hidden units max(w·x, 0)² of a network with random weights.',
  kernels: ['arcCosine2'],
  draw: drawUnits,
};

export const tanh: DrawnMap<'network'> = {
  title: 'Random tanh units',
  description: 'Hidden units tanh(w·x + b) of a network with random weights.',
  kernels: ['tanhNetwork'],
  draw: drawUnits,
};

export const erf: DrawnMap<'network'> = {
  title: 'Random erf units',
  description: 'Hidden units erf(w·x + b) of a network with random weights.',
  kernels: ['erfNetwork'],
  draw: drawUnits,
};

/**
 * For the network kernel, activation(w·x + b), w and b normal with its variances. For the arc-cosine kernel,
 * sqrt(2)·max(w·x, 0)^order of normal w, where order 0 is the step 1{w·x > 0}: E =
 * (1/π)·||x||^order·||z||^order·J_order(angle) (RF appendix E; Cho and Saul 2009).
 */
function drawUnits({ kernel, count, inputs, seed }: Draw<'arcCosine' | 'network'>, context: RunContext): FeatureMap {
  const { lengthScale } = kernel;
  if (kernel.kind === 'network') {
    const { activation, weight, bias } = kernel;
    const scales = lengthScale.map((value) => value / Math.sqrt(weight));
    return {
      ...randomFeatures({ activation, bias, count, inputs, lengthScale: scales, seed }, context),
      recovers: kernel,
    };
  }
  const drawn = randomFeatures({ activation: 'relu', bias: 0, count, inputs, lengthScale, seed }, context);
  const activation = (['step', 'relu', 'reluSquared'] as const)[kernel.order];
  return { ...drawn, activation, bias: new Float64Array(count), scale: Math.SQRT2, recovers: kernel };
}
