/** Least and largest of the finite values; [Infinity, −Infinity] when there are none. */
export function extent(...lists: readonly ArrayLike<number>[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const values of lists)
    for (let i = 0; i < values.length; i++) {
      if (!Number.isFinite(values[i])) continue;
      if (values[i] < low) low = values[i];
      if (values[i] > high) high = values[i];
    }
  return [low, high];
}

/** Largest minus least. */
export function span(values: Float64Array): number {
  const [low, high] = extent(values);
  return high - low;
}
