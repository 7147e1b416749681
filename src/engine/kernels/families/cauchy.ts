import type { Kernel } from '../kernel';
import { ofRates, RADIAL } from './radial';

export const cauchy = {
  names: [{ name: 'cauchy', title: 'Cauchy' }],
  summary: 'Smooth, with long tails: for targets that vary on short and long scales at once.',
  formula: '1/(1 + r²)',
  ...RADIAL,
  form: (_, lengthScale) => ofRates('RadialMap.Cauchy', 1 / lengthScale ** 2),
  slope: (shape) => ({ shape, stretch: 1, from: (k) => 2 * k * k }),
  // E[exp(−g·r²)], g exponential.
  spectral: { mixture: () => ({ law: 'exponential' }), at: (r) => 1 / (1 + r * r) },
} as const satisfies Kernel<'cauchy'>;
