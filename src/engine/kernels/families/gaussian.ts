import type { Kernel } from '../kernel';
import { finiteRate } from './rate';

export const gaussian = {
  names: [{ name: 'gaussian', title: 'Gaussian' }],
  summary: 'The first to try: for targets that change smoothly.',
  formula: 'exp(−r²/2)',
  parameters: [],
  argument: 'distance',
  scaleFree: false,
  order: () => 0,
  scaleInForm: true,
  form: (_, lengthScale) => ({
    kind: 'mapped',
    map: 'RadialMap.Gaussian',
    numbers: [finiteRate(-Math.LOG2E / (2 * lengthScale ** 2))],
    diagonal: () => 1,
  }),
  slope: (shape) => ({ shape, stretch: 1 }),
  spectral: { mixture: () => ({ law: 'one' }), at: (r) => Math.exp(-r * (r / 2)) },
} as const satisfies Kernel<'gaussian'>;
