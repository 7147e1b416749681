// Conditionally positive definite kernels: a fit with one needs its polynomials unpenalised. Orders: Wendland (2005), Scattered Data
// Approximation, theorems 8.15 to 8.17.

import type { Kernel } from '../kernel';

export const thinPlate = {
  names: [{ name: 'thinPlate', title: 'thin-plate' }],
  summary: 'The surface that bends least, without a length scale: for two columns, as on a map.',
  formula: 'r²·log r',
  parameters: [],
  argument: 'distance',
  scaleFree: true,
  order: () => 2,
  form: () => ({ kind: 'mapped', map: 'RadialMap.ThinPlate', numbers: [], diagonal: () => 0 }),
} as const satisfies Kernel<'thinPlate'>;

export const polyharmonic = {
  names: [{ name: 'polyharmonic', title: 'polyharmonic' }],
  summary: 'As thinPlate, with a smoothness to choose: 3 for three columns, or for one, where it is the cubic spline.',
  formula: '±r^exponent for odd exponents, ±r^exponent·log r for even ones',
  parameters: [
    {
      name: 'exponent',
      default: 3,
      holds: (v) => Number.isInteger(v) && v >= 1,
      need: 'a whole exponent of 1 or more',
    },
  ],
  argument: 'distance',
  scaleFree: true,
  order: ({ exponent }) => Math.floor(exponent / 2) + 1,
  // (−1)^⌈e/2⌉·r^e for odd e, (−1)^(e/2+1)·r^e·log r for even e; of r² = (r²)^half, log r² is twice log r.
  form: ({ exponent }) => {
    const half = Math.floor(exponent / 2);
    const odd = exponent % 2 === 1;
    const sign = half % 2 === 0 ? -1 : 1;
    return {
      kind: 'mapped',
      map: odd ? 'RadialMap.PolyharmonicOdd' : 'RadialMap.PolyharmonicEven',
      numbers: [odd ? sign : sign / 2, 0, half],
      diagonal: () => 0,
    };
  },
} as const satisfies Kernel<'polyharmonic'>;

export const negativeDistance = {
  names: [{ name: 'negativeDistance', title: 'negative distance' }],
  summary: 'The roughest without a length scale: in one column straight lines from row to row.',
  formula: '−r',
  parameters: [],
  argument: 'distance',
  scaleFree: true,
  order: () => 1,
  form: () => ({ kind: 'mapped', map: 'RadialMap.NegativeDistance', numbers: [], diagonal: () => 0 }),
} as const satisfies Kernel<'negativeDistance'>;

export const multiquadric = {
  names: [{ name: 'multiquadric', title: 'multiquadric' }],
  summary: 'As negativeDistance, rounded off within `offset` length scales: smooth interpolation of scattered points.',
  formula: '−√(offset² + r²)',
  parameters: [{ name: 'offset', default: 1, holds: (v) => v >= 0, need: 'an offset of 0 or more' }],
  argument: 'distance',
  scaleFree: false,
  order: () => 1,
  form: ({ offset }) => ({
    kind: 'mapped',
    map: 'RadialMap.Multiquadric',
    numbers: [offset ** 2],
    diagonal: () => -offset,
  }),
} as const satisfies Kernel<'multiquadric'>;
