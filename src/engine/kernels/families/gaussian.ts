import type { Kernel } from '../kernel';
import { ofRates, RADIAL } from './radial';

export const gaussian = {
  names: [{ name: 'gaussian', title: 'Gaussian' }],
  summary: 'The first to try: for targets that change smoothly.',
  formula: 'exp(−r²/2)',
  ...RADIAL,
  form: (_, lengthScale) => ofRates('RadialMap.Gaussian', -Math.LOG2E / (2 * lengthScale ** 2)),
  slope: (shape) => ({ shape, stretch: 1 }),
  spectral: { mixture: () => ({ law: 'one' }), at: (r) => Math.exp(-r * (r / 2)) },
} as const satisfies Kernel<'gaussian'>;
