// Matérn kernels of order ν: a Gaussian of random scale with the multivariate t density of 2ν degrees of freedom as its spectral
// density (SIGN Table 6). Laplace is ν = 1/2; the slope of each is the kernel of the order below.

import type { Kernel } from '../kernel';
import { ofRates, RADIAL } from './radial';

export const matern52 = {
  names: [{ name: 'matern52', title: 'Matérn 5/2' }],
  summary: 'For targets with some roughness: two derivatives, where the Gaussian has all of them.',
  formula: '(1 + √5·r + 5r²/3)·exp(−√5·r)',
  ...RADIAL,
  form: (_, lengthScale) => decaying('RadialMap.Matern52', Math.sqrt(5) / lengthScale),
  // (5/3)·(1 + √5·r)·exp(−√5·r).
  slope: () => ({ shape: { kind: 'matern32' }, stretch: Math.sqrt(3 / 5), from: (k) => (5 / 3) * k }),
  spectral: {
    mixture: () => ({ law: 'inverseChiSquared', degrees: 5 }),
    at: (r) => (r === 0 ? 1 : Math.exp(Math.log1p(Math.sqrt(5) * r + (5 * r * r) / 3) - Math.sqrt(5) * r)),
  },
} as const satisfies Kernel<'matern52'>;

export const matern32 = {
  names: [{ name: 'matern32', title: 'Matérn 3/2' }],
  summary: 'For rougher targets: one derivative.',
  formula: '(1 + √3·r)·exp(−√3·r)',
  ...RADIAL,
  form: (_, lengthScale) => decaying('RadialMap.Matern32', Math.sqrt(3) / lengthScale),
  // 3·exp(−√3·r).
  slope: () => ({ shape: { kind: 'laplace' }, stretch: 1 / Math.sqrt(3), from: (k) => 3 * k }),
  spectral: {
    mixture: () => ({ law: 'inverseChiSquared', degrees: 3 }),
    at: (r) => (r === 0 ? 1 : Math.exp(Math.log1p(Math.sqrt(3) * r) - Math.sqrt(3) * r)),
  },
} as const satisfies Kernel<'matern32'>;

export const laplace = {
  names: [{ name: 'laplace', title: 'Laplace' }],
  summary: 'For targets with kinks and local detail: continuous, without a derivative.',
  formula: 'exp(−r)',
  ...RADIAL,
  form: (_, lengthScale) => ofRates('RadialMap.Laplace', -Math.LOG2E / lengthScale),
  // k/r; rows that coincide do not count.
  slope: (shape) => ({ shape, stretch: 1, from: (k) => (k < 1 && k > 0 ? -k / Math.log(k) : 0) }),
  spectral: { mixture: () => ({ law: 'inverseChiSquared', degrees: 1 }), at: (r) => Math.exp(-r) },
} as const satisfies Kernel<'laplace'>;

/** The rate of decay in base 2, and the factor of the distance. */
const decaying = (map: 'RadialMap.Matern32' | 'RadialMap.Matern52', perDistance: number) =>
  ofRates(map, -Math.LOG2E * perDistance, perDistance);
