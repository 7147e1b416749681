import { REACH } from '../fit/robust/nearTargets';
import { robustMethod } from '../fit/robust/robustMethod';
import { DUAL } from '../fit/robust/robustParameters';
import { infinityPath } from '../solvers/dualPaths';

export const klInf = robustMethod({
  id: 'kl-inf',
  title: 'Kernel regression with bounded coefficients',
  summary:
    'Robust regression with an l∞ penalty: no row has more influence than a bound c. Equivalent to the absolute loss; solved to a stated duality gap.',
  purpose: 'a bound on the influence of every row',
  source: 'SIGN eq. 13 and Prop. 4, in its constrained form',
  axis: 'c',
  strength: {
    name: 'c',
    title: 'Largest coefficient c',
    description: 'Bound on the size of every coefficient; 1/(n·c) is the ridge penalty of the absolute loss. Above 0.',
    type: 'number',
    exclusiveMinimum: 0,
    rule: 'see selection',
  },
  parameters: [],
  interceptBy: 'median',
  ...DUAL,
  reach: REACH,
  losses: ['absolute', 'squared'],
  solver: ({ weights }) => infinityPath({ tolerance: DUAL.tolerance, weights }),
  pathOperations: (n) => 3 * n ** 3,
});
