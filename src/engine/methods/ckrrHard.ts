import { spectralMethod } from '../fit/spectral/spectralMethod';
import { K, LAMBDA } from '../parameters/common';

export const ckrrHard = spectralMethod({
  id: 'ckrr-hard',
  title: 'Conditional kernel ridge regression, hard thresholding',
  summary:
    'Does not shrink the first k directions of the kernel and penalises the rest. Removes the bias of ridge if the leading directions explain most of the target.',
  purpose: 'targets whose leading directions ridge shrinks too much',
  source: 'CKRR sections 3 and 5',
  axes: ['lambda', 'k'],
  parameters: [LAMBDA, K],
  filter: ({ lambda = 1, k = 0 }, { mu }) => ({ kind: 'zones', lambda, k, r: mu.length }),
});
