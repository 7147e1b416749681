import { ridgeFilter } from '../../filters/zones';
import { LAMBDA } from '../../parameters/common';
import type { SpectralFamily } from './family';

/** Also the ridge baseline of robust fits. */
export const ridgeFamily: SpectralFamily = {
  id: 'krr',
  title: 'Kernel ridge regression',
  summary:
    'Fits a smooth function of the features by least squares with a ridge penalty. The first to try: one decomposition gives every penalty.',
  purpose: 'nearly everything: the first fit to try',
  source: 'TKRR section 2, CKRR section 2',
  axes: ['lambda'],
  parameters: [LAMBDA],
  filter: ({ lambda = 1 }, { mu }) => ridgeFilter(lambda, mu.length),
};
