import type { ParameterSchema } from '../../contract/method';
import { SPECTRAL_NAMES } from '../../kernels/leafNames';

export const FEATURES_K: ParameterSchema = {
  name: 'k',
  title: 'Unpenalised random features k',
  description: 'Number of random features fitted without penalty: from 0 to half the training rows.',
  type: 'integer',
  minimum: 0,
  rule: 'fewest within one standard error of the lowest leave-one-out error',
};

export const SOFT_FEATURE_MAP: ParameterSchema = {
  name: 'featureMap',
  title: 'Random features',
  description: `cos: cosines with frequencies from the kernel's spectral density (${SPECTRAL_NAMES.join(', ')}). relu, tanh: random neurons, whose covariance is not the kernel. field: draws of the Gaussian field whose covariance is the kernel, for any kernel.`,
  type: 'choice',
  choices: ['cos', 'relu', 'tanh', 'field'],
  rule: 'cos where the kernel has a spectral density, relu otherwise',
};

/** The number of penalised random features if it is not set. */
export const DEFAULT_FEATURES = 1000;

/** The numbers of unpenalised features tried if k is not set: as many as a fit can carry. */
export const TRIED_STRENGTHS = [0, 3, 10, 30, 100];
