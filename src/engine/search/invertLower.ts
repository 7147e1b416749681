import type { Computing } from '../linalg/linalg';

/** Triangles up to this size are inverted by substitution. */
const LEAF = 96;

/**
 * L (n×n, lower triangular, in place) ← L^-1; the upper triangle is set to 0. By halves, (A 0; B C)^-1 =
 * (A^-1 0; −C^-1·B·A^-1 C^-1), so that nearly all is matrix products: 2n³/3 operations where substitution with I takes n³.
 */
export function invertLower(l: Float64Array, n: number, context: Computing): void {
  context.linalg.scope(() => {
    const half = Math.ceil(n / 2);
    const work = context.linalg.allocate(half * half + 2 * LEAF * LEAF);
    invert(l, n, 0, n, work, context);
  });
  for (let j = 1; j < n; j++) l.fill(0, j * n, j * n + j);
}

/** Rows and columns from…from+size−1. */
function invert(l: Float64Array, n: number, from: number, size: number, work: Float64Array, context: Computing): void {
  const { linalg } = context;
  const block = (row: number, column: number) => ({ values: l, offset: row + column * n, lead: n });
  if (size <= LEAF) {
    const triangle = work.subarray(0, size * size);
    const inverse = work.subarray(LEAF * LEAF, LEAF * LEAF + size * size).fill(0);
    for (let j = 0; j < size; j++) {
      triangle.set(l.subarray((from + j) * n + from, (from + j) * n + from + size), j * size);
      inverse[j + j * size] = 1;
    }
    linalg.solveLower(triangle, size, false, inverse, size, context);
    for (let j = 0; j < size; j++) l.set(inverse.subarray(j * size + j, (j + 1) * size), (from + j) * n + from + j);
    return;
  }
  const first = Math.ceil(size / 2);
  const second = size - first;
  const middle = from + first;
  invert(l, n, from, first, work, context);
  invert(l, n, middle, second, work, context);
  // Both products read full squares: the entries above the diagonals must be zero.
  clearUpper(l, n, from, first);
  clearUpper(l, n, middle, second);
  const product = { values: work, offset: 0, lead: second };
  linalg.gemm(false, false, second, first, first, 1, block(middle, from), block(from, from), 0, product, context);
  linalg.gemm(false, false, second, first, second, -1, block(middle, middle), product, 0, block(middle, from), context);
}

function clearUpper(l: Float64Array, n: number, from: number, size: number): void {
  for (let j = from + 1; j < from + size; j++) l.fill(0, j * n + from, j * n + j);
}
