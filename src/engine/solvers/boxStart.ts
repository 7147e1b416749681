import type { BoxPoint } from './boxPoint';

/** f may move by this share of the target's largest value, so that nearly all variables are still at their bounds. */
const FIT_SHARE = 0.02;
/** Bounds shrunk by more are those of a target that is 0 beside what the bounds allow. */
const LEAST_SHARE = 1e-100;

/**
 * Sets alpha to the solution without a kernel, shrunk until the one with it is close, and returns by which share (at most 1) of
 * the point's bounds: every variable at the bound on its target's side, or with an intercept beside the quantile of y at which the
 * sum is 0. `refresh` brings the residuals up to date with alpha. For epsilon = 0 and finite bounds.
 */
export function regularStart(point: BoxPoint, refresh: () => void): number {
  const { n, y, alpha, residuals, lower, upper, paired } = point;
  if (paired) besideQuantile(point);
  else for (let i = 0; i < n; i++) alpha[i] = y[i] > 0 ? upper[i] : y[i] < 0 ? lower[i] : 0;
  refresh();
  let largestFit = 0;
  let largestTarget = 0;
  for (let i = 0; i < n; i++) {
    largestFit = Math.max(largestFit, Math.abs(y[i] - residuals[i]));
    largestTarget = Math.max(largestTarget, Math.abs(y[i]));
  }
  const share = largestFit > 0 ? Math.min(1, (FIT_SHARE * largestTarget) / largestFit) : 1;
  for (let i = 0; i < n; i++) alpha[i] *= share;
  // Rows whose target is 0, or next to it, throughout are solved by alpha = 0; strides from a share of 0 would get nowhere.
  return share >= LEAST_SHARE ? share : 1;
}

/** Upper bounds for the largest y and lower bounds for the rest, one between, so that the sum is 0. */
function besideQuantile({ n, y, alpha, lower, upper }: BoxPoint): void {
  const order = Array.from(y, (_, i) => i).sort((a, b) => y[b] - y[a] || a - b);
  let sum = 0;
  for (let i = 0; i < n; i++) sum += alpha[i] = lower[i];
  for (const i of order) {
    const rise = Math.min(upper[i] - lower[i], -sum);
    if (!(rise > 0)) break;
    alpha[i] = rise === upper[i] - lower[i] ? upper[i] : lower[i] + rise;
    sum += rise;
  }
}
