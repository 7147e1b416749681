/**
 * Piecewise cubic through (x_i, y_i), x ascending, that never overshoots its points (Fritsch and Butland 1984): it has no
 * dip and no bump that the points do not have. Returns its values at `at`, within the range of x.
 */
export function monotoneCubic(x: Float64Array, y: Float64Array, at: Float64Array): Float64Array {
  const last = x.length - 1;
  if (last < 1) return at.map(() => y[0]);
  const slope = tangents(x, y);
  let k = 0;
  return at.map((v) => {
    while (k < last - 1 && v > x[k + 1]) k++;
    while (k > 0 && v < x[k]) k--;
    const h = x[k + 1] - x[k];
    const t = (v - x[k]) / h;
    const t2 = t * t;
    const t3 = t2 * t;
    return (
      (2 * t3 - 3 * t2 + 1) * y[k] +
      (t3 - 2 * t2 + t) * h * slope[k] +
      (3 * t2 - 2 * t3) * y[k + 1] +
      (t3 - t2) * h * slope[k + 1]
    );
  });
}

function tangents(x: Float64Array, y: Float64Array): Float64Array {
  const last = x.length - 1;
  const secant = Float64Array.from({ length: last }, (_, i) => (y[i + 1] - y[i]) / (x[i + 1] - x[i]));
  const slope = new Float64Array(last + 1);
  slope[0] = endSlope(x[1] - x[0], secant[0], x[2] - x[1], secant[1]);
  slope[last] = endSlope(x[last] - x[last - 1], secant[last - 1], x[last - 1] - x[last - 2], secant[last - 2]);
  for (let i = 1; i < last; i++) {
    if (secant[i - 1] * secant[i] <= 0) continue;
    const before = x[i] - x[i - 1];
    const after = x[i + 1] - x[i];
    const share = (1 + after / (before + after)) / 3;
    slope[i] = (secant[i - 1] * secant[i]) / (share * secant[i] + (1 - share) * secant[i - 1]);
  }
  return slope;
}

/**
 * The slope of the parabola through the last three points, held within the cone in which the end piece stays monotone.
 */
function endSlope(width: number, secant: number, nextWidth: number, nextSecant: number): number {
  if (!Number.isFinite(nextSecant)) return secant;
  const slope = ((2 * width + nextWidth) * secant - width * nextSecant) / (width + nextWidth);
  if (slope * secant <= 0) return 0;
  return Math.abs(slope) > 3 * Math.abs(secant) ? 3 * secant : slope;
}
