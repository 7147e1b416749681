/**
 * Root j of the secular equation f(x) = 1 + rho·sum_i z_i²/(d_i − x) = 0 for ascending distinct d (first k entries),
 * non-zero z and rho > 0: it lies between d_j and d_{j+1}, the last between d_k and d_k + rho·||z||².
 * Fills delta_i = d_i − x, each accurate to a few units in its last place because x is kept as an offset from the nearer
 * pole, and returns x. The step interpolates both halves of the sum by simple poles (R.-C. Li, LAPACK working note 89,
 * "the middle way") inside a bracket that only shrinks.
 */
export function secularRoot(
  d: Float64Array,
  z: Float64Array,
  k: number,
  rho: number,
  j: number,
  delta: Float64Array,
): number {
  const last = j === k - 1;
  let norm = 0;
  if (last) for (let i = 0; i < k; i++) norm += z[i] * z[i];
  const gap = last ? rho * norm : d[j + 1] - d[j];
  const rest = at(d, z, k, rho, d[j] + gap / 2, j);
  const middle = 1 + rest + poles(d, z, k, rho, j, gap / 2);
  // The origin is the pole on the root's side of the middle; offsets from it lie in [low, high].
  const origin = last || middle > 0 ? j : j + 1;
  let low = origin === j ? 0 : -gap / 2;
  let high = origin === j ? (last ? gap : gap / 2) : 0;
  if (last && middle <= 0) low = gap / 2;
  if (last && middle > 0) high = gap / 2;
  let eta = firstGuess(z, k, rho, j, gap, 1 + rest, origin);
  if (!(eta > low && eta < high)) eta = (low + high) / 2;

  for (let step = 0; step < 120; step++) {
    let left = 0;
    let leftSlope = 0;
    for (let i = 0; i <= j; i++) {
      delta[i] = d[i] - d[origin] - eta;
      const t = z[i] / delta[i];
      left += z[i] * t;
      leftSlope += t * t;
    }
    let right = 0;
    let rightSlope = 0;
    for (let i = j + 1; i < k; i++) {
      delta[i] = d[i] - d[origin] - eta;
      const t = z[i] / delta[i];
      right += z[i] * t;
      rightSlope += t * t;
    }
    const f = 1 + rho * (left + right);
    const slope = rho * (leftSlope + rightSlope);
    const rounding = 1 + 8 * rho * (Math.abs(left) + Math.abs(right)) + Math.abs(eta) * slope;
    if (Math.abs(f) <= Number.EPSILON * rounding) break;
    if (f > 0) high = eta;
    else low = eta;
    if (high - low <= 2 * Number.EPSILON * Math.abs(eta)) break;
    const next = eta + middleWay(f, delta[j], last ? undefined : delta[j + 1], rho * leftSlope, rho * rightSlope);
    eta = next > low && next < high ? next : between(low, high);
  }
  for (let i = 0; i < k; i++) delta[i] = d[i] - d[origin] - eta;
  return d[origin] + eta;
}

/** rho·sum z_i²/(d_i − x) without poles j and j + 1. */
function at(d: Float64Array, z: Float64Array, k: number, rho: number, x: number, j: number): number {
  let sum = 0;
  for (let i = 0; i < j; i++) sum += (z[i] * z[i]) / (d[i] - x);
  for (let i = j + 2; i < k; i++) sum += (z[i] * z[i]) / (d[i] - x);
  return rho * sum;
}

/** The two poles about the root, x = d_j + offset. */
function poles(d: Float64Array, z: Float64Array, k: number, rho: number, j: number, offset: number): number {
  const left = (rho * z[j] * z[j]) / -offset;
  return j + 1 < k ? left + (rho * z[j + 1] * z[j + 1]) / (d[j + 1] - d[j] - offset) : left;
}

/** Offset from the origin at which constant + a/(d_j − x) + b/(d_{j+1} − x) = 0, the rest of the sum held at its mid value. */
function firstGuess(
  z: Float64Array,
  k: number,
  rho: number,
  j: number,
  gap: number,
  constant: number,
  origin: number,
): number {
  const a = rho * z[j] * z[j];
  if (j === k - 1) return constant > 0 ? a / constant : Number.NaN;
  const b = rho * z[j + 1] * z[j + 1];
  // With x measured from the origin the poles are at `near` = 0 and at ±gap.
  const [near, far, away] = origin === j ? [a, b, gap] : [b, a, -gap];
  const linear = constant * away + near + far;
  const product = near * away;
  const root = Math.sqrt(Math.max(0, linear * linear - 4 * constant * product));
  return betweenPoles(constant, linear, product, root);
}

/** The step to the zero of c + a/(p − s) + b/(q − s), which matches f and both halves' slopes here; p < 0 < q are the poles. */
function middleWay(f: number, p: number, q: number | undefined, leftSlope: number, rightSlope: number): number {
  if (q === undefined) {
    // Right of all poles: f ≈ c + a/(p − s).
    const a = p * p * leftSlope;
    const c = f - p * leftSlope;
    return c > 0 ? p + a / c : Number.NaN;
  }
  const c = f - p * leftSlope - q * rightSlope;
  const linear = (p + q) * f - p * q * (leftSlope + rightSlope);
  const product = p * q * f;
  const root = Math.sqrt(Math.max(0, linear * linear - 4 * c * product));
  return betweenPoles(c, linear, product, root);
}

/** The root of c·x² − linear·x + product = 0 that lies between the poles, in the form that does not cancel. */
function betweenPoles(c: number, linear: number, product: number, root: number): number {
  return linear > 0 ? (2 * product) / (linear + root) : (linear - root) / (2 * c);
}

/** Halves the bracket; in the exponent where it spans many magnitudes, so that roots close to a pole are reached too. */
function between(low: number, high: number): number {
  const near = Math.min(Math.abs(low), Math.abs(high));
  const far = Math.max(Math.abs(low), Math.abs(high));
  const sign = low + high < 0 ? -1 : 1;
  if (near > 0 && far > 4 * near) return sign * Math.sqrt(near * far);
  if (near === 0 && far > 0) return sign * far * 1e-3;
  return (low + high) / 2;
}
