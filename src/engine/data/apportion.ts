export interface Limits {
  readonly size: number;
  readonly least: number;
  readonly most: number;
}

/**
 * Whole numbers within the limits that sum to `total`, or as near to it as the limits allow, and are in proportion to the
 * sizes but for less than 1 where no limit binds: largest remainders first (Hamilton's method), equal ones in order of position.
 */
export function apportion(parts: readonly Limits[], total: number): number[] {
  const sizes = parts.reduce((sum, part) => sum + part.size, 0);
  const exact = parts.map(({ size }) => (total * size) / sizes);
  const counts = parts.map(({ least, most }, i) => Math.min(most, Math.max(least, Math.floor(exact[i]))));
  let left = total - counts.reduce((a, b) => a + b, 0);
  for (; left > 0; left--) {
    const i = greatest(counts.map((count, j) => (count < parts[j].most ? exact[j] - count : Number.NaN)));
    if (i < 0) break;
    counts[i]++;
  }
  for (; left < 0; left++) {
    const i = greatest(counts.map((count, j) => (count > parts[j].least ? count - exact[j] : Number.NaN)));
    if (i < 0) break;
    counts[i]--;
  }
  return counts;
}

/** Position of the greatest value, −1 where all are NaN. */
function greatest(values: readonly number[]): number {
  let best = -1;
  values.forEach((value, i) => {
    if (!Number.isNaN(value) && (best < 0 || value > values[best])) best = i;
  });
  return best;
}
