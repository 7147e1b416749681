// The natural logarithm on pairs of float64.

import { fma } from './fma';
import { HALF, ONE, TWO, pair, pairOfBits, term } from './elementaryPolynomial';

const LN2_HIGH: v128 = pair(0.6931471803691238);
const LN2_LOW: v128 = pair(1.9082149292705877e-10);
/** The bits of sqrt(1/2), and the number that lifts them to those of 1. */
const ROOT_HALF: v128 = pairOfBits(0x3fe6a09e667f3bcd);
const LIFT: v128 = pairOfBits(0x3ff0000000000000 - 0x3fe6a09e667f3bcd);
const FRACTION: v128 = pairOfBits(0x000fffffffffffff);
/** 2^52, whose bits take an integer exponent, and the subtrahend that then turns them into a number. */
const TWO_52: v128 = pair(4503599627370496.0);
const TWO_52_AND_BIAS: v128 = pair(4503599627371519.0);
/** The factor that lifts a subnormal number to a normal one, and its exponent. */
const TWO_54: v128 = pair(18014398509481984.0);
const FIFTY_FOUR: v128 = pair(54);
const SMALLEST_NORMAL: v128 = pair(2.2250738585072014e-308);
const INFINITE: v128 = pair(Infinity);
const NEGATIVE_INFINITE: v128 = pair(-Infinity);
const ZERO: v128 = pair(0);

/** R, minimax of degree 6: relative error of the logarithm 2^-58.4. */
const LOG_0: v128 = pair(0.6666666666666731);
const LOG_1: v128 = pair(0.399999999994337);
const LOG_2: v128 = pair(0.28571428738963944);
const LOG_3: v128 = pair(0.22222198867024684);
const LOG_4: v128 = pair(0.18183551312276264);
const LOG_5: v128 = pair(0.15314337410967105);
const LOG_6: v128 = pair(0.14793461890702916);

/**
 * ln x; 0 gives −infinity, negative numbers NaN. Measured error at most 0.8 ulp, subnormal x included.
 * x = 2^k·(1 + f) with 1 + f between sqrt(1/2) and sqrt(2); with s = f/(2 + f), ln(1 + f) = 2s + s³·R(s²), arranged as
 * f − (f²/2 − s·(f²/2 + s²·R)) so that the leading part is exact (Tang 1990).
 */
@inline
export function log(x: v128): v128 {
  const small = f64x2.lt(x, SMALLEST_NORMAL);
  const y = f64x2.mul(x, v128.bitselect(TWO_54, ONE, small));
  const lifted = i64x2.add(y, LIFT);
  const power = f64x2.sub(v128.or(i64x2.shr_u(lifted, 52), TWO_52), TWO_52_AND_BIAS);
  const k = f64x2.sub(power, v128.and(small, FIFTY_FOUR));
  const m = i64x2.add(v128.and(lifted, FRACTION), ROOT_HALF);
  const f = f64x2.sub(m, ONE);
  const s = f64x2.div(f, f64x2.add(f, TWO));
  const z = f64x2.mul(s, s);
  let r = LOG_6;
  r = term(r, z, LOG_5);
  r = term(r, z, LOG_4);
  r = term(r, z, LOG_3);
  r = term(r, z, LOG_2);
  r = term(r, z, LOG_1);
  r = term(r, z, LOG_0);
  const halfSquare = f64x2.mul(f64x2.mul(f, f), HALF);
  const low = fma(s, fma(r, z, halfSquare), f64x2.mul(k, LN2_LOW));
  const sum = fma(k, LN2_HIGH, f64x2.sub(f, f64x2.sub(halfSquare, low)));
  // Positive and finite: sum. Else infinity and NaN themselves, −infinity at 0, NaN below.
  const finite = f64x2.lt(x, INFINITE);
  const zero = f64x2.eq(x, ZERO);
  const negative = f64x2.lt(x, ZERO);
  let result = v128.bitselect(sum, x, finite);
  result = v128.bitselect(NEGATIVE_INFINITE, result, zero);
  return v128.or(result, negative);
}
