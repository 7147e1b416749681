// The functions that the host calls. All arguments are byte offsets, counts and leads in entries; docstrings are with
// the functions.

import { FULL, LOWER, PRODUCT_SCRATCH, product } from './gemm';
import { implicitQl } from './leaves';
import { symvWork } from './symmetricProduct';

export { cholesky } from './cholesky';
export { joinHalves } from './join';
export { AngularMap } from './kernelMapsAngular';
export { DifferenceMap } from './kernelMapsDifference';
export { RadialMap } from './kernelMapsRadial';
export { TanhMap } from './kernelMapsTanh';
export { kernelMatrix, squaredNorms } from './kernelMatrix';
export { rotate, solveLeaves } from './leaves';
export { mapAll } from './mapAll';
export { serve } from './pool';
export { solveLeft, solveRight } from './triangular';
export { largestOfLower, scaleLower, tridiagonalPanel } from './tridiagonal';
export { gemv } from './vectorProducts';
export { symvWork };

/** Bytes of scratch each thread needs. */
export function scratchBytes(): i32 {
  return <i32>PRODUCT_SCRATCH;
}

/** C (m×n) ← alpha·op(A)·op(B) + beta·C. */
export function gemm(
  transposeA: i32, transposeB: i32, m: i32, n: i32, k: i32,
  alpha: f64, a: usize, leadA: i32, b: usize, leadB: i32, beta: f64, c: usize, leadC: i32,
): void {
  product(
    m, n, k,
    alpha, a, transposeA ? leadA : 1, transposeA ? 1 : leadA,
    b, transposeB ? leadB : 1, transposeB ? 1 : leadB,
    beta, c, leadC, FULL,
  );
}

/** Lower triangle of C (n×n) ← alpha·op(A)·op(A)' + beta·C, op(A) n×k. */
export function syrk(transposed: i32, n: i32, k: i32, alpha: f64, a: usize, leadA: i32, beta: f64, c: usize, leadC: i32): void {
  const row = transposed ? leadA : 1, column = transposed ? 1 : leadA;
  product(n, n, k, alpha, a, row, column, a, column, row, beta, c, leadC, LOWER);
}

/** d ← the eigenvalues of a tridiagonal matrix in no order; 0 when one did not converge. */
export function tridiagonalValues(n: i32, d: usize, e: usize): i32 {
  return <i32>implicitQl(n, d, e, 0, 0);
}
