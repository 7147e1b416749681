import { quietContext, type RunContext } from '../contract/context';
import type { KernelForm } from './kernelForm';

/** A column-major block inside an array: entry (i, j) is values[offset + i + j·lead]. */
export interface Block {
  readonly values: Float64Array;
  readonly offset: number;
  readonly lead: number;
}

/** The matrix of `rows` rows that fills `values`, column-major. */
export function full(values: Float64Array, rows: number): Block {
  return { values, offset: 0, lead: rows };
}

export interface Eigen {
  /** n eigenvalues, ascending. */
  readonly values: Float64Array;
  /** n×n, column-major: column j belongs to values[j]; the columns are orthonormal. */
  readonly vectors: Float64Array;
}

/** The pivot at which a Cholesky factorisation failed. */
export interface FailedPivot {
  /** Row, from 1, whose pivot is not positive, or not a number. */
  readonly pivot: number;
}

/** Functions that `map` applies entry by entry; their errors are stated in docs/linear-algebra.md. */
export type Elementary = 'exp' | 'sin' | 'cos' | 'tanh' | 'erf' | 'sqrt';

/** The core that computes, as it is reported to a person. */
export interface Core {
  readonly backEnd: 'embedded' | 'native';
  /** "embedded, relaxed SIMD", or the library with its version: "OpenBLAS 0.3.21". */
  readonly name: string;
  readonly threads: number;
}

/** A library that may hold BLAS and LAPACK. Its functions are spelled prefix + "dpotrf_" + suffix. */
export interface NativeLibrary {
  /** An absolute path. */
  readonly file: string;
  readonly prefix: string;
  readonly suffix: string;
  /** Integers have 64 bits instead of 32. */
  readonly wide: boolean;
  /** The python package that brings it along. */
  readonly origin?: string;
}

/** Plain data by which another thread opens the library that computes (machine/nativeBackEnd.ts). */
export interface LibraryPlace {
  /** The folder of the bundles, with the bridge to libraries. */
  readonly bundles: string;
  readonly candidate: NativeLibrary;
}

/**
 * The primitives the engine needs, column-major in float64. Everything above is written on these, so that another core
 * takes over by implementing this interface. Operands are any Float64Array; those from `allocate` lie in the core's own
 * memory and are used in place, others are copied in and out, which costs n² compared with the n³ of the work. Long
 * operations call `context.check()` at least every 100 ms and throw `run/cancelled` from it. Every entry that is not
 * finite ends in `numerics/failed`, or in NaN in the result if the docstring says so.
 */
export interface LinearAlgebra {
  readonly core: Core;
  /** Given if a library computes that several threads may call at once. */
  readonly place?: LibraryPlace;

  /** The same library on one thread, with the memory of `embedded`. */
  onOneThread?(embedded: LinearAlgebra): LinearAlgebra;

  /**
   * An array in the core's memory, its content undefined. It lives until the innermost `scope` around the call ends;
   * outside every scope, as long as the core. Throws `memory/too-large`, naming the bytes wanted and left, if the
   * core's memory cannot grow that far.
   */
  allocate(length: number): Float64Array;

  /** Runs `body`; the memory it allocated is returned when it ends or throws. Scopes nest. */
  scope<T>(body: () => T): T;

  /**
   * C (m×n) ← alpha·op(A)·op(B) + beta·C, where op transposes if requested and the inner length is k. beta = 0 ignores
   * the old content of C. NaN in, NaN out.
   */
  gemm(
    transposeA: boolean,
    transposeB: boolean,
    m: number,
    n: number,
    k: number,
    alpha: number,
    a: Block,
    b: Block,
    beta: number,
    c: Block,
    context: RunContext,
  ): void;

  /** Lower triangle of C (n×n) ← alpha·op(A)·op(A)' + beta·C, op(A) being n×k; the upper triangle is neither read nor written. NaN in, NaN out. */
  syrk(
    transposed: boolean,
    n: number,
    k: number,
    alpha: number,
    a: Block,
    beta: number,
    c: Block,
    context: RunContext,
  ): void;

