// e^x and e^x − 1 on pairs of float64. Reduction to |r| ≤ ln(2)/2 (Cody & Waite 1980), then a minimax polynomial.

import { fma, fnma } from './fma';
import { ONE, ROUNDER, pair, powerOfTwo, term } from './elementaryPolynomial';

const LOG2_E: v128 = pair(1.4426950408889634);
/** ln 2 in two parts; the first has 33 bits, so that its product with an exponent is exact, fused or not. */
const LN2_HIGH: v128 = pair(0.6931471803691238);
const LN2_LOW: v128 = pair(1.9082149292705877e-10);
const HIGHEST: v128 = pair(710);
const LOWEST: v128 = pair(-746);
const LOWEST_M1: v128 = pair(-60);
/** 2^y below this is not formed. */
const LOWEST_POWER: v128 = pair(-1021);

/** (e^r − 1 − r)/r², minimax of degree 9 on |r| ≤ ln(2)/2: relative error of e^r 2^-57.9. */
const EXP_0: v128 = pair(0.5000000000000011);
const EXP_1: v128 = pair(0.16666666666666408);
const EXP_2: v128 = pair(0.041666666666529344);
const EXP_3: v128 = pair(0.00833333333349657);
const EXP_4: v128 = pair(0.0013888888943893543);
const EXP_5: v128 = pair(0.000198412695030186);
const EXP_6: v128 = pair(2.4801492784727448e-5);
const EXP_7: v128 = pair(2.7557588691761843e-6);
const EXP_8: v128 = pair(2.7630372878205787e-7);
const EXP_9: v128 = pair(2.4999589066652824e-8);

/** The same to degree 10: relative error of e^r − 1 2^-61.7. */
const EXPM1_0: v128 = pair(0.5);
const EXPM1_1: v128 = pair(0.16666666666666677);
const EXPM1_2: v128 = pair(0.0416666666666667);
const EXPM1_3: v128 = pair(0.008333333333321534);
const EXPM1_4: v128 = pair(0.0013888888888866655);
const EXPM1_5: v128 = pair(0.00019841269886396718);
const EXPM1_6: v128 = pair(2.4801587360923223e-5);
const EXPM1_7: v128 = pair(2.7557243915438542e-6);
const EXPM1_8: v128 = pair(2.755724244399619e-7);
const EXPM1_9: v128 = pair(2.5109146235374392e-8);
const EXPM1_10: v128 = pair(2.0924541011721106e-9);

/** (2^f − 1)/f, minimax of degree 10 on |f| ≤ 1/2: relative error of 2^f 2^-58.0. */
const POWER_0: v128 = pair(0.6931471805599453);
const POWER_1: v128 = pair(0.2402265069591013);
const POWER_2: v128 = pair(0.055504108664820084);
const POWER_3: v128 = pair(0.009618129107594122);
const POWER_4: v128 = pair(0.0013333558146774317);
const POWER_5: v128 = pair(0.00015403530457109934);
const POWER_6: v128 = pair(1.5252733493368766e-5);
const POWER_7: v128 = pair(1.3215435283074974e-6);
const POWER_8: v128 = pair(1.0178199487172778e-7);
const POWER_9: v128 = pair(7.073783151378343e-9);
const POWER_10: v128 = pair(4.4347822279987964e-10);

/** e^x, any x; measured error at most 0.97 ulp, and one unit of 2^-1074 where the result is subnormal. */
@inline
export function exp(x: v128): v128 {
  // The pseudo-minimum keeps its first operand when the comparison fails: NaN passes through.
  const t = f64x2.pmax(f64x2.pmin(x, HIGHEST), LOWEST);
  const shifted = fma(t, LOG2_E, ROUNDER);
  const n = f64x2.sub(shifted, ROUNDER);
  const r = fnma(n, LN2_LOW, fnma(n, LN2_HIGH, t));
  let q = EXP_9;
  q = term(q, r, EXP_8);
  q = term(q, r, EXP_7);
  q = term(q, r, EXP_6);
  q = term(q, r, EXP_5);
  q = term(q, r, EXP_4);
  q = term(q, r, EXP_3);
  q = term(q, r, EXP_2);
  q = term(q, r, EXP_1);
  q = term(q, r, EXP_0);
  const p = f64x2.add(ONE, fma(f64x2.mul(r, r), q, r));
  // 2^n in two factors, so that only the last product can overflow or become subnormal.
  const half = i32x4.shr_s(shifted, 1);
  return f64x2.mul(f64x2.mul(p, powerOfTwo(half)), powerOfTwo(i32x4.sub(shifted, half)));
}

/** e^x − 1 for x ≤ 700; measured error at most 1.8 ulp. −infinity gives −1. */
@inline
export function expm1(x: v128): v128 {
  const t = f64x2.pmax(x, LOWEST_M1);
  const shifted = fma(t, LOG2_E, ROUNDER);
  const n = f64x2.sub(shifted, ROUNDER);
  const r = fnma(n, LN2_LOW, fnma(n, LN2_HIGH, t));
  let q = EXPM1_10;
  q = term(q, r, EXPM1_9);
  q = term(q, r, EXPM1_8);
  q = term(q, r, EXPM1_7);
  q = term(q, r, EXPM1_6);
  q = term(q, r, EXPM1_5);
  q = term(q, r, EXPM1_4);
  q = term(q, r, EXPM1_3);
  q = term(q, r, EXPM1_2);
  q = term(q, r, EXPM1_1);
  q = term(q, r, EXPM1_0);
  const p = fma(f64x2.mul(r, r), q, r);
  const scale = powerOfTwo(shifted);
  return fma(scale, p, f64x2.sub(scale, ONE));
}

/** 2^y for y ≤ 0, and 0 below 2^-1021; measured error at most 1.1 ulp. The shortest form, for kernels that decay. */
@inline
export function decay(y: v128): v128 {
  const shifted = f64x2.add(y, ROUNDER);
  const f = f64x2.sub(y, f64x2.sub(shifted, ROUNDER));
  let q = POWER_10;
  q = term(q, f, POWER_9);
  q = term(q, f, POWER_8);
  q = term(q, f, POWER_7);
  q = term(q, f, POWER_6);
  q = term(q, f, POWER_5);
  q = term(q, f, POWER_4);
  q = term(q, f, POWER_3);
  q = term(q, f, POWER_2);
  q = term(q, f, POWER_1);
  q = term(q, f, POWER_0);
  q = term(q, f, ONE);
  return v128.andnot(f64x2.mul(q, powerOfTwo(shifted)), f64x2.lt(y, LOWEST_POWER));
}
