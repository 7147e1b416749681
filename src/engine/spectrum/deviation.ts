import type { FilterSpec } from '../contract/filter';
import type { SpectrumData } from '../contract/run';
import { equivalentLambda, filterShares, zonesOf } from '../filters/anyFilter';
import type { Eigenbasis } from './spectrum';

/**
 * Standard deviation of a new observation at m points, in units of the noise's:
 *
 *   deviation² = 1 + leverage + (prior − sum_i a_i·P_i²)/(n·lambda),   a_i = (1 − lambda·g_i/mu_i)/mu_i where g_i > 0, else 0,
 *
 * the Bayesian posterior for ridge, where a_i = 1/(mu_i + lambda) (Rasmussen and Williams 2006, §2.7 with flat priors on the
 * unpenalised features). Other filters take the lambda that shrinks as much (`equivalentLambda`). `p` is m×rank row-major
 * as in `LivePredictor`, `prior` the residual kernel k'(x, x), `leverage` ||R^-T·F(x)'||². Never below 1.
 */
export function deviationAt(
  p: Float32Array | Float64Array,
  prior: Float64Array,
  leverage: Float64Array,
  { n, mu, rank }: Pick<SpectrumData, 'n' | 'mu' | 'rank'>,
  filter: FilterSpec,
): Float64Array {
  const lambda = equivalentLambda(filter, mu, rank, n);
  const explained = explainedWeights(mu, rank, n, lambda, filter);
  return prior.map((variance, j) => {
    let known = 0;
    for (let i = 0, o = j * rank; i < rank; i++, o++) known += p[o] * p[o] * explained[i];
    return Math.sqrt(1 + leverage[j] + Math.max(0, variance - known) / (n * lambda));
  });
}

/**
 * The same at every training row, with that row left out; `free` are 1 − H_ii. For ridge 1/sqrt(1 − H_ii) (Rasmussen
 * and Williams 2006, §5.4.2); other filters also leave directions out whose prior variance no row explains. Infinite
 * where `free` is 0.
 */
export function leftOutDeviation(
  { n, mu, rank, vectors }: Pick<Eigenbasis, 'n' | 'mu' | 'rank' | 'vectors'>,
  filter: FilterSpec,
  free: Float64Array,
): Float64Array {
  const lambda = equivalentLambda(filter, mu, rank, n);
  const share = filterShares(filter, mu, rank, n);
  const squares = free.map((v) => 1 / v);
  for (let i = 0; i < rank; i++) {
    if (share[i] > 0) continue;
    const left = mu[i] / lambda;
    for (let j = 0, o = i * n; j < n; j++, o++) squares[j] += left * vectors[o] * vectors[o];
  }
  return squares.map(Math.sqrt);
}

/**
 * a_i for each direction of the rank, by the formula for ridge where the filter is ridge. Elsewhere rounding of g and
 * mu would make some slightly negative, as would g = 1 where mu < lambda: they are clipped at 0.
 */
export function explainedWeights(
  mu: Float64Array,
  rank: number,
  n: number,
  lambda: number,
  filter: FilterSpec,
): Float64Array {
  const share = filterShares(filter, mu, rank, n);
  const whole = zonesOf(filter, rank)?.from ?? rank;
  const weights = new Float64Array(rank);
  for (let i = 0; i < rank; i++) {
    if (share[i] === 0) continue;
    weights[i] = i >= whole ? 1 / (mu[i] + lambda) : Math.max(0, 1 - (lambda * share[i]) / mu[i]) / mu[i];
  }
  return weights;
}
