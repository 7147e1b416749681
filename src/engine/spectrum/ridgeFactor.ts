/** Relative error of the factorisation, entry by entry, that a path accepts. */
export const FACTOR_TOLERANCE = 1e-11;

/** lambda_l/(mu_i + lambda_l) ≈ sum_j a_ij·b_jl for every i and l, to the relative error `bound` at most. */
export interface RidgeFactor {
  /** Number of nodes m. */
  readonly size: number;
  /** y_j/(mu_i + y_j), q×m column-major: the remainders of ridge at the nodes y_j. */
  readonly a: Float64Array;
  /** m×L column-major. */
  readonly b: Float64Array;
  readonly bound: number;
}

/**
 * The remainders of ridge along directions `mu` (q, all above 0) at many `lambdas` (L, all above 0), as a product of
 * two thin matrices: a path of 1000 penalties then costs as much as about 60. 1/(mu + lambda) is interpolated in lambda
 * by rational functions with the poles −x_k, exact at m nodes y_j; its relative error at (mu, lambda) is the product
 * over k of (mu − x_k)/(mu + y_k)·(lambda − y_k)/(lambda + x_k), so the bound is known, and lowest when the nodes are
 * Zolotarev's (Beckermann and Townsend 2017, section 4): about 4·exp(−m·pi²/log(4·g)) for a g between the ranges'
 * widths.
 */
export function ridgeFactor(mu: Float64Array, lambdas: Float64Array): RidgeFactor {
  const nodes = zolotarevNodes(rangeOf(mu), rangeOf(lambdas));
  const size = nodes.x.length;
  const q = mu.length;
  const length = lambdas.length;
  const a = new Float64Array(q * size);
  for (let j = 0; j < size; j++) for (let i = 0; i < q; i++) a[j * q + i] = nodes.y[j] / (mu[i] + nodes.y[j]);
  const b = new Float64Array(size * length);
  const slopes = Float64Array.from(nodes.y, (y, j) => product(nodes, y, j));
  lambdas.forEach((lambda, l) => {
    const exact = nodes.y.indexOf(lambda);
    if (exact >= 0) {
      b[l * size + exact] = 1;
      return;
    }
    const all = product(nodes, lambda, -1);
    for (let j = 0; j < size; j++) {
      const y = nodes.y[j];
      b[l * size + j] = ((all / (lambda - y)) * lambda) / (slopes[j] * y);
    }
  });
  const largest = (values: Float64Array, to: Float64Array, from: Float64Array) =>
    values.reduce(
      (worst, v) => Math.max(worst, Math.abs(to.reduce((all, z, k) => (all * (v - z)) / (v + from[k]), 1))),
      0,
    );
  return { size, a, b, bound: largest(mu, nodes.x, nodes.y) * largest(lambdas, nodes.y, nodes.x) };
}

interface Nodes {
  /** Poles −x_k, within the range of mu, and nodes y_k, within that of lambda. */
  readonly x: Float64Array;
  readonly y: Float64Array;
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/**
 * A Möbius map takes the range of mu to [1, g] and minus that of lambda to [−g, −1], where the best nodes are g·dn(…)
 * of an elliptic function: for a wide range g/cosh of equal steps on its upper half, mirrored about sqrt(g). They need
 * not be exact; the bound is computed from the actual nodes.
 */
function zolotarevNodes(mu: Range, lambda: Range): Nodes {
  const { low: a, high: b } = mu;
  const { low: c, high: d } = lambda;
  const cross = ((b + c) / (a + c)) * ((a + d) / (b + d));
  // Cross-ratio of the image is (1 + g)²/(4·g).
  const g = Math.max(100, 2 * cross - 1 + 2 * Math.sqrt(Math.max(0, cross * (cross - 1))));
  const period = Math.log(4 * g);
  const size = Math.ceil((period * Math.log(4 / FACTOR_TOLERANCE)) / Math.PI ** 2);
  const x = new Float64Array(size);
  const y = new Float64Array(size);
  for (let k = 0; k < size; k++) {
    const upper = 2 * k + 1 <= size;
    const step = upper ? k : size - 1 - k;
    const top = g / Math.cosh(((2 * step + 1) * period) / (2 * size));
    const zeta = upper ? top : g / top;
    const scale = ((b - a) * (g + 1)) / ((b + c) * (g - 1));
    const sx = (scale * (zeta - 1)) / (zeta + 1);
    const sy = (scale * (zeta + 1)) / (zeta - 1);
    x[k] = (a + sx * c) / (1 - sx);
    y[k] = (a + sy * c) / (sy - 1);
  }
  return { x, y };
}

/** The product over k of (v − y_k)/(v + x_k), without the factor v − y_skip. */
function product({ x, y }: Nodes, v: number, skip: number): number {
  let all = 1;
  for (let k = 0; k < x.length; k++) all *= (k === skip ? 1 : v - y[k]) / (v + x[k]);
  return all;
}

/** Widened a little, so that a range is never a single point. */
function rangeOf(values: Float64Array): Range {
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  for (const v of values) {
    low = Math.min(low, v);
    high = Math.max(high, v);
  }
  return { low: low * 0.99, high: high * 1.01 };
}
