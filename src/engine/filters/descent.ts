import { steady } from '../words/numbers';
import type { Filter, SpecOf } from './filter';
import { counts } from './grids';
import { descended } from './heavyBall';
import { AMOUNT, COUNT, MOMENTUM_NUMBER } from './numbers';

/** The part of each direction that gradient descent on the squared error has learnt after `steps` steps. It may overshoot 1 or, with much momentum, swing below 0. */
export const descent: Filter<SpecOf<'descent'>> = {
  numbers: { steps: COUNT, stepSize: { ...AMOUNT, title: 'step size', format: 'amount' }, momentum: MOMENTUM_NUMBER },
  axes: { steps: { grid: () => counts(1, 1e8, 121) } },
  words: {
    subject: 'Gradient descent',
    like: 'Gradient descent shrinks much like ridge with n·λ = 1/(step size × steps).',
    held: 'the eigenvectors and the stopping time',
    formula:
      '1 − the residual polynomial of heavy-ball descent after `steps` steps; without momentum 1 − (1 − stepSize·n·mu_i)^steps',
    lambda: '(1 − momentum)/(n·stepSize·steps)',
    inFold: 'steps, stepSize, momentum',
    exact: 'no',
  },
  fill({ steps, stepSize, momentum }, { mu, rank, n }, { share, left }) {
    for (let i = 0; i < rank; i++) {
      const parts = descended(stepSize * n * mu[i], steps, momentum);
      share[i] = parts.share;
      left[i] = parts.remainder;
    }
  },
  equivalentLambda: ({ steps, stepSize, momentum }, { n }) => (1 - momentum) / (n * stepSize * steps),
  inFold: (filter) => filter,
  // It grows without bound unless stepSize < 2·(1 + momentum)/(n·mu_1).
  fault({ stepSize, momentum }, { mu, n }) {
    const limit = (2 * (1 + momentum)) / (n * (mu[0] ?? 0));
    if (stepSize < limit) return undefined;
    const text = `stepSize ${stepSize} makes gradient descent grow without bound: for this kernel and momentum it must be below ${steady(limit)}.`;
    return { name: 'stepSize', text };
  },
};
