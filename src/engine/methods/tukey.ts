import { mEstimatorFamily } from '../fit/robust/mEstimatorFamily';
import { robustMethod } from '../fit/robust/robustMethod';

/** The family of Tukey's bisquare loss. */
export const tukeyFamily = mEstimatorFamily({
  id: 'tukey',
  title: 'Tukey bisquare kernel regression',
  summary:
    'Robust ridge regression that ignores outliers completely: rows beyond 4.685 robust standard deviations have weight 0. Not convex; starts from the Huber fit.',
  purpose: 'gross outliers that should not count at all',
  source: 'SIGN section 6.2, KMR-T',
  loss: 'tukey',
  operations: 90,
});

export const tukey = /* @__PURE__ */ robustMethod(tukeyFamily);
