import type { RobustFamily } from '../fit/robust/family';
import { REACH } from '../fit/robust/nearTargets';
import { robustMethod } from '../fit/robust/robustMethod';
import { TIME } from '../fit/robust/robustParameters';
import { infinityPath } from '../solvers/dualPaths';
import { signFlowPath } from '../solvers/signFlow';
import { signStepLimit, signStepPath } from '../solvers/signSteps';
import { count } from '../words/numbers';

/** The number of rows up to which the flow from event to event is faster than steps fine enough to approximate it. */
const FLOW_ROWS = 2000;
/**
 * The step as a fraction of the stability limit: residuals then differ from the flow's by about a hundredth of the
 * target's spread.
 */
const SHARE = 1 / 40;
/** About ten seconds of steps: one on landmarks' features goes through all of them. */
const STEPS = { dense: 10_000, factor: 3000 } as const;

/** The family of kernel sign gradient descent. */
export const ksgdFamily: RobustFamily = {
  id: 'ksgd',
  title: 'Kernel sign gradient descent',
  summary:
    'Robust regression by early stopping: every row has the same influence whatever its residual, so that outliers enter last. One run gives the whole path.',
  purpose: 'outliers in the target, by early stopping',
  source: 'SIGN section 5, algorithm KSGD; Prop. 4 and 5',
  axis: 't',
  strength: TIME,
  parameters: [
    {
      name: 'stepSize',
      title: 'Step size',
      description:
        'Size of a sign gradient step, in units of the coefficients: above 0. If it is not set and rows are few, the flow is followed exactly.',
      type: 'number',
      exclusiveMinimum: 0,
      rule: `exact flow up to ${count(FLOW_ROWS)} training rows without landmarks; otherwise a fortieth of the stability limit`,
    },
  ],
  interceptBy: 'median',
  weighted: false,
  measure: 'exact',
  tolerance: 0,
  nearZero: 'absolute',
  leaveAbove: 0.15,
  reach: REACH,
  losses: ['absolute', 'squared'],
  steps: {
    of(rows, _, context) {
      const { gram, y } = rows;
      if (gram.kind === 'dense' && gram.n <= FLOW_ROWS) return undefined;
      return Number((SHARE * signStepLimit(gram, y, context)).toPrecision(3));
    },
    limit: ({ gram, y }, context) => signStepLimit(gram, y, context),
    // The limit falls with the number of rows that pull together.
    longest({ gram, y }, n, landmarks, context) {
      if (landmarks === 0 && n <= FLOW_ROWS) return Number.POSITIVE_INFINITY;
      const limit = (signStepLimit(gram, y, context) * gram.n) / n;
      return STEPS[landmarks > 0 ? 'factor' : 'dense'] * SHARE * limit;
    },
    rule: 'a fortieth of the stability limit',
    most: ({ kind }) => STEPS[kind],
    operations: (n) => 6000 + 300 * n,
  },
  solver: ({ stepSize }) => (stepSize === undefined ? signFlowPath : signStepPath(stepSize)),
  beside: { method: 'kl-inf', solver: () => infinityPath(), by: 'coefficient' },
  pathOperations: (n) => (n <= FLOW_ROWS ? 3 * n ** 3 : 300 * n * n),
};

// Pure, like those of other families: reproductions take the family, and leave the fit around it out of their bundle.
export const ksgd = /* @__PURE__ */ robustMethod(ksgdFamily);
