/**
 * The largest tail of the coefficients, as a fraction of the lowest error: errors are then within a few times that of
 * exact ones.
 */
const TAIL = 1e-10;

/**
 * The number of nodes for each unit of ln lambda with which errors of every kind of data tried were settled to the
 * tail.
 */
const DENSITY = 5;

/**
 * Mean squared leave-one-out errors of ridge at many `lambdas` (all above 0, one array for each target) from those at a
 * few dozen to a hundred and fifty: residuals and leverages are analytic in ln lambda within pi of the real line, as
 * poles and zeros of 1 − H_ii lie at negative lambda, so that Chebyshev interpolants of the errors converge at a rate
 * that depends on their range alone (Trefethen, Approximation Theory and Approximation Practice, chapter 8). Undefined
 * if that would save nothing, or if the coefficients have not fallen to rounding compared with the lowest error.
 */
export function alongNodes(
  lambdas: Float64Array,
  errorsAt: (nodes: Float64Array) => Float64Array[],
): Float64Array[] | undefined {
  const logs = lambdas.map(Math.log);
  const low = logs.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const half = (logs.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY) - low) / 2;
  const count = 16 + Math.ceil(2 * half * DENSITY);
  if (!(half > 0) || !(count < lambdas.length / 2)) return undefined;
  const nodes = Float64Array.from({ length: count }, (_, k) => Math.exp(low + half * (1 + cosine(2 * k + 1, count))));
  const paths: Float64Array[] = [];
  for (const errors of errorsAt(nodes)) {
    const coefficients = chebyshevCoefficients(errors);
    const tail = coefficients.slice(-Math.ceil(count / 10)).reduce((most, c) => Math.max(most, Math.abs(c)), 0);
    const least = errors.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    if (!(tail <= TAIL * least)) return undefined;
    paths.push(logs.map((v) => clenshaw(coefficients, (v - low) / half - 1)));
  }
  return paths;
}

/** The coefficients of T_0, T_1, … from values at the zeros of T_N, the largest first. */
function chebyshevCoefficients(values: Float64Array): Float64Array {
  const count = values.length;
  const cosines = Float64Array.from({ length: 4 * count }, (_, k) => cosine(k, count));
  return values.map((_, j) => {
    const sum = values.reduce((all, v, k) => all + v * cosines[(j * (2 * k + 1)) % (4 * count)], 0);
    return (sum * (j === 0 ? 1 : 2)) / count;
  });
}

/** Cosine of `step` of the 4·count steps of a turn. */
function cosine(step: number, count: number): number {
  return Math.cos((Math.PI * step) / (2 * count));
}

function clenshaw(coefficients: Float64Array, at: number): number {
  let [next, afterNext] = [0, 0];
  for (let j = coefficients.length - 1; j > 0; j--)
    [next, afterNext] = [2 * at * next - afterNext + coefficients[j], next];
  return at * next - afterNext + coefficients[0];
}
