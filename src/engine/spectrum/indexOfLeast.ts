/** The first of the least values; what is not a number never is the least. 0 where there are only such. */
export function indexOfLeast(values: ArrayLike<number>): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i] < values[best] || Number.isNaN(values[best])) best = i;
  return best;
}
