import type { RobustFamily } from '../fit/robust/family';
import { SPARSE_REACH } from '../fit/robust/nearTargets';
import { robustMethod } from '../fit/robust/robustMethod';
import { onePath } from '../solvers/dualPaths';

const TOLERANCE = 1e-6;

/** The family of the l1 penalty. */
export const kl1Family: RobustFamily = {
  id: 'kl1',
  title: 'Kernel regression with an l1 penalty',
  summary:
    'Sparse regression: no residual exceeds epsilon, and only the rows that reach it affect the fit. For targets that are mostly flat, with a few peaks.',
  purpose: 'targets that are mostly flat with a few features of note',
  source: 'SIGN eq. 14',
  axis: 'epsilon',
  strength: {
    name: 'epsilon',
    title: 'Largest residual epsilon',
    description: 'The l1 penalty: the largest residual of the fit, in units of the target. Above 0.',
    type: 'number',
    exclusiveMinimum: 0,
    rule: 'see selection',
  },
  parameters: [],
  interceptBy: 'median',
  weighted: false,
  measure: 'gap',
  tolerance: TOLERANCE,
  nearZero: 'absolute',
  leaveAbove: 4,
  reach: SPARSE_REACH,
  losses: ['absolute', 'squared'],
  solver: () => onePath({ tolerance: TOLERANCE }),
  pathOperations: (n) => 3 * n ** 3,
};

export const kl1 = /* @__PURE__ */ robustMethod(kl1Family);
