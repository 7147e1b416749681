import { mEstimatorPath } from '../solvers/mEstimator';
import { LAMBDA } from './parameters';
import { mEstimatorParameters } from './robust/strengthParameters';
import { robustMethod } from './robustMethod';

const TUNING = 4.685;
const TOLERANCE = 1e-7;

export const tukey = robustMethod({
  id: 'tukey',
  title: 'Tukey bisquare kernel regression',
  summary:
    'Robust ridge regression that forgets outliers altogether: rows beyond 4.685 robust standard deviations have no weight. Not convex; it starts from Huber.',
  source: 'SIGN section 6.2, KMR-T',
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
      loss: 'tukey',
      tuning: (parameters.tuning as number | undefined) ?? TUNING,
      scale: parameters.residualScale === 'deviation' ? 'deviation' : 'mad',
      tolerance: TOLERANCE,
      intercept,
      ...(weights && { rowWeights: weights }),
    }),
  pathOperations: (n) => 90 * n ** 3,
});
