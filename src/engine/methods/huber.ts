import { mEstimatorPath } from '../solvers/mEstimator';
import { LAMBDA } from './parameters';
import { mEstimatorParameters } from './robust/strengthParameters';
import { robustMethod } from './robustMethod';

const TUNING = 1.345;
const TOLERANCE = 1e-7;

export const huber = robustMethod({
  id: 'huber',
  title: 'Huber kernel regression',
  summary:
    'Robust ridge regression: residuals beyond 1.345 robust standard deviations count by their size, not their square. Nearly as exact as ridge where there are no outliers.',
  source: 'SIGN section 6.2, KMR-H',
  axis: 'lambda',
  strength: LAMBDA,
  parameters: mEstimatorParameters(TUNING),
  interceptBy: 'problem',
  weighted: true,
  measure: 'change',
  tolerance: TOLERANCE,
  nearZero: 'squared',
  leaveAbove: 0.15,
  losses: ['absolute', 'squared'],
  solver: ({ parameters, intercept, weights }) =>
    mEstimatorPath({
      loss: 'huber',
      tuning: (parameters.tuning as number | undefined) ?? TUNING,
      scale: parameters.residualScale === 'deviation' ? 'deviation' : 'mad',
      tolerance: TOLERANCE,
      intercept,
      ...(weights && { rowWeights: weights }),
    }),
  pathOperations: (n) => 60 * n ** 3,
});
