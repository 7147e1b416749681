/** The mean of numbers; NaN of none. */
export const meanOf = (values: Float64Array): number => values.reduce((sum, v) => sum + v, 0) / values.length;

/** The standard deviation with divisor n. */
export function spreadAboutMean(values: Float64Array): number {
  const n = values.length;
  let mean = 0;
  for (let i = 0; i < n; i++) mean += values[i] / n;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += (values[i] - mean) ** 2;
  return Math.sqrt(sum / n);
}
