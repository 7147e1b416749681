import type { RunContext } from '../contract/context';
import { KernelscopeError } from '../contract/failure';

/** A symmetric positive definite system A·X = B with several right-hand sides, known by its products alone. Blocks are size×columns. */
export interface DefiniteSystem {
  readonly size: number;
  readonly columns: number;
  /** into ← A·x. */
  apply(x: Float64Array, into: Float64Array): void;
  /** into ← M^-1·x, M symmetric positive definite and close to A. If omitted, M = I. */
  precondition?(x: Float64Array, into: Float64Array): void;
}

export interface ConjugateGradientOptions {
  /** Ends when every column's norm sqrt(r'·M^-1·r) is at most this fraction of that of its right-hand side. */
  readonly tolerance: number;
  /** The most iterations. */
  readonly limit: number;
}

export interface ConjugateGradientResult {
  readonly solution: Float64Array;
  /** The largest of the columns' shares before the first iteration, 1 unless all right-hand sides are 0, and after each. */
  readonly residuals: Float64Array;
}

/**
 * Preconditioned conjugate gradients (Hestenes and Stiefel 1952; Saad, Iterative Methods, algorithm 9.1) from 0, column by column, with
 * one product for all:
 *
 *     r = b − A·x;  z = M^-1·r;  p = z
 *     until r'z is small:
 *       step = r'z / p'A·p
 *       x += step·p;  r −= step·A·p
 *       z = M^-1·r
 *       p = z + (r'z new / r'z old)·p
 *
 * Throws `numerics/failed` when p'A·p or r'z is not above 0: A, or M, is then not positive definite, or holds what is not finite.
 */
export function conjugateGradient(
  system: DefiniteSystem,
  b: Float64Array,
  { tolerance, limit }: ConjugateGradientOptions,
  context: RunContext,
): ConjugateGradientResult {
  const { size, columns } = system;
  const precondition = (from: Float64Array, into: Float64Array) => {
    if (system.precondition) system.precondition(from, into);
    else into.set(from);
  };
  const x = new Float64Array(size * columns);
  const r = b.slice();
  const z = new Float64Array(size * columns);
  const product = new Float64Array(size * columns);
  precondition(r, z);
  // r'z for each column, and the reference it is compared with: b'·M^-1·b.
  const rz = columnProducts(r, z, size, columns);
  const rz0 = rz.slice();
  const p = z.slice();
  const residuals = [largestShare(rz, rz0, 0)];
  const done = () => residuals[residuals.length - 1] <= tolerance;
  let reached = 0;
  for (let iterations = 0; iterations < limit && !done(); iterations++) {
    context.check();
    reached = Math.max(reached, iterations / limit, Math.log(residuals[iterations]) / Math.log(tolerance));
    context.progress(reached, `conjugate gradients, iteration ${iterations + 1}`);
    system.apply(p, product);
    const curvature = columnProducts(p, product, size, columns);
    for (let c = 0; c < columns; c++) {
      // A column at its end stays there: its remainder is rounding, and its curvature could be of either sign.
      if (settled(rz[c], rz0[c], tolerance)) continue;
      if (!(curvature[c] > 0)) throw notDefinite('matrix', iterations + 1, c, curvature[c]);
      const step = rz[c] / curvature[c];
      for (let o = c * size; o < (c + 1) * size; o++) {
        x[o] += step * p[o];
        r[o] -= step * product[o];
      }
    }
    precondition(r, z);
    const next = columnProducts(r, z, size, columns);
    for (let c = 0; c < columns; c++) {
      if (settled(rz[c], rz0[c], tolerance)) continue;
      const ratio = next[c] / rz[c];
      for (let o = c * size; o < (c + 1) * size; o++) p[o] = z[o] + ratio * p[o];
      rz[c] = next[c];
    }
    residuals.push(largestShare(rz, rz0, iterations + 1));
  }
  return { solution: x, residuals: Float64Array.from(residuals) };
}

function settled(rz: number, rz0: number, tolerance: number): boolean {
  return rz <= tolerance ** 2 * rz0;
}

/** a_c'·b_c for each column. */
function columnProducts(a: Float64Array, b: Float64Array, size: number, columns: number): Float64Array {
  const products = new Float64Array(columns);
  for (let c = 0; c < columns; c++) {
    let sum = 0;
    for (let o = c * size; o < (c + 1) * size; o++) sum += a[o] * b[o];
    products[c] = sum;
  }
  return products;
}

/** The largest of sqrt(r'z/r0'z0); a column that is 0 from the start has none. */
function largestShare(rz: Float64Array, rz0: Float64Array, iteration: number): number {
  let largest = 0;
  for (let c = 0; c < rz0.length; c++) {
    if (!(rz[c] >= 0) || !(rz0[c] < Number.POSITIVE_INFINITY)) throw notDefinite('preconditioner', iteration, c, rz[c]);
    if (rz[c] > 0) largest = Math.max(largest, Math.sqrt(rz[c] / rz0[c]));
  }
  return largest;
}

function notDefinite(
  what: 'matrix' | 'preconditioner',
  iteration: number,
  column: number,
  form: number,
): KernelscopeError {
  return new KernelscopeError(
    'numerics/failed',
    `Conjugate gradients broke down at iteration ${iteration}: the ${what} is not positive definite to rounding. Raise lambda, or look for extreme values among the features.`,
    { iteration, column: column + 1, form: Number.isFinite(form) ? form : String(form) },
  );
}
