import { mEstimatorFamily } from '../fit/robust/mEstimatorFamily';
import { robustMethod } from '../fit/robust/robustMethod';

/** The family of Huber's loss. */
export const huberFamily = mEstimatorFamily({
  id: 'huber',
  title: 'Huber kernel regression',
  summary:
    'Robust ridge regression: residuals beyond 1.345 robust standard deviations count by their size, not their square. Nearly as accurate as ridge without outliers.',
  purpose: 'some outliers in the target: the first robust fit to try',
  source: 'SIGN section 6.2, KMR-H',
  loss: 'huber',
  operations: 60,
});

export const huber = /* @__PURE__ */ robustMethod(huberFamily);
