// Matrix times vector. Memory decides the speed, so every entry of the matrix is read once, four columns at a time.

import { JOB_GEMV } from './jobIds';
import { ARGUMENTS, claim, fork } from './pool';
import { fma, laneSum } from './fma';
import { addFour, axpy, dot, entry } from './vectors';

/** Below this many entries one thread is faster. */
const ALONE: i32 = 30_000;
/** Columns of one piece of op = transpose, and rows of one piece otherwise: long enough runs for the memory to stream. */
const COLUMN_PIECE: i32 = 256;
const ROW_PIECE: i32 = 1024;

@unmanaged
class VectorProduct {
  a: usize;
  x: usize;
  y: usize;
  m: i32;
  n: i32;
  lead: i32;
  transposed: i32;
  pieces: i32;
  alpha: f64;
}

/** y ← alpha·op(A)·x + beta·y, A m×n, x and y without gaps. */
export function gemv(transposed: i32, m: i32, n: i32, alpha: f64, a: usize, lead: i32, x: usize, beta: f64, y: usize): void {
  const length = transposed ? n : m;
  if (beta == 0) memory.fill(y, 0, <usize>length << 3);
  else if (beta != 1) for (let i = 0; i < length; i++) store<f64>(y + (<usize>i << 3), beta * load<f64>(y + (<usize>i << 3)));
  if (alpha == 0 || m == 0 || n == 0) return;
  const g = changetype<VectorProduct>(ARGUMENTS);
  g.transposed = transposed;
  g.m = m;
  g.n = n;
  g.alpha = alpha;
  g.a = a;
  g.lead = lead;
  g.x = x;
  g.y = y;
  const piece = transposed ? COLUMN_PIECE : ROW_PIECE;
  const pieces = (length + piece - 1) / piece;
  fork(JOB_GEMV, <i64>m * n < ALONE ? 1 : pieces);
}

export function gemvJob(): void {
  const g = changetype<VectorProduct>(ARGUMENTS);
  const length = g.transposed ? g.n : g.m;
  const piece = g.transposed ? COLUMN_PIECE : ROW_PIECE;
  for (;;) {
    const from = claim() * piece;
    if (from >= length) return;
    const count = min(piece, length - from);
    const y = g.y + (<usize>from << 3);
    if (g.transposed) columnsTimes(g.m, count, g.alpha, entry(g.a, 0, from, g.lead), g.lead, g.x, y);
    else timesColumns(count, g.n, g.alpha, entry(g.a, from, 0, g.lead), g.lead, g.x, y);
  }
}

/** y (m) += alpha·A·x, A m×n. */
export function timesColumns(m: i32, n: i32, alpha: f64, a: usize, lead: i32, x: usize, y: usize): void {
  const side = <usize>lead << 3;
  let j = 0;
  for (; j + 4 <= n; j += 4, x += 32) {
    addFour(
      m, alpha * load<f64>(x), alpha * load<f64>(x, 8), alpha * load<f64>(x, 16), alpha * load<f64>(x, 24),
      entry(a, 0, j, lead), side, y,
    );
  }
  for (; j < n; j++, x += 8) axpy(m, alpha * load<f64>(x), entry(a, 0, j, lead), y);
}

/** y (n) += alpha·A'·x, A m×n. */
export function columnsTimes(m: i32, n: i32, alpha: f64, a: usize, lead: i32, x: usize, y: usize): void {
  const side = <usize>lead << 3;
  let j = 0;
  for (; j + 4 <= n; j += 4, y += 32) {
    let a0 = entry(a, 0, j, lead), a1 = a0 + side, a2 = a1 + side, a3 = a2 + side, from = x, i = 0;
    let s0 = f64x2.splat(0), s1 = s0, s2 = s0, s3 = s0;
    for (; i + 2 <= m; i += 2, a0 += 16, a1 += 16, a2 += 16, a3 += 16, from += 16) {
      const v = v128.load(from);
      s0 = fma(v, v128.load(a0), s0);
      s1 = fma(v, v128.load(a1), s1);
      s2 = fma(v, v128.load(a2), s2);
      s3 = fma(v, v128.load(a3), s3);
    }
    let r0 = laneSum(s0), r1 = laneSum(s1), r2 = laneSum(s2), r3 = laneSum(s3);
    if (i < m) {
      const v = load<f64>(from);
      r0 += v * load<f64>(a0);
      r1 += v * load<f64>(a1);
      r2 += v * load<f64>(a2);
      r3 += v * load<f64>(a3);
    }
    store<f64>(y, load<f64>(y) + alpha * r0);
    store<f64>(y, load<f64>(y, 8) + alpha * r1, 8);
    store<f64>(y, load<f64>(y, 16) + alpha * r2, 16);
    store<f64>(y, load<f64>(y, 24) + alpha * r3, 24);
  }
  for (; j < n; j++, y += 8) store<f64>(y, load<f64>(y) + alpha * dot(m, entry(a, 0, j, lead), x));
}
