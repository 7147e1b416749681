import { spectralMethod } from '../fit/spectral/spectralMethod';
import { MOMENTUM, T } from '../parameters/common';

export const kgf = spectralMethod({
  id: 'kgf',
  title: 'Kernel gradient flow',
  summary:
    'Follows the gradient of the squared error in continuous time and stops at t. Close to ridge with lambda = 1/(n·t), but shrinks small directions less abruptly.',
  purpose: 'a filter that shrinks small directions less abruptly than ridge',
  source: 'SIGN section 3, lemma 2 and proposition 1',
  axes: ['t'],
  parameters: [T, MOMENTUM],
  filter: ({ t = 1, momentum = 0 }) => ({ kind: 'flow', t, momentum }),
});
