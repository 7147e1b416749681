// y = A·x for a symmetric A whose lower triangle is stored; every entry is read once and used twice. Memory decides the
// speed: this product is half of the work of the reduction to tridiagonal form, and most of its time.

import { JOB_SYMV } from './jobIds';
import { ARGUMENTS, claim, fork } from './pool';
import { fma, laneSum } from './fma';
import { entry } from './vectors';

/**
 * The most parts of the triangle with separate sums. Their number depends on n alone, so that the result does not
 * depend on the threads.
 */
const MOST_PIECES: i32 = 16;
const PIECE_ROWS: i32 = 96;

@unmanaged
class SymmetricProduct {
  a: usize;
  x: usize;
  sums: usize;
  n: i32;
  lead: i32;
  pieces: i32;
}

/** Numbers of workspace that `symv` needs. */
export function symvWork(n: i32): i32 {
  return MOST_PIECES * (n + 2);
}

/** y ← A·x, n×n; `work` has symvWork(n) numbers. */
export function symv(n: i32, a: usize, lead: i32, x: usize, y: usize, work: usize): void {
  const s = changetype<SymmetricProduct>(ARGUMENTS);
  const pieces = max(1, min(MOST_PIECES, n / PIECE_ROWS));
  s.a = a;
  s.x = x;
  s.sums = work;
  s.n = n;
  s.lead = lead;
  s.pieces = pieces;
  fork(JOB_SYMV, pieces);
  memory.copy(y, work, <usize>n << 3);
  for (let piece = 1; piece < pieces; piece++) {
    const from = firstColumn(n, piece, pieces);
    let to = y + (<usize>from << 3), add = work + ((<usize>piece * <usize>n + <usize>from) << 3), i = from;
    for (; i + 2 <= n; i += 2, to += 16, add += 16) v128.store(to, v128.add<f64>(v128.load(to), v128.load(add)));
    if (i < n) store<f64>(to, load<f64>(to) + load<f64>(add));
  }
}

/** Cuts the triangle into pieces of equal area, at multiples of 4 columns. */
function firstColumn(n: i32, piece: i32, pieces: i32): i32 {
  if (piece == pieces) return n;
  return <i32>(<f64>n * (1 - sqrt(1 - <f64>piece / <f64>pieces))) & ~3;
}

export function symvJob(): void {
  const s = changetype<SymmetricProduct>(ARGUMENTS);
  for (;;) {
    const piece = claim();
    if (piece >= s.pieces) return;
    columns(s, firstColumn(s.n, piece, s.pieces), firstColumn(s.n, piece + 1, s.pieces), s.sums + (<usize>(piece * s.n) << 3));
  }
}

/** The contribution of columns [from, to) of the triangle, into y (n), whose first `from` entries are not written. */
function columns(s: SymmetricProduct, from: i32, to: i32, y: usize): void {
  const n = s.n, x = s.x, side = <usize>s.lead << 3;
  memory.fill(y + (<usize>from << 3), 0, <usize>(n - from) << 3);
  let j = from;
  for (; j + 4 <= to; j += 4) {
    const at = x + (<usize>j << 3);
    const x0 = load<f64>(at), x1 = load<f64>(at, 8), x2 = load<f64>(at, 16), x3 = load<f64>(at, 24);
    let a0 = entry(s.a, j, j, s.lead), a1 = a0 + side, a2 = a1 + side, a3 = a2 + side;
    // The 4×4 block on the diagonal.
    const l10 = load<f64>(a0, 8), l20 = load<f64>(a0, 16), l30 = load<f64>(a0, 24);
    const l21 = load<f64>(a1, 16), l31 = load<f64>(a1, 24), l32 = load<f64>(a2, 24);
    let r0 = load<f64>(a0) * x0 + l10 * x1 + l20 * x2 + l30 * x3;
    let r1 = l10 * x0 + load<f64>(a1, 8) * x1 + l21 * x2 + l31 * x3;
    let r2 = l20 * x0 + l21 * x1 + load<f64>(a2, 16) * x2 + l32 * x3;
    let r3 = l30 * x0 + l31 * x1 + l32 * x2 + load<f64>(a3, 24) * x3;
    const v0 = f64x2.splat(x0), v1 = f64x2.splat(x1), v2 = f64x2.splat(x2), v3 = f64x2.splat(x3);
    let s0 = f64x2.splat(0), s1 = s0, s2 = s0, s3 = s0;
    let i = j + 4, px = at + 32, py = y + (<usize>i << 3);
    a0 += 32;
    a1 += 32;
    a2 += 32;
    a3 += 32;
    for (; i + 2 <= n; i += 2, px += 16, py += 16, a0 += 16, a1 += 16, a2 += 16, a3 += 16) {
      const xi = v128.load(px);
      let yi = v128.load(py);
      let q = v128.load(a0);
      yi = fma(v0, q, yi);
      s0 = fma(xi, q, s0);
      q = v128.load(a1);
      yi = fma(v1, q, yi);
      s1 = fma(xi, q, s1);
      q = v128.load(a2);
      yi = fma(v2, q, yi);
      s2 = fma(xi, q, s2);
      q = v128.load(a3);
      yi = fma(v3, q, yi);
      s3 = fma(xi, q, s3);
      v128.store(py, yi);
    }
    r0 += laneSum(s0);
    r1 += laneSum(s1);
    r2 += laneSum(s2);
    r3 += laneSum(s3);
    if (i < n) {
      const xi = load<f64>(px), q0 = load<f64>(a0), q1 = load<f64>(a1), q2 = load<f64>(a2), q3 = load<f64>(a3);
      store<f64>(py, load<f64>(py) + q0 * x0 + q1 * x1 + q2 * x2 + q3 * x3);
      r0 += q0 * xi;
      r1 += q1 * xi;
      r2 += q2 * xi;
      r3 += q3 * xi;
    }
    const out = y + (<usize>j << 3);
    store<f64>(out, load<f64>(out) + r0);
    store<f64>(out, load<f64>(out, 8) + r1, 8);
    store<f64>(out, load<f64>(out, 16) + r2, 16);
    store<f64>(out, load<f64>(out, 24) + r3, 24);
  }
  for (; j < to; j++) {
    const xj = load<f64>(x + (<usize>j << 3));
    let column = entry(s.a, j, j, s.lead), sum = load<f64>(column) * xj;
    for (let i = j + 1; i < n; i++) {
      column += 8;
      const q = load<f64>(column);
      const out = y + (<usize>i << 3);
      store<f64>(out, load<f64>(out) + q * xj);
      sum += q * load<f64>(x + (<usize>i << 3));
    }
    store<f64>(y + (<usize>j << 3), load<f64>(y + (<usize>j << 3)) + sum);
  }
}
