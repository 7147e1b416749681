// Triangular systems with a lower L: recursive halving until the block is small, so that nearly all work is matrix products.

import { JOB_SOLVE_LEFT, JOB_SOLVE_RIGHT } from './jobIds';
import { ARGUMENTS, claim, fork, stopped } from './pool';
import { FULL, product } from './gemm';
import { addFour, axpy, dot, entry } from './vectors';

/** Blocks up to this order are solved by substitution. */
const SMALL: i32 = 32;
/** Rows, or columns, of the right-hand side that one thread takes at a time: 64 rows of 32 columns stay in the first-level cache. */
const PIECE: i32 = 64;
/** Below this many multiplications a substitution is not worth waking anyone. */
const ALONE: i32 = 60_000;

@unmanaged
class Substitution {
  l: usize;
  b: usize;
  n: i32;
  /** Rows of B for systems from the right, columns from the left. */
  count: i32;
  leadL: i32;
  leadB: i32;
  transposed: i32;
}

/** Half of n, at a multiple of the micro-tile. */
@inline
export function halve(n: i32): i32 {
  const half = ((n / 2 + 11) / 12) * 12;
  return half < n ? half : n / 2;
}

/** B (m×n) ← B·L^-T, or B·L^-1 when not transposed. */
export function solveRight(m: i32, n: i32, transposed: i32, l: usize, leadL: i32, b: usize, leadB: i32): void {
  if (m <= 0 || n <= 0 || stopped()) return;
  if (n <= SMALL) {
    substitute(JOB_SOLVE_RIGHT, m, n, transposed, l, leadL, b, leadB);
    return;
  }
  const h = halve(n);
  const l21 = entry(l, h, 0, leadL);
  const l22 = entry(l, h, h, leadL);
  const b2 = entry(b, 0, h, leadB);
  if (transposed) {
    solveRight(m, h, 1, l, leadL, b, leadB);
    product(m, n - h, h, -1, b, 1, leadB, l21, leadL, 1, 1, b2, leadB, FULL);
    solveRight(m, n - h, 1, l22, leadL, b2, leadB);
  } else {
    solveRight(m, n - h, 0, l22, leadL, b2, leadB);
    product(m, h, n - h, -1, b2, 1, leadB, l21, 1, leadL, 1, b, leadB, FULL);
    solveRight(m, h, 0, l, leadL, b, leadB);
  }
}

/** B (n×m) ← L^-1·B, or L^-T·B when transposed. */
export function solveLeft(n: i32, m: i32, transposed: i32, l: usize, leadL: i32, b: usize, leadB: i32): void {
  if (m <= 0 || n <= 0 || stopped()) return;
  if (n <= SMALL) {
    substitute(JOB_SOLVE_LEFT, m, n, transposed, l, leadL, b, leadB);
    return;
  }
  const h = halve(n);
  const l21 = entry(l, h, 0, leadL);
  const l22 = entry(l, h, h, leadL);
  const b2 = entry(b, h, 0, leadB);
  if (transposed) {
    solveLeft(n - h, m, 1, l22, leadL, b2, leadB);
    product(h, m, n - h, -1, l21, leadL, 1, b2, 1, leadB, 1, b, leadB, FULL);
    solveLeft(h, m, 1, l, leadL, b, leadB);
  } else {
    solveLeft(h, m, 0, l, leadL, b, leadB);
    product(n - h, m, h, -1, l21, 1, leadL, b, 1, leadB, 1, b2, leadB, FULL);
    solveLeft(n - h, m, 0, l22, leadL, b2, leadB);
  }
}

function substitute(job: i32, count: i32, n: i32, transposed: i32, l: usize, leadL: i32, b: usize, leadB: i32): void {
  const s = changetype<Substitution>(ARGUMENTS);
  s.l = l;
  s.b = b;
  s.n = n;
  s.count = count;
  s.leadL = leadL;
  s.leadB = leadB;
  s.transposed = transposed;
  fork(job, count * n < ALONE / n ? 1 : (count + PIECE - 1) / PIECE);
}

export function solveRightJob(): void {
  const s = changetype<Substitution>(ARGUMENTS);
  for (;;) {
    const from = claim() * PIECE;
    if (from >= s.count) return;
    const rows = min(PIECE, s.count - from);
    const b = s.b + (<usize>from << 3);
    if (s.transposed) {
      for (let j = 0; j < s.n; j++) finishColumn(s, b, rows, j, 0, j, entry(s.l, j, 0, s.leadL), s.leadL);
    } else {
      for (let j = s.n - 1; j >= 0; j--) finishColumn(s, b, rows, j, j + 1, s.n, entry(s.l, 0, j, s.leadL), 1);
    }
  }
}

/**
 * Column j of B minus the columns [from, to) times their coefficients (coefficient of column c at row + c·stride),
 * divided by L(j, j).
 */
function finishColumn(s: Substitution, b: usize, rows: i32, j: i32, from: i32, to: i32, row: usize, stride: i32): void {
  const target = entry(b, 0, j, s.leadB);
  const step = <usize>stride << 3;
  let c = from;
  for (; c + 4 <= to; c += 4) {
    const p = row + <usize>c * step;
    addFour(
      rows, -load<f64>(p), -load<f64>(p + step), -load<f64>(p + 2 * step), -load<f64>(p + 3 * step),
      entry(b, 0, c, s.leadB), <usize>s.leadB << 3, target,
    );
  }
  for (; c < to; c++) axpy(rows, -load<f64>(row + <usize>c * step), entry(b, 0, c, s.leadB), target);
  const over = load<f64>(entry(s.l, j, j, s.leadL));
  for (let y = target, end = target + (<usize>rows << 3); y < end; y += 8) store<f64>(y, load<f64>(y) / over);
}

export function solveLeftJob(): void {
  const s = changetype<Substitution>(ARGUMENTS);
  for (;;) {
    const from = claim() * PIECE;
    if (from >= s.count) return;
    for (let c = from, to = min(from + PIECE, s.count); c < to; c++) {
      const x = entry(s.b, 0, c, s.leadB);
      if (s.transposed) {
        for (let j = s.n - 1; j >= 0; j--) {
          const at = x + (<usize>j << 3);
          const column = entry(s.l, j, j, s.leadL);
          store<f64>(at, (load<f64>(at) - dot(s.n - 1 - j, column + 8, at + 8)) / load<f64>(column));
        }
      } else {
        for (let j = 0; j < s.n; j++) {
          const at = x + (<usize>j << 3);
          const column = entry(s.l, j, j, s.leadL);
          const value = load<f64>(at) / load<f64>(column);
          store<f64>(at, value);
          axpy(s.n - 1 - j, -value, column + 8, at + 8);
        }
      }
    }
  }
}
