import type { RunContext } from '../contract/context';

/** A column-major block inside an array: entry (i, j) is values[offset + i + j·lead]. */
export interface Block {
  readonly values: Float64Array;
  readonly offset: number;
  readonly lead: number;
}

/** The m×n matrix that fills `values`, column-major. */
export function whole(values: Float64Array, rows: number): Block {
  return { values, offset: 0, lead: rows };
}

export interface Eigen {
  /** n eigenvalues, ascending. */
  readonly values: Float64Array;
  /** n×n, column-major: column j belongs to values[j]; the columns are orthonormal. */
  readonly vectors: Float64Array;
}

/**
 * The primitives the engine needs, column-major in float64. Everything above is written on these, so that another core
 * takes over by implementing this interface. Operands are ordinary arrays: a core with memory of its own copies them in
 * and out, which costs n² beside the n³ of the work. Long operations call `context.check()` at least every 100 ms.
 */
export interface LinearAlgebra {
  readonly name: string;
  readonly threads: number;

  /** C (m×n) ← alpha·op(A)·op(B) + beta·C, where op transposes when asked and the inner length is k. beta = 0 ignores what C held. */
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

  /**
   * All eigenpairs of the symmetric matrix whose lower triangle `a` (n×n) holds; `a` is overwritten.
   * Progress runs over 0…1. Throws `numerics/failed` when an entry is not finite.
   */
  symmetricEigen(a: Float64Array, n: number, context: RunContext): Eigen;

  /**
   * Lower Cholesky factor in place (n×n; the upper triangle is neither read nor written). Returns 0, or the 1-based pivot
   * that is not positive: the matrix is then not positive definite, and `a` is in no useful state.
   */
  cholesky(a: Float64Array, n: number, context: RunContext): number;

  /** B (n×columns) ← L^-1·B, or L^-T·B when `transposed`, with the factor that `cholesky` left in `l`. */
  solveLower(
    l: Float64Array,
    n: number,
    transposed: boolean,
    b: Float64Array,
    columns: number,
    context: RunContext,
  ): void;

  /**
   * exp(−||x_i − z_j||²/(2s²)) as an n×m matrix from n×d and m×d rows. Where `symmetric`, x and z are the same rows: half is
   * computed, the diagonal is exactly 1. Distances come from the expanded form, clipped at 0: centre the rows first.
   */
  gaussianKernel(
    x: Float64Array,
    n: number,
    z: Float64Array,
    m: number,
    d: number,
    lengthScale: number,
    symmetric: boolean,
    context: RunContext,
  ): Float64Array;
}
