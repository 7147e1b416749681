import { spectralMethod } from '../fit/spectral/spectralMethod';
import { K, LAMBDA, R } from '../parameters/common';

export const threeZone = spectralMethod({
  id: 'three-zone',
  title: 'Three-zone ridge regression',
  summary:
    'No shrinkage for the first k directions, ridge up to direction r, none beyond: conditional and truncated ridge in one. Shows which of the two suits the data.',
  purpose: 'seeing whether a data set wants conditional or truncated ridge',
  source: 'CKRR section 3 and TKRR section 2, both filters together',
  axes: ['lambda', 'k', 'r'],
  parameters: [LAMBDA, K, R],
  filter: ({ lambda = 1, k = 0, r }, { mu }) => ({ kind: 'zones', lambda, k, r: Math.max(k, r ?? mu.length) }),
});
