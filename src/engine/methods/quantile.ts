import type { Parameters } from '../contract/method';
import type { RobustFamily } from '../fit/robust/family';
import { QUANTILE_REACH } from '../fit/robust/nearTargets';
import { robustMethod } from '../fit/robust/robustMethod';
import { DUAL, PER_SAMPLE_LAMBDA } from '../fit/robust/robustParameters';
import { invalid } from '../parameters/asked';
import { quantilePath } from '../solvers/dualPaths';

const TAUS = '0.1 0.5 0.9';

/** The family of the quantile loss. */
export const quantileFamily: RobustFamily = {
  id: 'quantile',
  title: 'Kernel quantile regression',
  summary:
    'Predicts quantiles of the target instead of its mean: the median is robust, and a low and a high quantile make a band that is wide where errors are large. Levels never cross, and are calibrated on rows left out.',
  purpose: 'the median, or a band between a low and a high quantile',
  source: 'Takeuchi et al. 2006; SIGN section 6.2, KQR; Romano et al. 2019',
  axis: 'lambda',
  strength: PER_SAMPLE_LAMBDA,
  parameters: [
    {
      name: 'tau',
      title: 'Quantiles tau',
      description: 'One quantile, or several separated by blanks, each between 0 and 1: 0.1 0.5 0.9.',
      type: 'numbers',
      default: TAUS,
    },
    {
      name: 'conformal',
      title: 'Calibrate the levels',
      description:
        'Shift the levels so that the right share of rows left out is between the outer ones, or below a single one. Without it bands are too narrow.',
      type: 'boolean',
      default: true,
    },
  ],
  interceptBy: 'problem',
  ...DUAL,
  reach: QUANTILE_REACH,
  losses: ['pinball'],
  solver: ({ tau, intercept, weights }) => quantilePath({ tau, intercept, tolerance: DUAL.tolerance, weights }),
  taus: tausOf,
  pathOperations: (n) => 4 * n ** 3,
};

export const quantile = /* @__PURE__ */ robustMethod(quantileFamily);

/** Ascending, each once. Throws `parameter/invalid` outside (0, 1), or for more than nine. */
function tausOf({ tau = TAUS }: Parameters): readonly number[] {
  const values = String(tau)
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);
  for (const value of values) {
    if (value > 0 && value < 1) continue;
    throw invalid('tau', value, `tau must lie between 0 and 1, both left out; it is ${value}. The median is 0.5.`);
  }
  if (values.length === 0)
    throw invalid('tau', String(tau), `tau names no quantile; write one or several, such as ${TAUS}.`);
  const once = [...new Set(values)].sort((a, b) => a - b);
  if (once.length > 9)
    throw invalid('tau', once.length, `tau has ${once.length} quantiles; up to 9 are fitted at once. Leave some out.`);
  return once;
}
