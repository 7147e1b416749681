// Objectives that both sides' coefficients are judged by: one function of (K, y, alpha) for each problem, whoever found alpha.

/** K·alpha for the n×n matrix k. */
function fitted(k, n, alpha) {
  const f = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    if (alpha[j] !== 0) for (let i = 0, o = j * n; i < n; i++, o++) f[i] += alpha[j] * k[o];
  }
  return f;
}

function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** SIGN eq. 13: ½a'Ka − y'a + lambda·max|a|. */
export function infinityObjective(k, y, alpha, lambda) {
  const f = fitted(k, y.length, alpha);
  return 0.5 * dot(alpha, f) - dot(y, alpha) + lambda * alpha.reduce((most, a) => Math.max(most, Math.abs(a)), 0);
}

/** sum of Huber losses, r² up to |r| = bound, + lambda·a'Ka. */
export function huberObjective(k, y, alpha, lambda, bound) {
  const f = fitted(k, y.length, alpha);
  let sum = lambda * dot(alpha, f);
  for (let i = 0; i < y.length; i++) {
    const r = Math.abs(y[i] - f[i]);
    sum += r <= bound ? r * r : bound * (2 * r - bound);
  }
  return sum;
}

/** ½a'Ka + cost·(sum of tau-quantile losses) with the intercept that is best for alpha: a tau-quantile of y − K·alpha. */
export function quantileObjective(k, y, alpha, cost, tau) {
  const f = fitted(k, y.length, alpha);
  const left = y.map((v, i) => v - f[i]).sort();
  const intercept = left[Math.min(y.length - 1, Math.floor(tau * y.length))];
  const loss = left.reduce((sum, v) => sum + (v >= intercept ? tau : tau - 1) * (v - intercept), 0);
  return 0.5 * dot(alpha, f) + cost * loss;
}

/** ½a'Ka + cost·(sum of max(|r| − epsilon, 0)) with the given intercept. */
export function tubeObjective(k, y, alpha, intercept, cost, epsilon) {
  const f = fitted(k, y.length, alpha);
  const loss = y.reduce((sum, v, i) => sum + Math.max(0, Math.abs(v - f[i] - intercept) - epsilon), 0);
  return 0.5 * dot(alpha, f) + cost * loss;
}
