import type { Cook } from './fit';
import { empirical, nystrom, randomFeatureComponents } from './recipes/components';
import { landmarkRidge, randomFeatureRidge } from './recipes/onFeatures';
import {
  boundedCoefficients,
  coordinateDescent,
  mEstimator,
  onePenalty,
  quantiles,
  signGradient,
  supportVectors,
} from './recipes/robust';
import { conditional, filtered, filteredByFormula, ridgeRecipe } from './recipes/spectral';

/** How every method is fitted again: by the formula of its filter, or by more. */
const RECIPES: Readonly<Record<string, Cook>> = {
  krr: ridgeRecipe,
  tkrr: filtered(
    'Truncated kernel ridge regression: g_i = mu_i/(mu_i + lambda) for i ≤ r, 0 beyond (TKRR section 2, eq. 7).',
  ),
  'ckrr-hard': filtered(
    'Conditional kernel ridge regression with hard thresholding: g_i = 1 for i ≤ k, mu_i/(mu_i + lambda) beyond (CKRR sections 3 and 5).',
  ),
  'ckrr-soft': conditional(
    'Conditional kernel ridge regression with soft thresholding: ridge beside unpenalised random features (CKRR section 5.2, eq. 4 and 5), those that Kernelscope drew',
  ),
  'ckrr-features': conditional(
    'Conditional kernel ridge regression with chosen features: ridge beside unpenalised terms (CKRR section 3, theorem 3.2)',
  ),
  'three-zone': filtered(
    'Three-zone ridge regression: g_i = 1 for i ≤ k, mu_i/(mu_i + lambda) up to r, 0 beyond (CKRR section 3 and TKRR section 2 in one).',
  ),
  kgf: filteredByFormula,
  kgd: filtered(
    'Kernel gradient descent with momentum, heavy-ball or Nesterov’s, stopped early: g_i = 1 − (1 − step·n·mu_i)^s without momentum (SIGN section 3, algorithm 1).',
  ),
  cutoff: filtered(
    'Spectral cut-off: g_i = 1 for i ≤ r, 0 beyond, least squares on the leading kernel principal components.',
  ),
  ksgd: signGradient,
  kcd: coordinateDescent,
  'kl-inf': boundedCoefficients,
  kl1: onePenalty,
  huber: mEstimator('huber'),
  tukey: mEstimator('tukey'),
  svr: supportVectors,
  quantile: quantiles,
  'rf-ridge': randomFeatureRidge,
  'nystrom-ridge': landmarkRidge,
  ekpca: empirical,
  'ny-kpca': nystrom,
  'rf-kpca': randomFeatureComponents,
};

/** How a method is fitted again; undefined for one that this version does not know. */
export const recipeOf = (method: string): Cook | undefined =>
  Object.hasOwn(RECIPES, method) ? RECIPES[method] : undefined;
