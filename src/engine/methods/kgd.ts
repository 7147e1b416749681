import { spectralMethod } from '../fit/spectral/spectralMethod';
import { MOMENTUM, STEP_SIZE, STEPS } from '../parameters/common';

export const kgd = spectralMethod({
  id: 'kgd',
  title: 'Kernel gradient descent',
  summary:
    'Gradient steps on the squared error, stopped early, with optional momentum. One decomposition gives every number of steps.',
  purpose: 'early stopping, with momentum where wished',
  source: 'SIGN section 3, algorithm 1 with the squared loss',
  axes: ['steps'],
  parameters: [STEPS, STEP_SIZE, MOMENTUM],
  filter: ({ steps = 1, stepSize, momentum = 0 }, { n, mu }) => ({
    kind: 'descent',
    steps,
    stepSize: stepSize ?? 1 / (n * (mu[0] || 1)),
    momentum,
  }),
});
