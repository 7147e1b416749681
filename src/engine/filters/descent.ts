import { steady } from '../words/numbers';
import { type Filter, type HeldNumber, MOMENTUM_NUMBER, type SpecOf } from './filter';
import { counts } from './grids';
import { descended } from './heavyBall';

const NESTEROV: HeldNumber = { title: 'Nesterov’s gradients', format: 'plain', idle: 0 };

/** The part of each direction that gradient descent on the squared error has learnt after `steps` steps. It may overshoot 1 or, with much momentum, swing below 0. */
export const descent: Filter<SpecOf<'descent'>> = {
  held: { stepSize: { title: 'step size', format: 'amount' }, momentum: MOMENTUM_NUMBER, nesterov: NESTEROV },
  axes: { steps: { grid: () => counts(1, 1e8, 121) } },
  words: {
    subject: 'Gradient descent',
    like: 'Gradient descent shrinks much like ridge with n·λ = 1/(step size × steps).',
    held: 'the eigenvectors and the stopping time',
    formula:
      '1 − the residual polynomial of descent after `steps` steps, heavy-ball or Nesterov’s; without momentum 1 − (1 − stepSize·n·mu_i)^steps',
    lambda: '(1 − momentum)/(n·stepSize·steps)',
    inFold: 'steps, stepSize, momentum, nesterov',
    exact: 'no',
  },
  python: `def descent(mu, rank, n, steps, step_size, momentum, nesterov=0):
    """g/mu of gradient descent with momentum: g_(s+1) = (1 + momentum - z) g_s - momentum g_(s-1) + z, z = step_size n mu, as a power of its matrix; with Nesterov's gradients momentum is multiplied by 1 - z."""
    z = step_size * n * mu[:rank]
    momentum = momentum * (1 - z * nesterov)
    one, zero = np.ones(rank), np.zeros(rank)
    step = np.array([[one + momentum - z, -momentum * one, z], [one, zero, zero], [zero, zero, one]]).transpose(2, 0, 1)
    share = np.zeros(len(mu))
    share[:rank] = (np.linalg.matrix_power(step, steps) @ np.stack([z, zero, one], axis=1)[:, :, None])[:, 1, 0] / mu[:rank]
    return share`,
  fill({ steps, stepSize, momentum, nesterov = 0 }, { mu, rank, n }, { share, left }) {
    for (let i = 0; i < rank; i++) {
      const z = stepSize * n * mu[i];
      const parts = descended(z, steps, momentum * (1 - nesterov * z));
      share[i] = parts.share;
      left[i] = parts.remainder;
    }
  },
  equivalentLambda: ({ steps, stepSize, momentum }, { n }) => (1 - momentum) / (n * stepSize * steps),
  inFold: (filter) => filter,
  // It grows without bound unless stepSize < 2·(1 + momentum)/(n·mu_1); with Nesterov's gradients by 1 + 2·momentum less.
  fault({ stepSize, momentum, nesterov = 0 }, { mu, n }) {
    const limit = (2 * (1 + momentum)) / ((1 + 2 * nesterov * momentum) * n * (mu[0] ?? 0));
    if (stepSize < limit) return undefined;
    const text = `stepSize ${stepSize} makes gradient descent grow without bound: for this kernel and momentum it must be below ${steady(limit)}.`;
    return { name: 'stepSize', text };
  },
};
