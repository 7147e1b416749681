/**
 * Effective dimension N(lambda) = sum_{i ≤ rank} mu_i/(mu_i + lambda): how many directions the kernel offers at this
 * lambda (per sample). For ridge it equals the degrees of freedom.
 */
export function effectiveDimension(mu: Float64Array, rank: number, lambda: number): number {
  let sum = 0;
  for (let i = 0; i < rank; i++) sum += mu[i] / (mu[i] + lambda);
  return sum;
}
