import { createRequire } from 'node:module';
import type { Koffi, NativeFunction } from '../../../src/engine/linalg/native/koffi';

/** Paths of OpenBLAS with LAPACK on Debian and others; the last is left to the system's own search. */
const PLACES = ['/usr/lib/x86_64-linux-gnu/openblas-pthread/libopenblas.so.0', 'libopenblas.so.0', 'libopenblas.so'];

/** The system's LAPACK, whose integers are 32 bits wide. Lower triangles throughout. */
export interface Lapack {
  /** C (m×n) ← alpha·op(A)·op(B) + beta·C, with the leads of A, B and C. */
  dgemm(
    transposeA: boolean,
    transposeB: boolean,
    sizes: readonly [m: number, n: number, k: number],
    alpha: number,
    a: Float64Array,
    b: Float64Array,
    beta: number,
    c: Float64Array,
    leads: readonly [number, number, number],
  ): void;
  /** In place; returns info, the pivot that failed. */
  dpotrf(a: Float64Array, n: number): number;
  /** The eigenvalues, ascending; `a` becomes the vectors. */
  dsyevd(a: Float64Array, n: number): Float64Array;
}

/** Undefined, with the reason, where koffi or the library is absent. */
export function systemLapack(): Lapack | string {
  let koffi: Koffi;
  try {
    koffi = createRequire(import.meta.url)('koffi') as Koffi;
  } catch {
    return 'koffi is not installed';
  }
  for (const place of PLACES) {
    try {
      const library = koffi.load(place);
      return bound((name, result, parameters) => library.func(name, result, parameters));
    } catch {
      // Not here, or without LAPACK: the next.
    }
  }
  return 'no OpenBLAS on this machine';
}

const int = (value: number) => Int32Array.of(value);
const real = (value: number) => Float64Array.of(value);
const letter = (transposed: boolean) => (transposed ? 'T' : 'N');

/** Fortran takes every argument by reference, and the lengths of texts by value at the end. */
function bound(func: (name: string, result: string, parameters: string[]) => NativeFunction): Lapack {
  const [text, ints, reals, length] = ['str', 'int *', 'double *', 'size_t'];
  const gemm = func('dgemm_', 'void', [
    ...[text, text, ints, ints, ints, reals, reals, ints, reals, ints, reals, reals, ints],
    ...[length, length],
  ]);
  const potrf = func('dpotrf_', 'void', [text, ints, reals, ints, ints, length]);
  const syevd = func('dsyevd_', 'void', [
    ...[text, text, ints, reals, ints, reals, reals, ints, ints, ints, ints],
    ...[length, length],
  ]);
  func('openblas_set_num_threads', 'void', ['int'])(1);
  return {
    dgemm(transposeA, transposeB, [m, n, k], alpha, a, b, beta, c, [leadA, leadB, leadC]) {
      const [ta, tb] = [letter(transposeA), letter(transposeB)];
      gemm(ta, tb, int(m), int(n), int(k), real(alpha), a, int(leadA), b, int(leadB), real(beta), c, int(leadC), 1, 1);
    },
    dpotrf(a, n) {
      const info = int(0);
      potrf('L', int(n), a, int(n), info, 1);
      return info[0];
    },
    dsyevd(a, n) {
      const values = new Float64Array(n);
      const work = new Float64Array(1 + 6 * n + 2 * n * n);
      const integers = new Int32Array(3 + 5 * n);
      const info = int(0);
      syevd('V', 'L', int(n), a, int(n), values, work, int(work.length), integers, int(integers.length), info, 1, 1);
      if (info[0] !== 0) throw new Error(`dsyevd: info ${info[0]}`);
      return values;
    },
  };
}
