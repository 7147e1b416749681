/**
 * The number of leading eigenvalues above lambda: the directions of which ridge keeps more than half. `mu` descends.
 */
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
