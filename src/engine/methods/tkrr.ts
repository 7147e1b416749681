import { ridgeFilter } from '../filters/zones';
import { spectralMethod } from '../fit/spectral/spectralMethod';
import { LAMBDA, R } from '../parameters/common';

export const tkrr = spectralMethod({
  id: 'tkrr',
  title: 'Truncated kernel ridge regression',
  summary:
    'Ridge on the first r directions of the kernel; the rest are dropped. Better than full ridge if few leading directions explain the target, and never slower to predict.',
  purpose: 'targets that lie in few leading directions of the kernel',
  source: 'TKRR section 2, equation 7',
  axes: ['lambda', 'r'],
  parameters: [LAMBDA, R],
  filter: ({ lambda = 1, r }, { mu }) => ridgeFilter(lambda, r ?? mu.length),
});
