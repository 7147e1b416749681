// Small symmetric tridiagonal problems by QL sweeps with implicit Wilkinson shifts (Dubrulle, Martin and Wilkinson 1968).

import { JOB_LEAVES } from './jobIds';
import { ARGUMENTS, checkpoint, claim, fork, stopped } from './pool';
import { get, put } from './vectors';

/** More sweeps than any eigenvalue has been seen to need (three on average). */
const SWEEPS: i32 = 80;
/**
 * An eigenvalue that is not found after this many sweeps lies in the rounding of a larger neighbour's rotations: an
 * off-diagonal entry that is rounding compared with the largest of the matrix is then dropped too.
 */
const PATIENT: i32 = 12;

@unmanaged
class Leaves {
  d: usize;
  e: usize;
  q: usize;
  starts: usize;
  count: i32;
  lead: i32;
  failed: i32;
}

/**
 * Solves `count` diagonal blocks, block b from starts[b] to starts[b + 1] (int32). d becomes the eigenvalues in no order, e is
 * overwritten, and the blocks of q, identities at first, become the eigenvectors. Returns 1 when a block did not converge.
 */
export function solveLeaves(count: i32, starts: usize, d: usize, e: usize, q: usize, lead: i32): i32 {
  const l = changetype<Leaves>(ARGUMENTS);
  l.count = count;
  l.starts = starts;
  l.d = d;
  l.e = e;
  l.q = q;
  l.lead = lead;
  l.failed = 0;
  fork(JOB_LEAVES, count);
  return l.failed;
}

export function leavesJob(): void {
  const l = changetype<Leaves>(ARGUMENTS);
  for (;;) {
    const leaf = claim();
    if (leaf >= l.count) return;
    const from = load<i32>(l.starts + (<usize>leaf << 2));
    const to = load<i32>(l.starts + (<usize>leaf << 2), 4);
    const q = l.q + ((<usize>from * <usize>l.lead + <usize>from) << 3);
    if (!implicitQl(to - from, l.d + (<usize>from << 3), l.e + (<usize>from << 3), q, l.lead)) l.failed = 1;
  }
}

/** q = 0: eigenvalues alone, on the master, of a matrix of any size. False when an eigenvalue did not converge. */
export function implicitQl(n: i32, d: usize, e: usize, q: usize, lead: i32): bool {
  let largest: f64 = 0;
  for (let i = 0; i < n; i++) largest = max(largest, max(abs(get(d, i)), i < n - 1 ? abs(get(e, i)) : 0));
  for (let l = 0; l < n; l++) {
    if (!q) {
      checkpoint(0);
      if (stopped()) return true;
    }
    for (let sweep = 0; ; sweep++) {
      const m = firstSplit(n, d, e, l, sweep < PATIENT ? 1e-300 : f64.EPSILON * largest);
      if (m == l) break;
      if (sweep == SWEEPS) return false;
      sweepOnce(n, d, e, l, m, q, lead);
    }
  }
  return true;
}

@inline
function length(x: f64, y: f64): f64 {
  // Entries are at most about 1; of two that underflow when squared the larger one is the length, as far as it matters.
  const square = x * x + y * y;
  return square > 1e-280 ? sqrt(square) : scaledLength(x, y);
}

function scaledLength(x: f64, y: f64): f64 {
  const larger = max(abs(x), abs(y));
  if (larger == 0) return 0;
  const a = x / larger, b = y / larger;
  return larger * sqrt(a * a + b * b);
}

/** The first m ≥ l whose off-diagonal entry is negligible compared with its neighbours, or below `floor`. */
function firstSplit(n: i32, d: usize, e: usize, l: i32, floor: f64): i32 {
  for (let m = l; m < n - 1; m++) {
    const off = abs(get(e, m));
    if (off <= f64.EPSILON * 0.5 * (abs(get(d, m)) + abs(get(d, m + 1))) || off <= floor) return m;
  }
  return n - 1;
}

/** Chases the bulge from row m up to row l; the shift is the eigenvalue of the leading 2×2 block nearer to d_l. */
function sweepOnce(n: i32, d: usize, e: usize, l: i32, m: i32, q: usize, lead: i32): void {
  const half = (get(d, l + 1) - get(d, l)) / (2 * get(e, l));
  // For a huge quotient the square overflows, and the root is the quotient itself.
  const root = abs(half) > 1e150 ? abs(half) : sqrt(half * half + 1);
  let g = get(d, m) - get(d, l) + get(e, l) / (half < 0 ? half - root : half + root);
  let sine: f64 = 1, cosine: f64 = 1, shift: f64 = 0;
  for (let i = m - 1; i >= l; i--) {
    const f = sine * get(e, i);
    const b = cosine * get(e, i);
    const r = length(f, g);
    put(e, i + 1, r);
    if (r == 0) {
      // The bulge vanished on the way: the matrix splits here.
      put(d, i + 1, get(d, i + 1) - shift);
      put(e, m, 0);
      return;
    }
    sine = f / r;
    cosine = g / r;
    g = get(d, i + 1) - shift;
    const t = (get(d, i) - g) * sine + 2 * cosine * b;
    shift = sine * t;
    put(d, i + 1, g + shift);
    g = cosine * t - b;
    if (q) rotate(n, q + ((<usize>i * <usize>lead) << 3), <usize>lead << 3, cosine, sine);
  }
  put(d, l, get(d, l) - shift);
  put(e, l, g);
  put(e, m, 0);
}

/** Columns (left, right) of n rows, `side` bytes apart ← (cosine·left − sine·right, sine·left + cosine·right). */
export function rotate(n: i32, left: usize, side: usize, cosine: f64, sine: f64): void {
  const c = f64x2.splat(cosine), s = f64x2.splat(sine);
  let right = left + side, i = 0;
  for (; i + 2 <= n; i += 2, left += 16, right += 16) {
    const x = v128.load(left), y = v128.load(right);
    v128.store(left, v128.sub<f64>(v128.mul<f64>(c, x), v128.mul<f64>(s, y)));
    v128.store(right, v128.add<f64>(v128.mul<f64>(s, x), v128.mul<f64>(c, y)));
  }
  if (i < n) {
    const x = load<f64>(left), y = load<f64>(right);
    store<f64>(left, cosine * x - sine * y);
    store<f64>(right, sine * x + cosine * y);
  }
}
