import { type Filter, MOMENTUM_NUMBER, type SpecOf } from './filter';
import { lambdaGrid } from './grids';

/** Gradient flow of the squared error, as far as it has learnt by time t; momentum makes it faster. */
export const flow: Filter<SpecOf<'flow'>> = {
  held: { momentum: MOMENTUM_NUMBER },
  axes: {
    t: {
      // t = (1 − momentum)/(n·lambda) over the range of lambda.
      grid: ({ momentum }, range) =>
        lambdaGrid(range)
          .reverse()
          .map((lambda) => Number(((1 - momentum) / (range.n * lambda)).toPrecision(12))),
    },
  },
  words: {
    subject: 'Gradient flow',
    like: 'Gradient flow at time t shrinks much like ridge with n·λ = 1/t.',
    held: 'the eigenvectors and the stopping time',
    formula: '1 − exp(−t/(1 − momentum)·n·mu_i)',
    lambda: '(1 − momentum)/(n·t) [SIGN, Prop. 1]',
    inFold: 't, momentum',
    exact: 'no',
  },
  python: `def flow(mu, rank, n, t, momentum):
    """g/mu of gradient flow, g = 1 - exp(-t/(1 - momentum) n mu)."""
    share = np.zeros(len(mu))
    share[:rank] = -np.expm1(-t / (1 - momentum) * n * mu[:rank]) / mu[:rank]
    return share`,
  fill({ t, momentum }, { mu, rank, n }, { share, left }) {
    const rate = (t * n) / (1 - momentum);
    for (let i = 0; i < rank; i++) {
      share[i] = -Math.expm1(-rate * mu[i]);
      left[i] = Math.exp(-rate * mu[i]);
    }
  },
  equivalentLambda: ({ t, momentum }, { n }) => (1 - momentum) / (n * t),
  inFold: (filter) => filter,
};
