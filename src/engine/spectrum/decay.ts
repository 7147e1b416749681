/** v_i ≈ scale·i^−exponent over directions from…to (1-based, both included). */
export interface PowerLaw {
  readonly exponent: number;
  /** Standard error of the exponent from the scatter about the line; 0 for two points. */
  readonly standardError: number;
  readonly from: number;
  readonly to: number;
  /** The line's value at direction i (1-based). */
  at(i: number): number;
}

/**
 * Log-log least squares on directions from…to (1-based). Each direction has weight 1/i, so that every stretch of the
 * logarithmic axis counts alike and the crowded right end does not decide. Values that are not positive are left out;
 * undefined if fewer than two remain.
 */
export function fitPowerLaw(values: ArrayLike<number>, from: number, to: number): PowerLaw | undefined {
  const points: LogPoint[] = [];
  for (let i = Math.max(1, from); i <= Math.min(values.length, to); i++)
    if (values[i - 1] > 0) points.push({ x: Math.log(i), y: Math.log(values[i - 1]), weight: 1 / i });
  const line = fitLine(points);
  if (line === undefined) return undefined;
  return {
    exponent: -line.slope,
    standardError: line.standardError,
    from,
    to,
    at: (i) => Math.exp(line.y + line.slope * (Math.log(i) - line.x)),
  };
}

/**
 * The stretch on which exponents are fitted by default: past the first 1.5 % of the rank, where single large eigenvalues
 * rule, up to a third of it, well before rounding and a finite sample bend the curve down.
 */
export function defaultDecayRange(rank: number): { readonly from: number; readonly to: number } {
  const from = 1 + Math.ceil(0.015 * rank);
  return { from: Math.min(from, Math.max(1, rank - 1)), to: Math.max(Math.min(rank, from + 3), Math.round(rank / 3)) };
}

export interface LogPoint {
  readonly x: number;
  readonly y: number;
  readonly weight: number;
}

/** Weighted least squares through the points: the line passes through (x, y) with this slope. */
export function fitLine(
  points: readonly LogPoint[],
): { readonly slope: number; readonly standardError: number; readonly x: number; readonly y: number } | undefined {
  let total = 0;
  let x = 0;
  let y = 0;
  for (const p of points) {
    total += p.weight;
    x += p.weight * p.x;
    y += p.weight * p.y;
  }
  if (points.length < 2 || !(total > 0)) return undefined;
  x /= total;
  y /= total;
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (const p of points) {
    xx += p.weight * (p.x - x) ** 2;
    xy += p.weight * (p.x - x) * (p.y - y);
    yy += p.weight * (p.y - y) ** 2;
  }
  if (!(xx > 0)) return undefined;
  const slope = xy / xx;
  // Residual variance per unit weight, on points − 2 degrees of freedom.
  const scatter = points.length > 2 ? Math.max(0, yy - slope * xy) / (points.length - 2) : 0;
  return { slope, standardError: Math.sqrt(scatter / xx), x, y };
}

/**
 * Effective dimension N(lambda) = sum_{i ≤ rank} mu_i/(mu_i + lambda): how many directions the kernel offers at this
 * lambda (per sample). For ridge it equals the degrees of freedom.
 */
export function effectiveDimension(mu: Float64Array, rank: number, lambda: number): number {
  let sum = 0;
  for (let i = 0; i < rank; i++) sum += mu[i] / (mu[i] + lambda);
  return sum;
}

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
