import { mEstimatorFamily } from '../fit/robust/mEstimatorFamily';
import { robustMethod } from '../fit/robust/robustMethod';

/** What the method solves. */
export const tukeyFamily = mEstimatorFamily({
  id: 'tukey',
  title: 'Tukey bisquare kernel regression',
  summary:
    'Robust ridge regression that forgets outliers altogether: rows beyond 4.685 robust standard deviations have no weight. Not convex; it starts from Huber.',
  purpose: 'gross outliers that should not count at all',
  source: 'SIGN section 6.2, KMR-T',
  loss: 'tukey',
  operations: 90,
});

export const tukey = /* @__PURE__ */ robustMethod(tukeyFamily);
