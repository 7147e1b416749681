export function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}

/** The mean of numbers; NaN of none. */
export const meanOf = (values: Float64Array): number => sumOf(values) / values.length;
