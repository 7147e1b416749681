// Kernels of one hidden layer of infinite width: E[f(u)·f(v)] with (u, v) jointly normal.

import type { Kernel } from '../kernel';

/**
 * The bias has as much variance as the weights on a row of squared length 1, so that the network is not an odd
 * function.
 */
export const network = {
  names: [
    { name: 'reluNetwork', title: 'ReLU network', fixed: { activation: 'relu' } },
    { name: 'erfNetwork', title: 'erf network', fixed: { activation: 'erf' } },
    { name: 'tanhNetwork', title: 'tanh network', fixed: { activation: 'tanh' } },
  ],
  summary:
    'What a wide network with random hidden units learns: beyond the data it goes straight on (ReLU) or level (erf, tanh).',
  formula: 'one hidden layer of infinite width: E[f(u)·f(v)], u and v normal with covariance weight·x·z + bias',
  parameters: [
    { name: 'weight', default: 1, holds: (v) => v > 0, need: 'a weight above 0' },
    { name: 'bias', default: 1, holds: (v) => v >= 0, need: 'a bias of 0 or more' },
  ],
  argument: 'innerProduct',
  scaleFree: false,
  order: () => 0,
  form: ({ activation, weight, bias }) => {
    // The tanh network is computed by its Hermite series or a mixture, which need tables of the rows.
    if (activation === 'tanh') return { kind: 'tanhNetwork', weight, bias };
    const numbers = [weight, bias];
    const variance = (squaredNorm: number) => weight * squaredNorm + bias;
    if (activation === 'relu')
      return { kind: 'mapped', map: 'AngularMap.NetworkRelu', numbers, diagonal: (square) => variance(square) / 2 };
    return {
      kind: 'mapped',
      map: 'AngularMap.NetworkErf',
      numbers,
      diagonal: (square) => (2 / Math.PI) * Math.asin((2 * variance(square)) / (1 + 2 * variance(square))),
    };
  },
} as const satisfies Kernel<'network'>;

/** A row of norm 0 is at right angles to itself: see kernelMapsAngular.ts. */
const ARC_COSINES = [
  { map: 'AngularMap.ArcCosine0', diagonal: (square: number) => (square === 0 ? 0.5 : 1) },
  { map: 'AngularMap.ArcCosine1', diagonal: (square: number) => square },
  { map: 'AngularMap.ArcCosine2', diagonal: (square: number) => 3 * square ** 2 },
] as const;

export const arcCosine = {
  names: [
    { name: 'arcCosine0', title: 'arc-cosine 0', fixed: { order: 0 } },
    { name: 'arcCosine1', title: 'arc-cosine 1', fixed: { order: 1 } },
    { name: 'arcCosine2', title: 'arc-cosine 2', fixed: { order: 2 } },
  ],
  summary:
    'Networks without biases, of steps, ReLUs or squared ReLUs: for data in which directions matter more than lengths.',
  formula: 'angle kernels of order q = 0, 1, 2: (1/π)·‖x‖^q·‖z‖^q·J_q(angle) [RF appendix E]',
  parameters: [],
  argument: 'innerProduct',
  scaleFree: false,
  order: () => 0,
  form: ({ order }) => ({ kind: 'mapped', numbers: [], ...ARC_COSINES[order] }),
} as const satisfies Kernel<'arcCosine'>;
