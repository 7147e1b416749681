import { partOf, type RunContext } from '../../contract/context';
import { KernelscopeError } from '../../contract/failure';
import type { Eigen } from '../linalg';
import { applyReflectors } from './applyReflectors';
import { divideAndConquer } from './divideAndConquer';
import { tridiagonalise } from './tridiagonal';

/**
 * All eigenpairs of the symmetric matrix in the lower triangle of `a` (n×n, overwritten): reduction to tridiagonal form,
 * divide and conquer, back-transformation. Memory beyond `a`: three n×n arrays while it runs, one of them the result.
 */
export function symmetricEigen(a: Float64Array, n: number, context: RunContext): Eigen {
  const scale = powerOfTwoNear(largestEntry(a, n));
  if (scale !== 1) for (let i = 0; i < a.length; i++) a[i] /= scale;
  const { diagonal, offDiagonal, tau } = tridiagonalise(a, n, partOf(context, 0, 0.4));
  const q = new Float64Array(n * n);
  const { values, order } = divideAndConquer(diagonal, offDiagonal, q, partOf(context, 0.4, 0.65));
  applyReflectors(a, tau, n, q, partOf(context, 0.65, 1));
  return { values: values.map((v) => v * scale), vectors: reordered(q, order, n, a) };
}

/** The largest size of an entry of the lower triangle; `numerics/failed` when one is not finite. */
function largestEntry(a: Float64Array, n: number): number {
  let largest = 0;
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      const size = Math.abs(a[j * n + i]);
      if (!(size < Number.POSITIVE_INFINITY))
        throw new KernelscopeError(
          'numerics/failed',
          `The matrix to decompose is not finite in row ${i + 1}, column ${j + 1}. Look for extreme values in that row.`,
          { row: i + 1, column: j + 1 },
        );
      if (size > largest) largest = size;
    }
  }
  return largest;
}

/** Dividing by a power of two is exact, and keeps squares of the entries within range. 1 for a zero matrix. */
function powerOfTwoNear(size: number): number {
  return size === 0 ? 1 : 2 ** Math.max(-1000, Math.floor(Math.log2(size)));
}

/** The columns of `q` in this order, in `space`: both are n×n. */
function reordered(q: Float64Array, order: Int32Array, n: number, space: Float64Array): Float64Array {
  for (let j = 0; j < n; j++) space.set(q.subarray(order[j] * n, (order[j] + 1) * n), j * n);
  return space;
}
