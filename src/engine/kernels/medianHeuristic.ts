import type { Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';

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
