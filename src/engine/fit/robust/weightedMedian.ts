/** Share of the whole weight by which half of it may be missed: sums of weights are rounded. */
const ROUNDING = 1e-12;

/**
 * The middle of n values that count as often as their weights (n, ≥ 0, not all 0) say: the value at which half of the weight is
 * reached, or the mean of the two between which it lies. Whole weights give the median of the rows so often repeated.
 */
export function weightedMedian(values: Float64Array, weights: Float64Array): number {
  const order = Array.from(values.keys())
    .filter((i) => weights[i] > 0)
    .sort((a, b) => values[a] - values[b]);
  const total = order.reduce((sum, i) => sum + weights[i], 0);
  let below = 0;
  for (let place = 0; place < order.length; place++) {
    below += weights[order[place]];
    const past = below - total / 2;
    if (Math.abs(past) <= ROUNDING * total && place + 1 < order.length)
      return values[order[place]] + (values[order[place + 1]] - values[order[place]]) / 2;
    if (past > 0) return values[order[place]];
  }
  return values[order[order.length - 1]];
}
