// Reduction of a symmetric matrix to tridiagonal form by Householder reflectors, a panel of columns at a time (Dongarra, Hammarling
// and Sorensen 1989): within a panel the trailing matrix stays as it was and its products are corrected by the panel's own
// reflectors; after the panel it is updated by one product.

import { LOWER, product } from './gemm';
import { checkpoint, stopped } from './pool';
import { symv } from './symmetricProduct';
import { axpy, dot, entry } from './vectors';
import { gemv } from './vectorProducts';

/**
 * Squared norms below this lose accuracy to underflow: entries that small compared with a largest of 1 are set to 0
 * instead.
 */
const NEGLIGIBLE: f64 = 1e-280;

/**
 * Reduces columns j0…j0+width−1 of A (n×n, lower triangle, entries of size at most 1). Diagonal and off-diagonal entries go to
 * d and e, factors of the reflectors to tau, their vectors stay in A below the diagonal, with their leading 1. P and Q: n×2·width
 * workspaces that hold the pairs (v, w) and (w, v), so that the update of the trailing matrix is A − P·Q'. `work`: symvWork(n)
 * numbers, and 2·width more.
 */
export function tridiagonalPanel(
  n: i32, j0: i32, width: i32, a: usize, lead: i32,
  d: usize, e: usize, tau: usize, p: usize, q: usize, work: usize, row: usize,
): void {
  for (let c = 0; c < width; c++) {
    checkpoint(0);
    if (stopped()) return;
    const j = j0 + c;
    const column = entry(a, j, j, lead);
    if (c > 0) {
      for (let l = 0; l < 2 * c; l++) store<f64>(row + (<usize>l << 3), load<f64>(entry(q, j, l, n)));
      gemv(0, n - j, 2 * c, -1, entry(p, j, 0, n), n, row, 1, column);
    }
    store<f64>(d + (<usize>j << 3), load<f64>(column));
    const m = n - j - 1;
    if (m == 0) return;
    const v = column + 8;
    const t = reflector(m, v, e + (<usize>j << 3));
    store<f64>(tau + (<usize>j << 3), t);
    const w = entry(p, j + 1, 2 * c + 1, n);
    if (t == 0) memory.fill(w, 0, <usize>m << 3);
    else {
      symv(m, entry(a, j + 1, j + 1, lead), lead, v, w, work);
      if (c > 0) {
        gemv(1, m, 2 * c, 1, entry(q, j + 1, 0, n), n, v, 0, row);
        gemv(0, m, 2 * c, -1, entry(p, j + 1, 0, n), n, row, 1, w);
      }
      scale(m, t, w);
      axpy(m, -0.5 * t * dot(m, w, v), v, w);
    }
    memory.copy(entry(p, j + 1, 2 * c, n), v, <usize>m << 3);
    memory.copy(entry(q, j + 1, 2 * c, n), w, <usize>m << 3);
    memory.copy(entry(q, j + 1, 2 * c + 1, n), v, <usize>m << 3);
  }
  const next = j0 + width;
  product(
    n - next, n - next, 2 * width,
    -1, entry(p, next, 0, n), 1, n, entry(q, next, 0, n), n, 1,
    1, entry(a, next, next, lead), lead, LOWER,
  );
}

/**
 * H = I − tau·v·v' with H·x = (beta, 0, …): x (m) becomes v with a leading 1, beta goes to `to`, tau is returned. tau =
 * 0 if x is already a multiple of the first unit vector.
 */
function reflector(m: i32, x: usize, to: usize): f64 {
  const alpha = load<f64>(x);
  const tail = m > 1 ? dot(m - 1, x + 8, x + 8) : 0;
  store<f64>(x, 1);
  if (tail < NEGLIGIBLE) {
    memory.fill(x + 8, 0, <usize>(m - 1) << 3);
    store<f64>(to, alpha);
    return 0;
  }
  const norm = sqrt(alpha * alpha + tail);
  const beta = alpha > 0 ? -norm : norm;
  store<f64>(to, beta);
  scale(m - 1, 1 / (alpha - beta), x + 8);
  return (beta - alpha) / beta;
}

function scale(n: i32, by: f64, x: usize): void {
  const f = f64x2.splat(by);
  let i = 0;
  for (; i + 2 <= n; i += 2, x += 16) v128.store(x, v128.mul<f64>(f, v128.load(x)));
  if (i < n) store<f64>(x, by * load<f64>(x));
}

/** The largest |a_ij| of the lower triangle; NaN when an entry is not finite. */
export function largestOfLower(n: i32, a: usize, lead: i32): f64 {
  let largest = f64x2.splat(0), poison = f64x2.splat(0);
  let rest: f64 = 0;
  for (let j = 0; j < n; j++) {
    let at = entry(a, j, j, lead), i = j;
    for (; i + 2 <= n; i += 2, at += 16) {
      const v = v128.load(at);
      poison = v128.add<f64>(poison, v128.sub<f64>(v, v));
      largest = v128.pmax<f64>(largest, v128.abs<f64>(v));
    }
    if (i < n) {
      const v = load<f64>(at);
      poison = v128.add<f64>(poison, f64x2.splat(v - v));
      rest = max(rest, abs(v));
    }
  }
  const bad = v128.extract_lane<f64>(poison, 0) + v128.extract_lane<f64>(poison, 1);
  return max(rest, max(v128.extract_lane<f64>(largest, 0), v128.extract_lane<f64>(largest, 1))) + bad;
}

/** The lower triangle times `by`. */
export function scaleLower(n: i32, a: usize, lead: i32, by: f64): void {
  for (let j = 0; j < n; j++) scale(n - j, by, entry(a, j, j, lead));
}
