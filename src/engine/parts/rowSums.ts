import { silently } from '../contract/context';
import type { Matrix } from '../contract/data';
import type { FeatureBlock, FeatureMap } from '../contract/kernel';
import { featureSums } from '../fit/features/featureSums';
import { type Computing, full } from '../linalg/linalg';
import { weightedFeatures } from '../spectrum/weighted';

/** The features that rows are multiplied out with: M penalised ones, and p0 unpenalised ones. */
export interface RowBasis {
  readonly map: FeatureMap;
  readonly blocks: readonly FeatureBlock[];
}

/** Encoded training rows: x (n×d), the outputs' values (n each), and row weights of any mean. */
export interface CodedRows {
  readonly x: Matrix;
  readonly outputs: readonly Float64Array[];
  readonly weights?: Float64Array;
}

/**
 * Sums over rows with weights w, everything that ridge regression on M features needs from them; added up, they are
 * those of all rows. Z are the features (n×M), B = [F Y] the unpenalised features and the outputs (n×R).
 */
export interface RowSums {
  readonly rows: number;
  /** Sum of w. */
  readonly weight: number;
  /** Z'WZ, M×M; the lower triangle holds. */
  readonly squares: Float64Array;
  /** Z'WB, M×R. */
  readonly products: Float64Array;
  /** B'WB, R×R. */
  readonly beside: Float64Array;
  /** Sums of w·(y − centre) and of w·(y − centre)² for each output. */
  readonly moments: Float64Array;
}

/** The sums over these rows; `centres` are near the outputs' means, so that variances keep their digits. */
export function sumsOfRows(
  { map, blocks }: RowBasis,
  { x, outputs, weights }: CodedRows,
  centres: readonly number[],
  context: Computing,
): RowSums {
  const n = x.rows;
  const rootWeights = weights?.map(Math.sqrt);
  const rows = { x, rootWeights };
  const free = weightedFeatures(blocks, rows, silently(context));
  const p0 = free?.columns ?? 0;
  const width = p0 + outputs.length;
  const right = new Float64Array(n * width);
  if (free) right.set(free.values);
  outputs.forEach((y, t) => {
    right.set(rootWeights ? y.map((v, i) => v * rootWeights[i]) : y, (p0 + t) * n);
  });
  const { squares, products } = featureSums({ map, ...rows }, right, undefined, context);
  const beside = new Float64Array(width * width);
  context.linalg.gemm(true, false, width, width, n, 1, full(right, n), full(right, n), 0, full(beside, width), context);
  const moments = new Float64Array(2 * outputs.length);
  outputs.forEach((y, t) => {
    for (let i = 0; i < n; i++) {
      const w = weights ? weights[i] : 1;
      const off = y[i] - centres[t];
      moments[2 * t] += w * off;
      moments[2 * t + 1] += w * off * off;
    }
  });
  const weight = weights ? weights.reduce((sum, w) => sum + w, 0) : n;
  return { rows: n, weight, squares, products, beside, moments };
}

/** The sum of two arrays, in the first: they are too large to be held twice. */
export function added(sum: Float64Array, more: Float64Array): Float64Array {
  for (let o = 0; o < sum.length; o++) sum[o] += more[o];
  return sum;
}

/** The sums over the rows of both, in the arrays of the first. */
export function addSums(a: RowSums, b: RowSums): RowSums {
  return {
    rows: a.rows + b.rows,
    weight: a.weight + b.weight,
    squares: added(a.squares, b.squares),
    products: added(a.products, b.products),
    beside: added(a.beside, b.beside),
    moments: added(a.moments, b.moments),
  };
}
