// Cholesky factor, lower, in place: recursive halving (Gustavson 1997), so that nearly all work is triangular solves and products.

import { LOWER, product } from './gemm';
import { stopped } from './pool';
import { halve, solveRight } from './triangular';
import { axpy, entry } from './vectors';

const SMALL: i32 = 48;

/** 0, or the 1-based pivot that is not positive. The upper triangle is neither read nor written. */
export function cholesky(n: i32, a: usize, lead: i32): i32 {
  if (n <= SMALL) return small(n, a, lead);
  const h = halve(n);
  const a21 = entry(a, h, 0, lead);
  const a22 = entry(a, h, h, lead);
  const failed = cholesky(h, a, lead);
  if (failed || stopped()) return failed;
  solveRight(n - h, h, 1, a, lead, a21, lead);
  product(n - h, n - h, h, -1, a21, 1, lead, a21, lead, 1, 1, a22, lead, LOWER);
  if (stopped()) return 0;
  const beyond = cholesky(n - h, a22, lead);
  return beyond ? h + beyond : 0;
}

function small(n: i32, a: usize, lead: i32): i32 {
  for (let j = 0; j < n; j++) {
    const pivot = entry(a, j, j, lead);
    for (let l = 0; l < j; l++) {
      const column = entry(a, j, l, lead);
      axpy(n - j, -load<f64>(column), column, pivot);
    }
    const square = load<f64>(pivot);
    // Written so that NaN fails too.
    if (!(square > 0 && square < Infinity)) return j + 1;
    const root = sqrt(square);
    store<f64>(pivot, root);
    for (let i = 1; i < n - j; i++) store<f64>(pivot + (<usize>i << 3), load<f64>(pivot + (<usize>i << 3)) / root);
  }
  return 0;
}
