/**
 * A direction counts for the constant c if it has more than this fraction of the first one's value, both before and
 * after conditioning.
 */
const RELIABLE = 1e-10;

/**
 * kappa with sum_i lambda_i/(lambda_i + kappa) = k (CKRR eq. 4): the ridge at which the effective dimension of
 * `before`, eigenvalues of K/n in descending order, is k > 0. Zero if there are no more than k positive eigenvalues.
 */
export function kappaOf(before: Float64Array, k: number): number {
  const dimension = (kappa: number) => before.reduce((sum, v) => (v > 0 ? sum + v / (v + kappa) : sum), 0);
  if (before.filter((v) => v > 0).length <= k) return 0;
  // In logarithms: kappa lies anywhere between the last eigenvalue over n and the trace over k.
  let low = Math.log(Number.MIN_VALUE);
  let high = Math.log(before.reduce((sum, v) => sum + v, 0) / k);
  for (let step = 0; step < 200 && high - low > 1e-14 * Math.abs(high) + 1e-15; step++) {
    const middle = (low + high) / 2;
    if (dimension(Math.exp(middle)) > k) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}

/**
 * The part of each direction that k unpenalised random features leave, mu_i/lambda_i ≈ c·kappa²/(lambda_i + kappa)²
 * (CKRR eq. 4 and appendix F; c ≈ a for lambda_i = i^−a). `after`_i = mu_i is that of direction i of the kernel itself,
 * u_i'·K'·u_i/n (`conditionedDiagonal`), not the i-th eigenvalue of the residual kernel K'. c is the median ratio over
 * the first 3k + 30 directions that rounding has not reached: with finitely many rows the last ones reflect the sample
 * more than the kernel.
 */
export function softThresholding(
  before: Float64Array,
  after: Float64Array,
  k: number,
  kappa: number,
): { readonly predicted: Float64Array; readonly c: number } {
  const shape = before.map((lambda) => (kappa / (lambda + kappa)) ** 2);
  const ratios: number[] = [];
  const last = Math.min(before.length, after.length, 3 * k + 30);
  for (let i = 0; i < last; i++) {
    const reliable = before[i] > RELIABLE * before[0] && after[i] > RELIABLE * after[0];
    if (reliable && shape[i] > 0) ratios.push(after[i] / before[i] / shape[i]);
  }
  ratios.sort((a, b) => a - b);
  const c = ratios.length === 0 ? Number.NaN : (ratios[(ratios.length - 1) >> 1] + ratios[ratios.length >> 1]) / 2;
  return { predicted: shape.map((v) => c * v), c };
}
