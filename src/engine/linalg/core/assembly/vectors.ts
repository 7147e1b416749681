// Loops over one or a few columns, two entries at a time.

import { fma, laneSum } from './fma';

/** The address of entry (i, j) of a column-major matrix. */
@inline
export function entry(base: usize, i: i32, j: i32, lead: i32): usize {
  return base + ((<usize>i + <usize>j * <usize>lead) << 3);
}

/** Entry i of a vector. */
@inline
export function get(p: usize, i: i32): f64 {
  return load<f64>(p + (<usize>i << 3));
}

@inline
export function put(p: usize, i: i32, value: f64): void {
  store<f64>(p + (<usize>i << 3), value);
}

/** y ← y + factor·x, n entries. */
export function axpy(n: i32, factor: f64, x: usize, y: usize): void {
  const f = f64x2.splat(factor);
  let i = 0;
  for (; i + 2 <= n; i += 2, x += 16, y += 16) v128.store(y, fma(f, v128.load(x), v128.load(y)));
  if (i < n) store<f64>(y, v128.extract_lane<f64>(fma(f, v128.load_splat<f64>(x), v128.load_splat<f64>(y)), 0));
}

/** x'y, n entries, in four running sums. */
export function dot(n: i32, x: usize, y: usize): f64 {
  let s0 = f64x2.splat(0), s1 = s0, i = 0;
  for (; i + 4 <= n; i += 4, x += 32, y += 32) {
    s0 = fma(v128.load(x), v128.load(y), s0);
    s1 = fma(v128.load(x, 16), v128.load(y, 16), s1);
  }
  let sum = laneSum(v128.add<f64>(s0, s1));
  for (; i < n; i++, x += 8, y += 8) sum += load<f64>(x) * load<f64>(y);
  return sum;
}

/** y ← y + f0·a0 + f1·a1 + f2·a2 + f3·a3, n entries; the four columns lie `side` bytes apart. */
@inline
export function addFour(n: i32, f0: f64, f1: f64, f2: f64, f3: f64, a: usize, side: usize, y: usize): void {
  const v0 = f64x2.splat(f0), v1 = f64x2.splat(f1), v2 = f64x2.splat(f2), v3 = f64x2.splat(f3);
  let a0 = a, a1 = a0 + side, a2 = a1 + side, a3 = a2 + side, to = y, i = 0;
  for (; i + 2 <= n; i += 2, a0 += 16, a1 += 16, a2 += 16, a3 += 16, to += 16) {
    let sum = fma(v0, v128.load(a0), v128.load(to));
    sum = fma(v1, v128.load(a1), sum);
    sum = fma(v2, v128.load(a2), sum);
    v128.store(to, fma(v3, v128.load(a3), sum));
  }
  if (i < n) {
    let sum = fma(v0, v128.load_splat<f64>(a0), v128.load_splat<f64>(to));
    sum = fma(v1, v128.load_splat<f64>(a1), sum);
    sum = fma(v2, v128.load_splat<f64>(a2), sum);
    store<f64>(to, v128.extract_lane<f64>(fma(v3, v128.load_splat<f64>(a3), sum), 0));
  }
}
