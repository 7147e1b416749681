/** The 2.5 % and 97.5 % quantiles of the finite values, interpolated; NaN when there are none. */
export function central95(values: Float64Array): [number, number] {
  const sorted = values.filter(Number.isFinite).sort();
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const below = Math.floor(place);
    const above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  };
  return sorted.length === 0 ? [Number.NaN, Number.NaN] : [at(0.025), at(0.975)];
}
