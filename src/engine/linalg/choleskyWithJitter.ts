import { KernelscopeError } from '../contract/failure';
import { scientific } from '../words/numbers';
import type { Computing, FailedPivot } from './linalg';

/** Jitters tried after the matrix itself: FIRST·10^0 … FIRST·10^(RUNGS − 1) with FIRST = n·eps·mean diagonal. */
const RUNGS = 9;

/**
 * Cholesky factor of a matrix that is positive semidefinite except for rounding, such as a Gram matrix of close rows:
 * adds the smallest jitter of a geometric ladder to the diagonal that makes the factorisation succeed. Returns the
 * amount added to every diagonal entry, in the units of the matrix: 0 if it was positive definite as it came.
 *
 * `a` (n×n) holds the symmetric matrix in both triangles; afterwards the factor in the lower one, the matrix in the
 * strict upper one. Throws `numerics/failed` if an entry is not finite, if the mean diagonal is not positive, and if
 * the last rung, 1e8·n·eps·mean diagonal, does not suffice: the matrix is then indefinite by more than rounding. `data`
 * holds the failing pivot and the last jitter. Rungs and their start follow Higham, Accuracy and Stability (2002),
 * theorem 10.7: the factorisation succeeds if the smallest eigenvalue exceeds about n·eps times the diagonal.
 */
export function choleskyWithJitter(a: Float64Array, n: number, context: Computing): number {
  const diagonal = Float64Array.from({ length: n }, (_, i) => a[i + i * n]);
  const failed = context.linalg.cholesky(a, n, context);
  if (!failed) return 0;
  const mean = diagonal.reduce((sum, v) => sum + v, 0) / n;
  requireFinite(a, diagonal, n);
  if (!(mean > 0)) throw notDefinite(failed, 0);
  let jitter = n * Number.EPSILON * mean;
  for (let rung = 0; rung < RUNGS; rung++, jitter *= 10) {
    restore(a, diagonal, n, jitter);
    if (context.linalg.cholesky(a, n, context) === undefined) return jitter;
  }
  throw notDefinite(failed, jitter / 10);
}

/** The lower triangle again as it was, from the upper one, with the jitter on the diagonal. */
function restore(a: Float64Array, diagonal: Float64Array, n: number, jitter: number): void {
  for (let j = 0; j < n; j++) {
    a[j + j * n] = diagonal[j] + jitter;
    for (let i = j + 1; i < n; i++) a[i + j * n] = a[j + i * n];
  }
}

/** No jitter mends an entry that is not finite. The upper triangle still holds the matrix. */
function requireFinite(a: Float64Array, diagonal: Float64Array, n: number): void {
  for (let j = 0; j < n; j++)
    for (let i = 0; i <= j; i++)
      if (!Number.isFinite(i === j ? diagonal[j] : a[i + j * n]))
        throw new KernelscopeError(
          'numerics/failed',
          `The matrix to factor is not finite in row ${j + 1}, column ${i + 1}. Look for extreme values in that row.`,
          { row: j + 1, column: i + 1 },
        );
}

function notDefinite({ pivot }: FailedPivot, jitter: number): KernelscopeError {
  return new KernelscopeError(
    'numerics/failed',
    `The matrix to factor is not positive definite: it fails at row ${pivot}, and adding ${scientific(jitter)} to its diagonal does not help.`,
    { pivot, jitter },
  );
}
