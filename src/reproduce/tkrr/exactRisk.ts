/**
 * Exact mean squared error of truncated kernel ridge regression on a fixed design (TKRR Thm 1, (9)):
 * sum_{i≤r} lambda²/(mu_i + lambda)²·xi_i² + sum_{i>r} xi_i² + noise·sum_{i≤r} mu_i²/(mu_i + lambda)².
 * `mu` are eigenvalues of K/n, descending, at least r of them; `squares` holds xi_i² from the first on, 0 beyond its end;
 * `noise` = sigma²/n; all errors in units of the target squared.
 */
export function exactRisk(
  mu: ArrayLike<number>,
  squares: ArrayLike<number>,
  noise: number,
  r: number,
  lambda: number,
): number {
  let bias = 0;
  let squaredShares = 0;
  for (let i = 0; i < r; i++) {
    const scale = 1 / (mu[i] + lambda);
    if (i < squares.length) bias += (lambda * scale) ** 2 * squares[i];
    squaredShares += (mu[i] * scale) ** 2;
  }
  for (let i = r; i < squares.length; i++) bias += squares[i];
  return bias + noise * squaredShares;
}
