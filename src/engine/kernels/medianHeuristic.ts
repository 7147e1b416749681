import { inBlocks, type RunContext } from '../contract/context';
import type { Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';

/** Pairs that decide the median: enough for it to be known to about one per cent. */
const PAIRS = 10_000;
/** Sums of squares below this may have lost digits at the end of the range of numbers. */
const LEAST_SQUARES = 1e-290;

/** Draws an integer from 0…n−1, each with the same probability. */
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
export function medianHeuristic(x: Matrix, random: Draws, context: RunContext): MedianDistance {
  const { rows } = x;
  const pairs: [number, number][] = [];
  if ((rows * (rows - 1)) / 2 <= PAIRS) {
    for (let i = 0; i < rows; i++) for (let j = 0; j < i; j++) pairs.push([i, j]);
  } else {
    for (let p = 0; p < PAIRS; p++) {
      const i = random.below(rows);
      // A second row among the others, each as likely.
      pairs.push([i, (i + 1 + random.below(rows - 1)) % rows]);
    }
  }
  const distances = distancesOf(x, pairs.length, (p) => pairs[p], context);
  const median = middle(distances) || middle(distances.filter((v) => v > 0));
  // A sample may miss the few rows that differ; looking at every row's distance to the first cannot.
  const lengthScale = median || middle(distancesOf(x, rows, (i) => [0, i], context).filter((v) => v > 0));
  if (!(lengthScale > 0)) {
    throw new KernelscopeError(
      'data/no-features',
      'All training rows have the same values in every feature, so there is nothing to learn from. Choose other features.',
    );
  }
  return { lengthScale, pairs: distances.length };
}

/** Euclidean distances of `count` pairs of rows, the two indices of each given by `pair`. */
function distancesOf(
  x: Matrix,
  count: number,
  pair: (p: number) => readonly [number, number],
  context: RunContext,
): Float64Array {
  const distances = new Float64Array(count);
  inBlocks(
    count,
    context, // Cells of a row are far apart.
    8 * x.columns,
    (from, to) => {
      for (let p = from; p < to; p++) distances[p] = distance(x, ...pair(p));
    },
  );
  return distances;
}

/**
 * The distance, computed in units of 1, or of the largest difference where squares would leave the range of numbers or
 * lose digits at its end.
 */
export function distance({ rows, columns, values }: Matrix, i: number, j: number): number {
  const sumIn = (unit: number) => {
    let sum = 0;
    for (let c = 0; c < columns; c++) sum += ((values[c * rows + i] - values[c * rows + j]) / unit) ** 2;
    return sum;
  };
  const sum = sumIn(1);
  if (sum > LEAST_SQUARES && Number.isFinite(sum)) return Math.sqrt(sum);
  let largest = 0;
  for (let c = 0; c < columns; c++) largest = Math.max(largest, Math.abs(values[c * rows + i] - values[c * rows + j]));
  return largest === 0 ? 0 : largest * Math.sqrt(sumIn(largest));
}

/** The lower median; 0 of nothing. */
function middle(values: Float64Array): number {
  const sorted = values.slice().sort();
  return sorted.length === 0 ? 0 : sorted[(sorted.length - 1) >> 1];
}
