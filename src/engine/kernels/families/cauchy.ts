import type { Kernel } from '../kernel';
import { finiteRate } from './rate';

export const cauchy = {
  names: [{ name: 'cauchy', title: 'Cauchy' }],
  summary: 'Smooth, with long tails: for targets that vary on short and long scales at once.',
  formula: '1/(1 + r²)',
  parameters: [],
  argument: 'distance',
  scaleFree: false,
  order: () => 0,
  scaleInForm: true,
  form: (_, lengthScale) => ({
    kind: 'mapped',
    map: 'RadialMap.Cauchy',
    numbers: [finiteRate(1 / lengthScale ** 2)],
    diagonal: () => 1,
  }),
  slope: (shape) => ({ shape, stretch: 1, from: (k) => 2 * k * k }),
  // E[exp(−g·r²)], g exponential.
  spectral: { mixture: () => ({ law: 'exponential' }), at: (r) => 1 / (1 + r * r) },
} as const satisfies Kernel<'cauchy'>;
