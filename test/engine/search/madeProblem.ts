import { permutation, Random } from '../../../src/engine/data/random';
import type { SearchProblem } from '../../../src/engine/search/searchProblem';

/** Rows uniform over [−1, 1] in d columns (column-major), and y = sum of sines of the first two columns plus noise. */
export function madeProblem(
  n: number,
  d: number,
  options: {
    readonly seed?: number;
    readonly noise?: number;
    readonly intercept?: boolean;
    readonly targets?: number;
  } = {},
): SearchProblem {
  const { seed = 1, noise = 0.1, intercept = true, targets = 1 } = options;
  const random = new Random(seed);
  const values = Float64Array.from({ length: n * d }, () => 2 * random.uniform() - 1);
  const column = (c: number) => values.subarray(c * n, (c + 1) * n);
  const [first, second] = [column(0), column(Math.min(1, d - 1))];
  const y = Array.from({ length: targets }, (_, t) =>
    Float64Array.from({ length: n }, (_, i) => {
      const signal = Math.sin((4 + t) * first[i]) + 0.5 * Math.cos(3 * second[i]) + 2;
      return signal + noise * (random.uniform() - 0.5) * Math.sqrt(12);
    }),
  );
  return {
    x: { rows: n, columns: d, values },
    y,
    ...(intercept && { features: { values: new Float64Array(n).fill(1), columns: 1 } }),
    template: { kind: 'gaussian' },
  };
}

/** The same problem with row weights between 0.4 and 1.6, mean 1: rows of targets and features are multiplied by their roots. */
export function weightedProblem(problem: SearchProblem): SearchProblem {
  const n = problem.x.rows;
  const order = permutation(n, 5);
  const rootWeights = Float64Array.from(order, (place) => Math.sqrt(0.4 + (1.2 * place) / (n - 1)));
  const scaled = (values: Float64Array) => values.map((v, o) => v * rootWeights[o % n]);
  const { features } = problem;
  return {
    ...problem,
    rootWeights,
    y: problem.y.map(scaled),
    ...(features && { features: { ...features, values: scaled(features.values) } }),
  };
}

/** Ascending powers of ten from 10^low to 10^high, so many per decade. */
export function decades(low: number, high: number, each: number): Float64Array {
  return Float64Array.from({ length: Math.round((high - low) * each) + 1 }, (_, i) => 10 ** (low + i / each));
}

/** Runs `body` and returns what it throws. */
export function thrownBy(body: () => unknown): unknown {
  try {
    body();
  } catch (error) {
    return error;
  }
  return undefined;
}
