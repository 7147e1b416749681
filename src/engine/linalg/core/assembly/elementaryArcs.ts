// Arcsine and arccosine on pairs of float64. Beyond 1/2, asin x = π/2 − 2·asin(sqrt((1 − x)/2)); one minimax polynomial of
// (asin s/s − 1)/s² on s² ≤ 1/4 (degree 12, relative error of asin 2^-59.8) serves both halves.

import { fma, fnma } from './fma';
import { HALF, TWO, pair, pairOfBits, term, withSign } from './elementaryPolynomial';

const HALF_PI: v128 = pair(1.5707963267948966);
const HALF_PI_LOW: v128 = pair(6.123233995736766e-17);
const UPPER_BITS: v128 = pairOfBits(0xfffffffff8000000);
const ZERO: v128 = pair(0);
const TINY: v128 = pair(1e-300);

const ARC_0: v128 = pair(0.1666666666666676);
const ARC_1: v128 = pair(0.07499999999970616);
const ARC_2: v128 = pair(0.04464285717488159);
const ARC_3: v128 = pair(0.030381942691892736);
const ARC_4: v128 = pair(0.02237221549329798);
const ARC_5: v128 = pair(0.01735160216759214);
const ARC_6: v128 = pair(0.013980945549107298);
const ARC_7: v128 = pair(0.01139784463480255);
const ARC_8: v128 = pair(0.01078643956057015);
const ARC_9: v128 = pair(0.00368240513028337);
const ARC_10: v128 = pair(0.021767155920248422);
const ARC_11: v128 = pair(-0.02108515257698082);
const ARC_12: v128 = pair(0.03268333514820932);

/** asin x, NaN outside [−1, 1]; measured error at most 0.7 ulp. */
@inline
export function asin(x: v128): v128 {
  const size = f64x2.abs(x);
  const inner = f64x2.le(size, HALF);
  const z = argument(size, inner);
  const root = f64x2.sqrt(z);
  const s = v128.bitselect(size, root, inner);
  const r = f64x2.mul(f64x2.mul(s, z), series(z));
  // π/2 − 2·(root + correction + r), the large parts first.
  const rest = fma(TWO, f64x2.add(r, rootError(z, root)), f64x2.neg(HALF_PI_LOW));
  const outer = leading(root, rest);
  return withSign(v128.bitselect(f64x2.add(s, r), outer, inner), x);
}

/** acos x, NaN outside [−1, 1]; measured error at most 0.8 ulp. */
@inline
export function acos(x: v128): v128 {
  const size = f64x2.abs(x);
  const inner = f64x2.le(size, HALF);
  const z = argument(size, inner);
  const root = f64x2.sqrt(z);
  const s = v128.bitselect(x, root, inner);
  const r = f64x2.mul(f64x2.mul(s, z), series(z));
  const middle = f64x2.sub(HALF_PI, f64x2.sub(s, f64x2.sub(HALF_PI_LOW, r)));
  const small = f64x2.add(r, rootError(z, root));
  const right = f64x2.mul(TWO, f64x2.add(root, small));
  // π − 2·(root + small) = 2·(π/2 − root − small + low).
  const left = f64x2.mul(
    TWO,
    f64x2.sub(HALF_PI, f64x2.add(root, f64x2.sub(small, HALF_PI_LOW))),
  );
  const outer = v128.bitselect(left, right, f64x2.lt(x, ZERO));
  return v128.bitselect(middle, outer, inner);
}

/** x² inside, (1 − |x|)/2 outside. */
@inline
function argument(size: v128, inner: v128): v128 {
  const outside = fnma(size, HALF, HALF);
  return v128.bitselect(f64x2.mul(size, size), outside, inner);
}

/** sqrt(z) − root: the square of the root's upper half is exact, so that no fused product is needed. */
@inline
function rootError(z: v128, root: v128): v128 {
  const head = v128.and(root, UPPER_BITS);
  const tail = f64x2.sub(root, head);
  const square = f64x2.mul(head, head);
  const excess = f64x2.sub(f64x2.sub(z, square), f64x2.mul(tail, f64x2.add(root, head)));
  // A root of zero has no error; the floor keeps 0/0 away.
  return f64x2.div(excess, f64x2.pmax(f64x2.add(root, root), TINY));
}

/** π/2 − 2·root − rest, rounded about once: 2·root = head + tail with π/2 − head exact in the cases that matter. */
@inline
function leading(root: v128, rest: v128): v128 {
  const twice = f64x2.add(root, root);
  const sum = f64x2.sub(HALF_PI, twice);
  const lost = f64x2.sub(f64x2.sub(HALF_PI, sum), twice);
  return f64x2.add(sum, f64x2.sub(lost, rest));
}

@inline
function series(z: v128): v128 {
  let q = ARC_12;
  q = term(q, z, ARC_11);
  q = term(q, z, ARC_10);
  q = term(q, z, ARC_9);
  q = term(q, z, ARC_8);
  q = term(q, z, ARC_7);
  q = term(q, z, ARC_6);
  q = term(q, z, ARC_5);
  q = term(q, z, ARC_4);
  q = term(q, z, ARC_3);
  q = term(q, z, ARC_2);
  q = term(q, z, ARC_1);
  return term(q, z, ARC_0);
}
