import type { SpectrumData } from '../contract/run';

/**
 * Log marginal likelihood of ridge at `lambda` (per sample), of the whole fit: y = F·beta + f + noise, f a Gaussian process
 * of covariance sigma²·K/(n·lambda), sigma² at its maximum. With p unpenalised directions it is the restricted likelihood,
 * the density of what is left of y beside them, so that fits with the same F compare:
 *
 *   −(m/2)·(log(2·pi·s²) + 1) − ½·sum_i log(1 + mu_i/lambda),   s² = (n/m)·sum_i c_i²/(1 + mu_i/lambda),   m = n − p.
 */
export function logMarginalLikelihood(spectrum: SpectrumData, lambda: number): number {
  const { n, unpenalised, mu, coordinates, beyond } = spectrum;
  const m = n - unpenalised;
  let energy = beyond.score;
  let determinant = 0;
  for (let i = 0; i < mu.length; i++) {
    const ratio = mu[i] / lambda;
    energy += (coordinates[i] * coordinates[i]) / (1 + ratio);
    determinant += Math.log1p(ratio);
  }
  return -0.5 * (m * (Math.log((2 * Math.PI * n * energy) / m) + 1) + determinant);
}

export function marginalLikelihoodPath(spectrum: SpectrumData, lambdas: Float64Array): Float64Array {
  return lambdas.map((lambda) => logMarginalLikelihood(spectrum, lambda));
}
