import type { RobustFamily } from '../fit/robust/family';
import { SPARSE_REACH } from '../fit/robust/nearTargets';
import { robustMethod } from '../fit/robust/robustMethod';
import { TIME } from '../fit/robust/robustParameters';
import { coordinateFlowPath } from '../solvers/coordinateFlow';
import { coordinateStepLimit, coordinateStepPath } from '../solvers/coordinateSteps';
import { onePath } from '../solvers/dualPaths';
import { gramDiagonal } from '../solvers/gram';

/** The distance, as a fraction of the target's spread, by which a step moves the fit at its own row. */
const SHARE = 0.01;
const RULE = "a hundredth of the target's spread, over the mean of k(x, x)";

/** The family of kernel coordinate descent. */
export const kcdFamily: RobustFamily = {
  id: 'kcd',
  title: 'Kernel coordinate descent',
  summary:
    'Sparse regression by early stopping: each step changes only the coefficient of the row with the largest residual, so that few rows affect the fit. One run gives the whole path.',
  purpose: 'a fit that depends on few rows',
  source: 'SIGN section 5, algorithm KCD; Prop. 5',
  axis: 't',
  strength: TIME,
  parameters: [
    {
      name: 'stepSize',
      title: 'Step size',
      description: 'Change of one coefficient per step: above 0. Their sum is t.',
      type: 'number',
      exclusiveMinimum: 0,
      rule: RULE,
    },
    {
      name: 'flow',
      title: 'Exact flow',
      description:
        'Follows the limit of small steps from event to event, in which several coefficients may change together; takes no steps.',
      type: 'boolean',
      default: false,
    },
  ],
  interceptBy: 'median',
  weighted: false,
  measure: 'exact',
  tolerance: 0,
  nearZero: 'absolute',
  leaveAbove: 4,
  reach: SPARSE_REACH,
  losses: ['absolute', 'squared'],
  steps: {
    of: ({ gram, y }, spread) => {
      const size = gramDiagonal(gram).reduce((sum, k) => sum + k / gram.n, 0);
      const share = (SHARE * spread) / (size || 1);
      return Number(Math.min(share, coordinateStepLimit(gram, y)).toPrecision(3));
    },
    limit: ({ gram, y }) => coordinateStepLimit(gram, y),
    rule: RULE,
    most: () => 100_000,
    keepsColumns: true,
    operations: (n) => 4000 + 90 * n,
  },
  solver: ({ stepSize }) => (stepSize === undefined ? coordinateFlowPath : coordinateStepPath(stepSize)),
  beside: { method: 'kl1', solver: () => onePath(), by: 'residual' },
  pathOperations: (n) => 2.5e6 * n,
};

export const kcd = /* @__PURE__ */ robustMethod(kcdFamily);
