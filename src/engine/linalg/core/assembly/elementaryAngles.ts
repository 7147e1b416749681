// sin and cos on pairs of float64. Reduction by multiples of π/2 in four parts (Cody & Waite 1980), keeping the reduced
// argument as an unevaluated sum, then the two minimax polynomials, of which the quadrant chooses.

import { fma, fnma } from './fma';
import { reduceLarge, reducedHigh, reducedLow, reducedQuadrant } from './elementaryLargeAngle';
import { HALF, ONE, ROUNDER, SIGN, pair, pairOfBits, term } from './elementaryPolynomial';

const TWO_OVER_PI: v128 = pair(0.6366197723675814);
/** π/2 in parts of 33 bits and a rest: their products with an integer below 2^20 are exact, fused or not. */
const PART_1: v128 = pair(1.5707963267341256);
const PART_2: v128 = pair(6.077100506303966e-11);
const PART_3: v128 = pair(2.0222662487111665e-21);
const PART_4: v128 = pair(8.4784276603689e-32);
/**
 * Up to here the quotient stays below 2^20; beyond, lanes are reduced one by one with as many bits of 2/π as needed.
 */
const LARGEST: v128 = pair(1_600_000);
const ONE_BIT: v128 = pairOfBits(1);
const TWO_BIT: v128 = pairOfBits(2);
const NO_BITS: v128 = pairOfBits(0);

/** (sin r/r − 1)/r² and (cos r − 1 + r²/2)/r⁴ in r², minimax of degree 5: relative errors 2^-58.0 and 2^-64.2. */
const SIN_0: v128 = pair(-0.16666666666666632);
const SIN_1: v128 = pair(0.008333333333322328);
const SIN_2: v128 = pair(-0.00019841269829733347);
const SIN_3: v128 = pair(2.7557313664366415e-6);
const SIN_4: v128 = pair(-2.5050753556529457e-8);
const SIN_5: v128 = pair(1.5896518503161614e-10);

const COS_0: v128 = pair(0.0416666666666666);
const COS_1: v128 = pair(-0.0013888888888874);
const COS_2: v128 = pair(2.4801587289400364e-5);
const COS_3: v128 = pair(-2.75573143275278e-7);
const COS_4: v128 = pair(2.0875719753359113e-9);
const COS_5: v128 = pair(-1.1359458339379152e-11);

/** sin x, any finite x; measured error at most 0.8 ulp. Infinities give NaN, −0 gives −0. */
@inline
export function sin(x: v128): v128 {
  const sign = v128.and(x, SIGN);
  const size = f64x2.abs(x);
  if (v128.any_true(f64x2.gt(size, LARGEST))) return v128.xor(largeAngles(size, 0), sign);
  return v128.xor(moderate(size, 0), sign);
}

/** cos x, any finite x; measured error at most 0.8 ulp. Infinities give NaN. */
@inline
export function cos(x: v128): v128 {
  const size = f64x2.abs(x);
  if (v128.any_true(f64x2.gt(size, LARGEST))) return largeAngles(size, 1);
  return moderate(size, 1);
}

/** sin(x + quarters·π/2) for 0 ≤ x ≤ LARGEST. */
@inline
function moderate(x: v128, quarters: i64): v128 {
  const shifted = fma(x, TWO_OVER_PI, ROUNDER);
  const n = f64x2.sub(shifted, ROUNDER);
  // Each difference keeps its rounding error: where it cancels it is exact, elsewhere the minuend is the larger.
  const first = fnma(n, PART_1, x);
  const second = f64x2.mul(n, PART_2);
  const sum2 = f64x2.sub(first, second);
  const error2 = f64x2.sub(f64x2.sub(first, sum2), second);
  const third = f64x2.mul(n, PART_3);
  const sum3 = f64x2.sub(sum2, third);
  const error3 = f64x2.sub(f64x2.sub(sum2, sum3), third);
  const rest = fnma(n, PART_4, f64x2.add(error2, error3));
  const high = f64x2.add(sum3, rest);
  const low = f64x2.add(f64x2.sub(sum3, high), rest);
  return chosen(high, low, i64x2.add(shifted, i64x2.splat(quarters)));
}

/** sin(high + low + quadrant·π/2), |high + low| ≤ π/4 and a little; the quadrant is in the low two bits of each lane. */
@inline
function chosen(high: v128, low: v128, quadrant: v128): v128 {
  const z = f64x2.mul(high, high);
  const half = f64x2.mul(z, HALF);
  let s = SIN_5;
  s = term(s, z, SIN_4);
  s = term(s, z, SIN_3);
  s = term(s, z, SIN_2);
  s = term(s, z, SIN_1);
  s = term(s, z, SIN_0);
  // sin(h + l) = h + (h³·S + l·(1 − h²/2)) to the accuracy wanted.
  const sine = f64x2.add(high, fma(f64x2.mul(z, high), s, fnma(half, low, low)));
  let c = COS_5;
  c = term(c, z, COS_4);
  c = term(c, z, COS_3);
  c = term(c, z, COS_2);
  c = term(c, z, COS_1);
  c = term(c, z, COS_0);
  // cos(h + l) = (1 − h²/2) + (h⁴·C − h·l), corrected by the rounding error of the first bracket.
  const w = f64x2.sub(ONE, half);
  const lost = f64x2.sub(f64x2.sub(ONE, w), half);
  const cosine = f64x2.add(w, f64x2.add(lost, fma(f64x2.mul(z, z), c, f64x2.neg(f64x2.mul(high, low)))));
  const even = i64x2.eq(v128.and(quadrant, ONE_BIT), NO_BITS);
  const turned = i64x2.shl(v128.and(quadrant, TWO_BIT), 62);
  return v128.xor(v128.bitselect(sine, cosine, even), turned);
}

/** sin(x + quarters·π/2) for x ≥ 0 of any size, each lane reduced alone. */
function largeAngles(x: v128, quarters: i64): v128 {
  let high = f64x2.splat(0);
  let low = high;
  let quadrant = high;
  reduceLarge(f64x2.extract_lane(x, 0));
  high = f64x2.replace_lane(high, 0, reducedHigh);
  low = f64x2.replace_lane(low, 0, reducedLow);
  quadrant = i64x2.replace_lane(quadrant, 0, reducedQuadrant + quarters);
  reduceLarge(f64x2.extract_lane(x, 1));
  high = f64x2.replace_lane(high, 1, reducedHigh);
  low = f64x2.replace_lane(low, 1, reducedLow);
  quadrant = i64x2.replace_lane(quadrant, 1, reducedQuadrant + quarters);
  return chosen(high, low, quadrant);
}
