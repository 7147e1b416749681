import { spectralMethod } from '../fit/spectral/spectralMethod';
import { R } from '../parameters/common';

export const cutoff = spectralMethod({
  id: 'cutoff',
  title: 'Kernel principal component regression',
  summary:
    'Least squares on the first r directions of the kernel (spectral cut-off). The simplest filter: the number of directions is the only choice.',
  purpose: 'the number of directions as the only choice',
  source: 'TKRR section 2 with lambda = 0',
  axes: ['r'],
  parameters: [R],
  filter: ({ r = 1 }) => ({ kind: 'zones', lambda: 0, k: r, r }),
});
