import { partOf, silently } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import { householderQr } from './householderQr';
import { type Computing, full } from './linalg';
import { tallQr } from './tallQr';

/** A = U·diag(values)·V'. Both arrays lie in the core's memory and live until the caller's scope ends. */
export interface ThinSvd {
  /** n×p with orthonormal columns. */
  readonly u: Float64Array;
  /** p singular values, descending, none negative. */
  readonly values: Float64Array;
  /** p×p orthogonal. */
  readonly v: Float64Array;
}

/**
 * Thin singular value decomposition of a tall matrix (n×p, n ≥ p, p up to about 2000), `a` unchanged. Every value is right to
 * a multiple of p·eps times the largest, and the singular vectors of both sides are orthonormal to rounding.
 *
 * A = Q·R, then the eigenpairs of the 2p×2p matrix (0 R; R' 0), whose eigenvalues are plus and minus the singular values and
 * whose vectors (u; ±v)/√2 are the singular vectors (Jordan and Wielandt; Golub and Van Loan 2013, section 8.6.1). That
 * is eight times the work of the eigenpairs of R'R, which would lose every value below √eps of the largest. Throws
 * `numerics/failed` when an entry is not finite.
 */
export function tallSvd(a: Float64Array, n: number, p: number, context: Computing): ThinSvd {
  const { linalg } = context;
  if (n < p) throw new RangeError(`tallSvd takes at least as many rows as columns, not ${n}×${p}`);
  const scale = finiteScale(a, n, p);
  const u = linalg.allocate(n * p);
  const v = linalg.allocate(p * p);
  const values = linalg.scope(() => {
    const q = linalg.allocate(n * p);
    for (let i = 0; i < n * p; i++) q[i] = a[i] / scale;
    const r = tallQr(q, n, p, context);
    context.progress(0.2, 'decomposing the matrix');
    const small = linalg.allocate(p * p);
    const scaledValues = smallSvd(r, p, small, v, partOf(context, 0.2, 0.9));
    linalg.gemm(false, false, n, p, p, 1, full(q, n), full(small, p), 0, full(u, n), context);
    return scaledValues;
  });
  context.progress(1, 'decomposing the matrix');
  return { u, values: values.map((value) => value * scale), v };
}

/** Fills `u` and `v` (p×p) with the singular vectors of R and returns its singular values, descending. */
function smallSvd(r: Float64Array, p: number, u: Float64Array, v: Float64Array, context: Computing): Float64Array {
  const { linalg } = context;
  return linalg.scope(() => {
    const size = 2 * p;
    const joined = linalg.allocate(size * size).fill(0);
    for (let j = 0; j < p; j++) for (let i = 0; i <= j; i++) joined[p + j + i * size] = r[i + j * p];
    const eigen = linalg.symmetricEigen(joined, size, context);
    const values = new Float64Array(p);
    for (let j = 0; j < p; j++) {
      values[j] = Math.max(0, eigen.values[size - 1 - j]);
      const from = (size - 1 - j) * size;
      for (let i = 0; i < p; i++) {
        u[i + j * p] = eigen.vectors[from + i];
        v[i + j * p] = eigen.vectors[from + p + i];
      }
    }
    orthonormalise(u, p, context);
    orthonormalise(v, p, context);
    return values;
  });
}

/**
 * The eigenvectors of +s and −s mix by about eps/s, so halves that belong to small values are neither of length √½ nor
 * quite orthogonal. Reflections from the largest value down mend that: the change of a column lies within the rounding
 * of A, and a half that vanished becomes a direction of the null space. Signs stay as they were, since u and v belong
 * together.
 */
function orthonormalise(x: Float64Array, p: number, context: Computing): void {
  const r = householderQr(x, p, p, silently(context));
  for (let j = 0; j < p; j++) if (r[j + j * p] < 0) for (let i = 0; i < p; i++) x[i + j * p] = -x[i + j * p];
}

/**
 * A power of two near the largest entry of a matrix (n×p), 1 for a zero matrix: squares then neither overflow nor
 * vanish. Throws `numerics/failed`, naming row and column, if an entry is not finite.
 */
export function finiteScale(a: Float64Array, n: number, p: number): number {
  let largest = 0;
  for (let at = 0; at < n * p; at++) {
    const size = Math.abs(a[at]);
    if (!(size < Number.POSITIVE_INFINITY))
      throw new KernelscopeError(
        'numerics/failed',
        `Column ${Math.floor(at / n) + 1} is not finite in row ${(at % n) + 1}. Look for extreme values in that row.`,
        { row: (at % n) + 1, column: Math.floor(at / n) + 1 },
      );
    if (size > largest) largest = size;
  }
  return largest === 0 ? 1 : 2 ** Math.max(-1000, Math.floor(Math.log2(largest)));
}