  /**
   * y ← alpha·op(A)·x + beta·y for A (m×n), where op transposes if requested; y has m entries, or n when transposed.
   * NaN in, NaN out.
   */
  gemv(
    transposed: boolean,
    m: number,
    n: number,
    alpha: number,
    a: Block,
    x: Float64Array,
    beta: number,
    y: Float64Array,
    context: RunContext,
  ): void;

  /**
   * Lower Cholesky factor in place (n×n; the upper triangle is neither read nor written). Returns the pivot that
   * failed, if any: the matrix is then not positive definite, and the content of `a` is of no use.
   */
  cholesky(a: Float64Array, n: number, context: RunContext): FailedPivot | undefined;

  /** B (n×columns) ← L^-1·B, or L^-T·B when `transposed`, with a lower triangular L (n×n) such as `cholesky` leaves. */
  solveLower(
    l: Float64Array,
    n: number,
    transposed: boolean,
    b: Float64Array,
    columns: number,
    context: RunContext,
  ): void;

  /** B (rows×n) ← B·L^-T, or B·L^-1 when `transposed` is false: the whitening Z = K_nm·L^-T of Nyström. */
  solveLowerRight(
    l: Float64Array,
    n: number,
    transposed: boolean,
    b: Float64Array,
    rows: number,
    context: RunContext,
  ): void;

  /**
   * All eigenpairs of the symmetric matrix whose lower triangle `a` (n×n) holds. `a` is overwritten, and holds the
   * vectors afterwards. Progress runs over 0…1. Throws `numerics/failed` if an entry is not finite.
   */
  symmetricEigen(a: Float64Array, n: number, context: RunContext): Eigen;

  /** The eigenvalues alone, ascending, at about a third of the cost; `a` is overwritten with nothing of use. */
  symmetricEigenvalues(a: Float64Array, n: number, context: RunContext): Float64Array;

  /**
   * k(x_i, z_j) as an n×m matrix, from n×d and m×d rows (column-major). If `symmetric`, x and z are the same rows: half
   * is computed and mirrored, and the diagonal is exact. Distances come from the expanded form, clipped at 0: centre
   * the rows first. Written into `into` if given (n·m entries). Throws `numerics/failed` if a row is not finite.
   */
  kernelMatrix(
    form: KernelForm,
    x: Float64Array,
    n: number,
    z: Float64Array,
    m: number,
    d: number,
    symmetric: boolean,
    context: RunContext,
    into?: Float64Array,
  ): Float64Array;

  /** values ← f(scale·values + shift), entry by entry, in place. NaN in, NaN out. */
  map(f: Elementary, values: Float64Array, scale: number, shift: number, context: RunContext): void;
}

/**
 * Products in the form of BLAS, below the blocks of `LinearAlgebra`: every matrix with the distance between its
 * columns. `Flag` tells whether to transpose.
 */
export interface BlasCalls<Matrix, Flag> {
  gemm(
    transposeA: Flag,
    transposeB: Flag,
    m: number,
    n: number,
    k: number,
    alpha: number,
    a: Matrix,
    leadA: number,
    b: Matrix,
    leadB: number,
    beta: number,
    c: Matrix,
    leadC: number,
  ): void;
  syrk(
    transposed: Flag,
    n: number,
    k: number,
    alpha: number,
    a: Matrix,
    leadA: number,
    beta: number,
    c: Matrix,
    leadC: number,
  ): void;
  gemv(
    transposed: Flag,
    m: number,
    n: number,
    alpha: number,
    a: Matrix,
    leadA: number,
    x: Matrix,
    beta: number,
    y: Matrix,
  ): void;
}

/** A run context with the linear algebra that matrices are computed with. */
export interface Computing extends RunContext {
  readonly linalg: LinearAlgebra;
}

/** For a computation that reports nowhere and is never cancelled. */
export const quietWith = (linalg: LinearAlgebra): Computing => ({ ...quietContext, linalg });
