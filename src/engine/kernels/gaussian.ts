import type { RunContext } from '../contract/context';
import type { Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { LinearAlgebra } from '../linalg/linalg';

/**
 * Gram matrix (n×n) of the Gaussian kernel k(x, z) = exp(−||x − z||²/(2s²)) with length scale s, rows of `x` n×d.
 * The rows are centred first, since distances in the expanded form lose what the rows have in common. Written into `into`,
 * n² numbers, when given.
 */
export function gaussianGram(
  x: Matrix,
  lengthScale: number,
  linalg: LinearAlgebra,
  context: RunContext,
  into?: Float64Array,
): Float64Array {
  const centred = lessMeans(x, columnMeans(x));
  const form = { kind: 'gaussian', lengthScale } as const;
  return linalg.kernelMatrix(form, centred, x.rows, centred, x.rows, x.columns, true, context, into);
}

/** Cross kernel k(x_i, z_j) as an n×m matrix, n rows of `x` and m of `z`. Both are centred on the means of `x`. */
export function gaussianCross(
  x: Matrix,
  z: Matrix,
  lengthScale: number,
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array {
  const means = columnMeans(x);
  const form = { kind: 'gaussian', lengthScale } as const;
  return linalg.kernelMatrix(form, lessMeans(x, means), x.rows, lessMeans(z, means), z.rows, x.columns, false, context);
}

/** Pairs that decide the median: enough for it to be known to about one per cent. */
const PAIRS = 10_000;

/** Draws a whole number from 0…n−1, each as likely. */
export interface Draws {
  below(n: number): number;
}

export interface MedianDistance {
  readonly lengthScale: number;
  /** Pairs of rows that were looked at. */
  readonly pairs: number;
}

/**
 * The median heuristic: the median of ||x_i − x_j|| over pairs i ≠ j; over all of them up to 10,000, over 10,000 pairs drawn
 * with `random` beyond. Pairs of equal rows count unless they make the median 0; then the rest decides.
 * Throws `data/no-features` when no two rows differ.
 */
export function medianHeuristic(x: Matrix, random: Draws): MedianDistance {
  const { rows } = x;
  const distances: number[] = [];
  if ((rows * (rows - 1)) / 2 <= PAIRS) {
    for (let i = 0; i < rows; i++) for (let j = 0; j < i; j++) distances.push(distance(x, i, j));
  } else {
    for (let p = 0; p < PAIRS; p++) {
      const i = random.below(rows);
      // A second row among the others, each as likely.
      const j = (i + 1 + random.below(rows - 1)) % rows;
      distances.push(distance(x, i, j));
    }
  }
  const median = middle(distances) || middle(distances.filter((v) => v > 0));
  // A sample may miss the few rows that differ; looking at every row's distance to the first cannot.
  const lengthScale = median || middle(fromFirst(x).filter((v) => v > 0));
  if (!(lengthScale > 0)) {
    throw new KernelscopeError(
      'data/no-features',
      'All training rows have the same values in every feature, so there is nothing to learn from. Choose other features.',
    );
  }
  return { lengthScale, pairs: distances.length };
}

function fromFirst(x: Matrix): number[] {
  return Array.from({ length: x.rows }, (_, i) => distance(x, 0, i));
}

function distance({ rows, columns, values }: Matrix, i: number, j: number): number {
  let sum = 0;
  for (let c = 0; c < columns; c++) sum += (values[c * rows + i] - values[c * rows + j]) ** 2;
  return Math.sqrt(sum);
}

/** The lower median; 0 of nothing. */
function middle(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted.length === 0 ? 0 : sorted[(sorted.length - 1) >> 1];
}

function columnMeans({ rows, columns, values }: Matrix): Float64Array {
  const means = new Float64Array(columns);
  for (let c = 0; c < columns; c++) {
    let sum = 0;
    for (let i = 0; i < rows; i++) sum += values[c * rows + i];
    means[c] = sum / rows;
  }
  return means;
}

function lessMeans({ rows, columns, values }: Matrix, means: Float64Array): Float64Array {
  const centred = new Float64Array(rows * columns);
  for (let c = 0; c < columns; c++) for (let i = c * rows; i < (c + 1) * rows; i++) centred[i] = values[i] - means[c];
  return centred;
}
