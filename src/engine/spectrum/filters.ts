/**
 * Ridge filter g_i = mu_i/(mu_i + lambda), the share of direction i that kernel ridge regression keeps (docs/methods.md).
 * `mu` (n) are eigenvalues of K/n, `lambda` > 0 is per sample; directions beyond the numerical rank are not used: g = 0.
 */
export function ridgeFilter(mu: Float64Array, rank: number, lambda: number): Float64Array {
  const g = new Float64Array(mu.length);
  for (let i = 0; i < rank; i++) g[i] = mu[i] / (mu[i] + lambda);
  return g;
}

/** How many leading eigenvalues exceed lambda: the directions of which ridge keeps more than half. `mu` descends. */
export function directionsAbove(mu: Float64Array, rank: number, lambda: number): number {
  let low = 0;
  let high = rank;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (mu[middle] > lambda) low = middle + 1;
    else high = middle;
  }
  return low;
}
