import { spectralMethod } from '../fit/spectral/spectralMethod';
import { MOMENTUM, NESTEROV, STEP_SIZE, STEPS } from '../parameters/common';

export const kgd = spectralMethod({
  id: 'kgd',
  title: 'Kernel gradient descent',
  summary:
    'Gradient steps on the squared error, stopped early, with optional momentum, heavy-ball or Nesterov’s. One decomposition gives every number of steps.',
  purpose: 'early stopping, with momentum where wished',
  source: 'SIGN section 3, algorithm 1 with the squared loss; lemma 2, remark 2',
  axes: ['steps'],
  parameters: [STEPS, STEP_SIZE, MOMENTUM, NESTEROV],
  filter: ({ steps = 1, stepSize, momentum = 0, nesterov = 0 }, { n, mu }) => ({
    kind: 'descent',
    steps,
    stepSize: stepSize ?? 1 / (n * (mu[0] || 1)),
    momentum,
    nesterov,
  }),
});
