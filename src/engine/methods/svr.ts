import type { SolverInput } from '../fit/robust/family';
import { REACH } from '../fit/robust/nearTargets';
import { robustMethod } from '../fit/robust/robustMethod';
import { DUAL, PER_SAMPLE_LAMBDA } from '../fit/robust/robustParameters';
import { asked } from '../parameters/asked';
import { tubePath } from '../solvers/dualPaths';

const SHARE = 0.1;

export const svr = robustMethod({
  id: 'svr',
  title: 'Support vector regression',
  summary:
    'Robust and sparse: residuals below epsilon are ignored, larger ones count by how far they exceed it. Rows inside the tube do not affect the fit.',
  purpose: 'a tolerance within which errors do not count',
  source: 'Vapnik 1995; the dual of SIGN eq. 13 with a tube',
  axis: 'lambda',
  strength: PER_SAMPLE_LAMBDA,
  parameters: [
    {
      name: 'epsilon',
      title: 'Tube half-width epsilon',
      description: 'Residuals up to this size are ignored, in units of the target: at least 0.',
      type: 'number',
      minimum: 0,
      rule: "a tenth of the target's robust standard deviation",
    },
  ],
  interceptBy: 'problem',
  ...DUAL,
  reach: REACH,
  losses: ['absolute', 'squared'],
  solver: (input) =>
    tubePath({
      epsilon: epsilonOf(input),
      intercept: input.intercept,
      tolerance: DUAL.tolerance,
      ...(input.weights && { weights: input.weights }),
    }),
  chosen: (input) => [
    { name: 'epsilon', value: epsilonOf(input), rule: "a tenth of the target's robust standard deviation" },
  ],
  pathOperations: (n) => 4 * n ** 3,
});

const epsilonOf = ({ parameters, spread }: SolverInput): number =>
  asked(parameters).epsilon ?? Number((SHARE * spread).toPrecision(3));
