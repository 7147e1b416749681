/** Mean over repetitions with its standard error, from the scatter of the repetitions; NaN error for fewer than two. */
export interface MeanEstimate {
  readonly mean: number;
  readonly error: number;
}

/** Half-width of a 95 % interval in standard errors. */
export const INTERVAL_95 = 1.96;

export function averaged(values: ArrayLike<number>): MeanEstimate {
  const n = values.length;
  let mean = 0;
  for (let i = 0; i < n; i++) mean += values[i] / n;
  let squares = 0;
  for (let i = 0; i < n; i++) squares += (values[i] - mean) ** 2;
  return { mean, error: n < 2 ? Number.NaN : Math.sqrt(squares / (n - 1) / n) };
}

/** The median with its standard error, from the order statistics between which it lies 95 times in 100; NaN error for fewer than six. */
export function medianOf(values: readonly number[]): MeanEstimate {
  const sorted = Float64Array.from(values).sort();
  const n = sorted.length;
  const mean = (sorted[(n - 1) >> 1] + sorted[n >> 1]) / 2;
  const half = (INTERVAL_95 * Math.sqrt(n)) / 2;
  const [from, to] = [Math.floor(n / 2 - half), Math.ceil(n / 2 + half) - 1];
  return { mean, error: n < 6 ? Number.NaN : (sorted[to] - sorted[from]) / (2 * INTERVAL_95) };
}

/** The fraction of those that hold, with its binomial standard error. */
export function shareOf(holds: readonly boolean[]): MeanEstimate {
  const mean = holds.filter((v) => v).length / holds.length;
  return { mean, error: Math.sqrt((mean * (1 - mean)) / holds.length) };
}

/** Errors of the first kind that a statement about a probability may have. */
const SIGNIFICANCE = 0.05;

/**
 * Decides by exact binomial tests whether something that held in some of independent draws does so with at least the
 * probability `least`: true where it held so often that a smaller probability is refuted, false where so seldom that
 * `least` itself is, undefined where neither.
 */
export function heldWithProbability(held: readonly boolean[], least: number): boolean | undefined {
  const n = held.length;
  const often = held.filter((v) => v).length;
  // P(k of n hold) at that probability, from no failures on.
  let term = least ** n;
  const chances = held.map((_, failures) => {
    const now = term;
    term *= ((n - failures) / (failures + 1)) * ((1 - least) / least);
    return now;
  });
  chances.push(term);
  const atLeast = chances.slice(0, n - often + 1).reduce((sum, v) => sum + v, 0);
  const atMost = chances.slice(n - often).reduce((sum, v) => sum + v, 0);
  if (atLeast <= SIGNIFICANCE) return true;
  return atMost <= SIGNIFICANCE ? false : undefined;
}

export interface Line {
  readonly slope: number;
  readonly slopeError: number;
  readonly intercept: number;
  /** The fraction of the scatter of y that the line explains; of no use with weights. */
  readonly share: number;
}

/**
 * Least squares line; with `errors` (standard errors of y) it is weighted by them, and the slope's error follows from
 * them.
 */
export function lineThrough(x: ArrayLike<number>, y: ArrayLike<number>, errors?: ArrayLike<number>): Line {
  const n = x.length;
  const weight = (i: number) => (errors === undefined ? 1 : 1 / errors[i] ** 2);
  let total = 0;
  let meanX = 0;
  let meanY = 0;
  for (let i = 0; i < n; i++) {
    total += weight(i);
    meanX += weight(i) * x[i];
    meanY += weight(i) * y[i];
  }
  meanX /= total;
  meanY /= total;
  let xx = 0;
  let xy = 0;
  for (let i = 0; i < n; i++) {
    xx += weight(i) * (x[i] - meanX) ** 2;
    xy += weight(i) * (x[i] - meanX) * (y[i] - meanY);
  }
  const slope = xy / xx;
  const intercept = meanY - slope * meanX;
  let rest = 0;
  let yy = 0;
  for (let i = 0; i < n; i++) {
    rest += (y[i] - intercept - slope * x[i]) ** 2;
    yy += (y[i] - meanY) ** 2;
  }
  const slopeError = errors === undefined ? Math.sqrt(rest / Math.max(1, n - 2) / xx) : Math.sqrt(1 / xx);
  return { slope, slopeError, intercept, share: 1 - rest / yy };
}

/** The power law of positive means in x, weighted by their standard errors: its exponent, and the logarithm of its factor. */
export function powerThrough(x: readonly number[], means: readonly MeanEstimate[]) {
  const errors = means.map(({ mean, error }) => error / mean);
  const logs = means.map(({ mean }) => Math.log(mean));
  const { slope: mean, slopeError: error, intercept } = lineThrough(x.map(Math.log), logs, errors);
  return { exponent: { mean, error }, intercept };
}

/** R² = 1 − ||y − f||²/||y − mean(y)||². */
export function shareExplained(observed: Float64Array, predicted: Float64Array): number {
  const mean = observed.reduce((sum, v) => sum + v, 0) / observed.length;
  let rest = 0;
  let all = 0;
  observed.forEach((v, i) => {
    rest += (v - predicted[i]) ** 2;
    all += (v - mean) ** 2;
  });
  return 1 - rest / all;
}

export const sumOfSquares = (values: Float64Array): number => values.reduce((sum, v) => sum + v * v, 0);

/** The largest absolute value. */
export const largestSize = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((most, v) => Math.max(most, Math.abs(v)), 0);

export const largestDifference = (a: Float64Array, b: Float64Array): number => largestSize(a.map((v, i) => v - b[i]));

/** Indices of the least values that lie strictly below both their neighbours: the interior minima of a curve. */
export function interiorMinima(values: ArrayLike<number>): number[] {
  const minima: number[] = [];
  for (let i = 1; i + 1 < values.length; i++)
    if (values[i] < values[i - 1] && values[i] < values[i + 1]) minima.push(i);
  return minima;
}

/** `count` values from `from` to `to`, equally far apart. */
export function linspace(from: number, to: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));
}

/** `count` powers of ten with exponents from `from` to `to`, equally far apart. */
export function powersOfTen(from: number, to: number, count: number): Float64Array {
  return linspace(from, to, count).map((exponent) => 10 ** exponent);
}
