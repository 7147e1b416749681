import type { Parameters } from '../../contract/method';
import { asked } from '../../parameters/asked';
import { LAMBDA } from '../../parameters/common';
import { mEstimatorPath } from '../../solvers/mEstimator';
import { type MEstimatorLoss, TUNING } from '../../solvers/mEstimatorLoss';
import type { MethodWords } from '../method';
import type { RobustFamily } from './family';
import { REACH } from './nearTargets';
import { mEstimatorParameters } from './robustParameters';

/** The choices in which one M-estimator differs from another. */
export interface MEstimatorChoice extends MethodWords {
  readonly loss: MEstimatorLoss;
  /** Operations of one path over n³. */
  readonly operations: number;
}

const TOLERANCE = 1e-7;

/** Kernel regression with a bounded-influence loss along lambda, the residuals' scale among the unknowns. */
export function mEstimatorFamily({ loss, operations, ...words }: MEstimatorChoice): RobustFamily {
  const tuning = TUNING[loss];
  return {
    ...words,
    axis: 'lambda',
    strength: LAMBDA,
    parameters: mEstimatorParameters(tuning),
    interceptBy: 'problem',
    weighted: true,
    measure: 'change',
    tolerance: TOLERANCE,
    nearZero: 'squared',
    leaveAbove: 0.15,
    reach: REACH,
    losses: ['absolute', 'squared'],
    scaled: byRobustScale,
    solver: ({ parameters, intercept, weights }) =>
      mEstimatorPath({
        loss,
        tuning: asked(parameters).tuning ?? tuning,
        scale: byRobustScale(parameters) ? 'mad' : 'deviation',
        tolerance: TOLERANCE,
        intercept,
        ...(weights && { rowWeights: weights }),
      }),
    pathOperations: (n) => operations * n ** 3,
  };
}

const byRobustScale = ({ residualScale }: Parameters) => residualScale !== 'deviation';
