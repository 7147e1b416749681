import type { Kernel } from '../kernel';

export const linear = {
  names: [{ name: 'linear', title: 'linear' }],
  summary: 'A straight line in all columns: ridge regression, or a trend beside another kernel.',
  formula: 'x·z',
  parameters: [],
  argument: 'innerProduct',
  scaleFree: true,
  order: () => 0,
  form: () => ({ kind: 'mapped', map: 'AngularMap.Linear', numbers: [], diagonal: (squaredNorm) => squaredNorm }),
} as const satisfies Kernel<'linear'>;

export const polynomial = {
  names: [{ name: 'polynomial', title: 'polynomial' }],
  summary:
    'Products of up to `degree` columns: for interactions, and few columns of which none goes far beyond the rest.',
  formula: '(scale·x·z + offset)^degree',
  parameters: [
    { name: 'degree', default: 3, holds: (v) => Number.isInteger(v) && v >= 1, need: 'a whole degree of 1 or more' },
    { name: 'scale', default: 1, holds: (v) => v > 0, need: 'a scale above 0' },
    { name: 'offset', default: 1, holds: (v) => v >= 0, need: 'an offset of 0 or more' },
  ],
  argument: 'innerProduct',
  scaleFree: false,
  order: () => 0,
  form: ({ degree, scale, offset }) => ({
    kind: 'mapped',
    map: 'AngularMap.Polynomial',
    numbers: [scale, offset, degree],
    diagonal: (squaredNorm) => (scale * squaredNorm + offset) ** degree,
  }),
} as const satisfies Kernel<'polynomial'>;
