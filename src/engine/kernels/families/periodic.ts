// Products over columns of a periodic function of x − z; the length scale is the period.

import type { Kernel } from '../kernel';

export const spline = {
  names: [{ name: 'spline', title: 'periodic spline' }],
  summary: 'For targets that repeat: hours, weekdays, angles; the higher the order the smoother.',
  formula:
    'product over columns of the periodic Λ_order(t) = 1 + 2·sum j^(−order)·cos(2πj·t), the length scale being the period [RF]',
  parameters: [{ name: 'order', default: 2, holds: (v) => v > 1, need: 'an order above 1' }],
  argument: 'difference',
  period: 1,
  scaleFree: false,
  order: () => 0,
  form: ({ order }) => ({ kind: 'periodic', map: 'DifferenceMap.Spline', order, factor: 2 }),
} as const satisfies Kernel<'spline'>;

export const trigonometric = {
  names: [{ name: 'trigonometric', title: 'trigonometric' }],
  summary: 'As spline, with half the weight on every wave: for repeating targets whose mean matters most.',
  formula:
    'product over columns of 1 + sum j^(−2·smoothness)·cos(2πj(x − z)/period), the length scale being the period [CKRR §6]',
  parameters: [{ name: 'smoothness', default: 1, holds: (v) => v > 0.5, need: 'a smoothness above 1/2' }],
  argument: 'difference',
  period: 2 * Math.PI,
  scaleFree: false,
  order: () => 0,
  form: ({ smoothness }) => ({
    kind: 'periodic',
    map: 'DifferenceMap.Trigonometric',
    order: 2 * smoothness,
    factor: 1,
  }),
} as const satisfies Kernel<'trigonometric'>;
