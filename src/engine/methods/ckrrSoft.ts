import type { ParameterSchema } from '../contract/method';
import { ridgeFilter } from '../filters/zones';
import { softConditioning } from '../fit/spectral/softConditioning';
import { DEFAULT_FEATURES, FEATURES_K, SOFT_FEATURE_MAP, TRIED_STRENGTHS } from '../fit/spectral/softParameters';
import { spectralMethod } from '../fit/spectral/spectralMethod';
import { asked } from '../parameters/asked';
import { LAMBDA } from '../parameters/common';

const FORM: ParameterSchema = {
  name: 'form',
  title: 'Form',
  description:
    'exact: the kernel itself. randomFeatures: approximates the kernel by random features (their number is features), for larger files.',
  type: 'choice',
  choices: ['exact', 'randomFeatures'],
  default: 'exact',
};

const FEATURES: ParameterSchema = {
  name: 'features',
  title: 'Penalised random features M',
  description: 'Number of penalised random features, only for form randomFeatures: from 1.',
  type: 'integer',
  minimum: 1,
  default: DEFAULT_FEATURES,
};

export const ckrrSoft = spectralMethod({
  id: 'ckrr-soft',
  title: 'Conditional kernel ridge regression, soft thresholding',
  summary:
    'Fits k random features without penalty and the rest by ridge, so that leading kernel directions are shrunk less. With two blocks of random features it fits larger files.',
  purpose: 'leading directions spared softly, by random features',
  source: 'CKRR section 5.2, equations 4 and 5',
  axes: ['lambda'],
  parameters: [LAMBDA, FEATURES_K, SOFT_FEATURE_MAP, FORM, FEATURES],
  approximation(given) {
    const { featureMap = 'cos', features = DEFAULT_FEATURES, seed = 0 } = asked(given);
    return given.form === 'randomFeatures' && featureMap === 'cos'
      ? { kind: 'features', count: features, seed: seed + 1, map: 'fourier' }
      : undefined;
  },
  decompositions: ({ k }) => (k === undefined ? TRIED_STRENGTHS.length + 1 : 2),
  filter: ({ lambda = 1 }, { mu }) => ridgeFilter(lambda, mu.length),
  condition: softConditioning,
});
