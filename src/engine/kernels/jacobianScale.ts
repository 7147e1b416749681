import { inBlocks, type RunContext } from '../contract/context';
import type { Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { distance } from './medianHeuristic';

/**
 * The length scale of a Gaussian kernel at which an approximate bound on the Jacobian of ridge regression is lowest in closed form, for rows `x`
 * (n×p) and the total ridge n·lambda, by the principal branch W of Lambert's function (Allerbo and Jörnsten 2023, arXiv 2205.11956):
 *
 *   sqrt(2)/π · l/((n − 1)^(1/p) − 1) · sqrt(1 − 2·W(−ridge·sqrt(e)/2n)), W = −1 beyond ridge = 2n·e^(−3/2),
 *
 * l being the largest distance of two rows. Throws `data/no-features` with fewer than three rows, and where no two differ.
 */
export function jacobianScale(x: Matrix, ridge: number, context: RunContext): number {
  const { rows: n, columns: p } = x;
  const largest = largestDistance(x, context);
  if (n < 3 || !(largest > 0))
    throw new KernelscopeError(
      'data/no-features',
      'A length scale by the Jacobian needs three rows that differ. Set lengthScale, or choose other features.',
    );
  const w = lambertW((-ridge * Math.sqrt(Math.E)) / (2 * n));
  return ((Math.SQRT2 / Math.PI) * largest * Math.sqrt(1 - 2 * w)) / Math.expm1(Math.log(n - 1) / p);
}

function largestDistance(x: Matrix, context: RunContext): number {
  let largest = 0;
  inBlocks(x.rows, context, x.rows * x.columns, (from, to) => {
    for (let i = from; i < to; i++) for (let j = 0; j < i; j++) largest = Math.max(largest, distance(x, i, j));
  });
  return largest;
}

/**
 * W with W·exp(W) = z, −1 ≤ W ≤ 0, for z ≤ 0; −1 below −1/e, where there is no solution. By Halley's steps from the
 * series about −1/e.
 */
function lambertW(z: number): number {
  const root = Math.sqrt(Math.max(0, 2 * (Math.E * z + 1)));
  let w = -1 + root - root ** 2 / 3;
  for (let step = 0; step < 20 && w > -1; step++) {
    const miss = w * Math.exp(w) - z;
    const move = miss / (Math.exp(w) * (w + 1) - ((w + 2) * miss) / (2 * w + 2));
    w -= move;
    if (Math.abs(move) <= 1e-15 * Math.abs(w)) break;
  }
  return Math.max(-1, w);
}
