import { basename } from 'node:path';
import { giveBack, resizableBuffer } from '../../contract/resizableBuffer';
import type { BlasCalls, NativeLibrary } from '../linalg';
import type { Koffi, Library, NativeFunction } from './koffi';

/** CBLAS' enumerations. */
const COLUMN_MAJOR = 102;
const transposition = (transposed: boolean) => (transposed ? 112 : 111);
const LOWER = 122;
const NON_UNIT = 131;
const side = (right: boolean) => (right ? 142 : 141);

/**
 * The functions of one library with plain lengths. **Nothing is checked here**: a wrong length reads or writes beyond an
 * array and takes the process down, so that only `nativeAlgebra` and `probe` call these.
 */
export interface Native extends BlasCalls<Float64Array, boolean> {
  /** "OpenBLAS 0.3.21" */
  readonly name: string;
  /** Largest length its integers hold. */
  readonly maximum: number;
  /** For the whole process, whichever thread calls. */
  setThreads(threads: number): void;
  /** True if several threads may call the library at once and its own threads can be turned off. */
  readonly shared: boolean;
  /** B (m×n) ← L^-1·B or, on the `right`, B·L^-1; with L' instead of L when `transposed`. */
  trsm(
    right: boolean,
    transposed: boolean,
    m: number,
    n: number,
    l: Float64Array,
    leadL: number,
    b: Float64Array,
    leadB: number,
  ): void;
  /** LAPACK's info: 0, or the pivot that failed. */
  potrf(n: number, a: Float64Array): number;
  /** LAPACK's info. `values` has n entries; `a` holds the vectors afterwards when they are wanted. */
  syevd(vectors: boolean, n: number, a: Float64Array, values: Float64Array): number;
}

/** Throws if the library cannot be loaded or lacks one of the functions: BLAS without LAPACK is not enough. */
export function bind(koffi: Koffi, candidate: NativeLibrary): Native {
  const library = koffi.load(candidate.file);
  const { prefix, suffix, wide } = candidate;
  const int = wide ? 'int64' : 'int';
  const array = 'void *';
  const real = 'double';
  const spelled = (name: string) => `${prefix}${name}${suffix}`;
  const blas = (name: string, parameters: readonly string[]) => library.func(spelled(name), 'void', parameters);
  // Fortran passes everything by address and, after the arguments, the length of each string; Accelerate leaves the "_" out.
  const lapack = (name: string, pointers: number, strings: number): NativeFunction => {
    const parameters = [...Array(pointers).fill(array), ...Array(strings).fill('size_t')];
    try {
      return library.func(spelled(`${name}_`), 'void', parameters);
    } catch {
      return library.func(spelled(name), 'void', parameters);
    }
  };
  const integers = (length: number) => (wide ? new BigInt64Array(length) : new Int32Array(length));
  const integer = (value: number) => (wide ? BigInt64Array.of(BigInt(value)) : Int32Array.of(value));
  const letter = (text: string) => Buffer.from(text, 'latin1');

  const dgemm = blas('cblas_dgemm', [int, int, int, int, int, int, real, array, int, array, int, real, array, int]);
  const dsyrk = blas('cblas_dsyrk', [int, int, int, int, int, real, array, int, real, array, int]);
  const dgemv = blas('cblas_dgemv', [int, int, int, int, real, array, int, array, int, real, array, int]);
  const dtrsm = blas('cblas_dtrsm', [int, int, int, int, int, int, int, real, array, int, array, int]);
  const dpotrf = lapack('dpotrf', 5, 1);
  const dsyevd = lapack('dsyevd', 11, 2);

  const setter = threadSetter(library, spelled, int);
  // 0 of an OpenBLAS that was built without threads, and perhaps without locks.
  const parallel = optional(library, spelled('openblas_get_parallel'), 'int', []);

  return {
    name: nameOf(library, spelled, candidate.file),
    maximum: wide ? Number.MAX_SAFE_INTEGER : 2 ** 31 - 1,
    setThreads: (threads) => setter?.(threads),
    shared: setter !== undefined && parallel?.() !== 0,
    gemm(transposeA, transposeB, m, n, k, alpha, a, leadA, b, leadB, beta, c, leadC) {
      const [ta, tb] = [transposition(transposeA), transposition(transposeB)];
      dgemm(COLUMN_MAJOR, ta, tb, m, n, k, alpha, a, leadA, b, leadB, beta, c, leadC);
    },
    syrk(transposed, n, k, alpha, a, leadA, beta, c, leadC) {
      dsyrk(COLUMN_MAJOR, LOWER, transposition(transposed), n, k, alpha, a, leadA, beta, c, leadC);
    },
    gemv(transposed, m, n, alpha, a, leadA, x, beta, y) {
      dgemv(COLUMN_MAJOR, transposition(transposed), m, n, alpha, a, leadA, x, 1, beta, y, 1);
    },
    trsm(right, transposed, m, n, l, leadL, b, leadB) {
      dtrsm(COLUMN_MAJOR, side(right), LOWER, transposition(transposed), NON_UNIT, m, n, 1, l, leadL, b, leadB);
    },
    potrf(n, a) {
      const info = integer(0);
      dpotrf(letter('L'), integer(n), a, integer(n), info, 1);
      return Number(info[0]);
    },
    syevd(vectors, n, a, values) {
      const info = integer(0);
      const call = (work: Float64Array, length: number, whole: ArrayBufferView, wholeLength: number) =>
        dsyevd(
          letter(vectors ? 'V' : 'N'),
          letter('L'),
          integer(n),
          a,
          integer(n),
          values,
          work,
          integer(length),
          whole,
          integer(wholeLength),
          info,
          1,
          1,
        );
      // A length of −1 requests the smallest workspace size, which is returned in the first entries (LAPACK Users'
      // Guide, 5.1.8).
      const [room, wholeRoom] = [new Float64Array(1), integers(1)];
      call(room, -1, wholeRoom, -1);
      if (Number(info[0]) !== 0) return Number(info[0]);
      const [length, wholeLength] = [Math.ceil(room[0]), Number(wholeRoom[0])];
      // The workspace has twice the size of the matrix, and is returned at once.
      const work = resizableBuffer(8 * length);
      call(new Float64Array(work), length, integers(wholeLength), wholeLength);
      giveBack(work);
      return Number(info[0]);
    },
  };
}

type Spelled = (name: string) => string;

/** The name that the library reports, or its file name if it reports none. */
function nameOf(library: Library, spelled: Spelled, file: string): string {
  const openblas = optional(library, spelled('openblas_get_config'), 'str', []);
  if (openblas) return String(openblas()).split(' ').slice(0, 2).join(' ');
  const mkl = optional(library, 'mkl_get_version_string', 'void', ['void *', 'int']);
  if (mkl) {
    const text = Buffer.alloc(200);
    mkl(text, text.length);
    const version = /Version ([\d.]+)/.exec(text.toString('latin1'))?.[1];
    return version ? `MKL ${version}` : 'MKL';
  }
  return basename(file);
}

function threadSetter(library: Library, spelled: Spelled, int: string): NativeFunction | undefined {
  return (
    optional(library, spelled('openblas_set_num_threads'), 'void', [int]) ??
    optional(library, 'MKL_Set_Num_Threads', 'void', ['int']) ??
    optional(library, 'flexiblas_set_num_threads', 'void', ['int'])
  );
}

function optional(
  library: Library,
  name: string,
  result: string,
  parameters: readonly string[],
): NativeFunction | undefined {
  try {
    return library.func(name, result, parameters);
  } catch {
    return undefined;
  }
}
