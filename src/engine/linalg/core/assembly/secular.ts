// Roots of the secular equation f(x) = 1 + rho·sum_i z_i²/(d_i − x) = 0, with which divide and conquer joins two solved halves.
// Each root is kept as an offset from the nearer pole, so that the differences d_i − x are accurate to a few units in their last
// place. Steps interpolate both halves of the sum by simple poles (R.-C. Li, LAPACK working note 89, "the middle way") inside a
// bracket that only shrinks.

import { laneSum } from './fma';
import { get } from './vectors';

const STEPS: i32 = 120;
const EPSILON: f64 = f64.EPSILON;

// The results of the loops below; every thread has its own, since every thread runs its own instance of the module.
let sum: f64 = 0;
let slope: f64 = 0;

/**
 * Root j for ascending distinct d (k of them), non-zero z and rho > 0: it lies between d_j and d_{j+1}, the last one between
 * d_k and d_k + rho·||z||². Fills delta (k) with d_i − x and returns x.
 */
export function secularRoot(k: i32, d: usize, z: usize, rho: f64, j: i32, delta: usize): f64 {
  const last = j == k - 1;
  const dj = get(d, j);
  let gap: f64;
  if (last) {
    let norm: f64 = 0;
    for (let i = 0; i < k; i++) norm += get(z, i) * get(z, i);
    gap = rho * norm;
  } else gap = get(d, j + 1) - dj;
  const half = 0.5 * gap;
  // f in the middle of the interval: without the two poles about the root, then with them.
  poleSums(d, z, 0, j, dj, half);
  let rest = sum;
  poleSums(d, z, j + 2, k, dj, half);
  rest = 1 + rho * (rest + sum);
  const a = rho * get(z, j) * get(z, j);
  const b = last ? 0 : rho * get(z, j + 1) * get(z, j + 1);
  const middle = rest - a / half + (last ? 0 : b / (gap - half));
  const atLower = last || middle > 0;
  const origin = atLower ? dj : get(d, j + 1);
  let low: f64, high: f64;
  if (last) {
    low = middle > 0 ? 0 : half;
    high = middle > 0 ? half : gap;
  } else {
    low = atLower ? 0 : -half;
    high = atLower ? half : 0;
  }
  let eta = firstGuess(last, a, b, gap, rest, atLower);
  if (!(eta > low && eta < high)) eta = 0.5 * (low + high);

  for (let step = 0; step < STEPS; step++) {
    poleSums(d, z, 0, j + 1, origin, eta);
    const left = sum, leftSlope = rho * slope;
    poleSums(d, z, j + 1, k, origin, eta);
    const right = sum, rightSlope = rho * slope;
    const f = 1 + rho * (left + right);
    const rounding = 1 + 8 * rho * (abs(left) + abs(right)) + abs(eta) * (leftSlope + rightSlope);
    if (abs(f) <= EPSILON * rounding) break;
    if (f > 0) high = eta;
    else low = eta;
    if (high - low <= 2 * EPSILON * abs(eta)) break;
    const p = dj - origin - eta;
    const move = last
      ? lastStep(f, p, leftSlope)
      : middleWay(f, p, get(d, j + 1) - origin - eta, leftSlope, rightSlope);
    const next = eta + move;
    eta = next > low && next < high ? next : between(low, high);
  }
  const o = f64x2.splat(origin), s = f64x2.splat(eta);
  let i = 0;
  for (; i + 2 <= k; i += 2) {
    const at = <usize>i << 3;
    v128.store(delta + at, v128.sub<f64>(v128.sub<f64>(v128.load(d + at), o), s));
  }
  if (i < k) store<f64>(delta + (<usize>i << 3), get(d, i) - origin - eta);
  return origin + eta;
}

/** sum ← sum z_i²/(d_i − x), slope ← sum z_i²/(d_i − x)², i in [from, to), x = origin + eta. */
function poleSums(d: usize, z: usize, from: i32, to: i32, origin: f64, eta: f64): void {
  const o = f64x2.splat(origin), e = f64x2.splat(eta);
  let s0 = f64x2.splat(0), s1 = s0, t0 = s0, t1 = s0;
  let i = from;
  for (; i + 4 <= to; i += 4) {
    const at = <usize>i << 3;
    const z0 = v128.load(z + at), z1 = v128.load(z + at, 16);
    const q0 = v128.div<f64>(z0, v128.sub<f64>(v128.sub<f64>(v128.load(d + at), o), e));
    const q1 = v128.div<f64>(z1, v128.sub<f64>(v128.sub<f64>(v128.load(d + at, 16), o), e));
    s0 = v128.add<f64>(s0, v128.mul<f64>(z0, q0));
    s1 = v128.add<f64>(s1, v128.mul<f64>(z1, q1));
    t0 = v128.add<f64>(t0, v128.mul<f64>(q0, q0));
    t1 = v128.add<f64>(t1, v128.mul<f64>(q1, q1));
  }
  let s = laneSum(v128.add<f64>(s0, s1)), t = laneSum(v128.add<f64>(t0, t1));
  for (; i < to; i++) {
    const zi = get(z, i);
    const q = zi / (get(d, i) - origin - eta);
    s += zi * q;
    t += q * q;
  }
  sum = s;
  slope = t;
}

/** Offset from the origin at which constant + a/(d_j − x) + b/(d_{j+1} − x) = 0, the rest of the sum held at its mid value. */
function firstGuess(last: bool, a: f64, b: f64, gap: f64, constant: f64, atLower: bool): f64 {
  if (last) return constant > 0 ? a / constant : NaN;
  // With x measured from the origin the poles are at 0 and at ±gap.
  const near = atLower ? a : b, far = atLower ? b : a, away = atLower ? gap : -gap;
  return betweenPoles(constant, constant * away + near + far, near * away);
}

/** The step to the zero of c + a/(p − s), which matches f and its slope here, right of all poles. */
function lastStep(f: f64, p: f64, slopeHere: f64): f64 {
  const c = f - p * slopeHere;
  return c > 0 ? p + (p * p * slopeHere) / c : NaN;
}

/** The step to the zero of c + a/(p − s) + b/(q − s), which matches f and both halves' slopes here; p < 0 < q are the poles. */
function middleWay(f: f64, p: f64, q: f64, leftSlope: f64, rightSlope: f64): f64 {
  return betweenPoles(
    f - p * leftSlope - q * rightSlope,
    (p + q) * f - p * q * (leftSlope + rightSlope),
    p * q * f,
  );
}

/** The root of c·x² − linear·x + constant = 0 that lies between the poles, in the form that does not cancel. */
function betweenPoles(c: f64, linear: f64, constant: f64): f64 {
  const root = sqrt(max<f64>(0, linear * linear - 4 * c * constant));
  return linear > 0 ? (2 * constant) / (linear + root) : (linear - root) / (2 * c);
}

/** Halves the bracket; in the exponent where it spans many magnitudes, so that roots close to a pole are reached too. */
function between(low: f64, high: f64): f64 {
  const near = min(abs(low), abs(high)), far = max(abs(low), abs(high));
  const sign: f64 = low + high < 0 ? -1 : 1;
  if (near > 0 && far > 4 * near) return sign * sqrt(near) * sqrt(far);
  if (near == 0 && far > 0) return sign * far * 1e-3;
  return 0.5 * (low + high);
}
