/**
 * The index of the first of the lowest values; values that are not numbers never count as lowest. 0 if there are only
 * such.
 */
export function indexOfLeast(values: ArrayLike<number>): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i] < values[best] || Number.isNaN(values[best])) best = i;
  return best;
}
