/** Rows of a bin: each is predicted by the mean of the others. Small bins follow a steep column, larger ones a noisy one. */
const BINS = [3, 8];

/**
 * The fraction of the variance of y (n) that x (n, all finite) alone explains on rows left out: each row is predicted
 * by the mean of the other rows of its bin in the order of x, of the size that does better. Rows of the same x stay
 * together, however many they are.
 */
export function explainedByNeighbours(x: Float64Array, y: Float64Array, order: Uint32Array = orderOf(x)): number {
  return Math.max(...BINS.map((bin) => explainedInBins(x, y, order, bin)));
}

function explainedInBins(x: Float64Array, y: Float64Array, order: Uint32Array, bin: number): number {
  const n = order.length;
  const mean = y.reduce((total, v) => total + v, 0) / n;
  let error = 0;
  let variance = 0;
  for (let from = 0; from < n; ) {
    let to = Math.min(n, from + bin);
    while (to < n && x[order[to]] === x[order[to - 1]]) to++;
    if (n - to < 2) to = n;
    let total = 0;
    for (let i = from; i < to; i++) total += y[order[i]];
    for (let i = from; i < to; i++) {
      const own = y[order[i]];
      error += (own - (total - own) / (to - from - 1)) ** 2;
      variance += (own - mean) ** 2;
    }
    from = to;
  }
  return 1 - error / variance;
}

const orderOf = (x: Float64Array) => Uint32Array.from(x.keys()).sort((a, b) => x[a] - x[b]);
