// tanh and erf on pairs of float64: an odd polynomial near 0, an exponential beyond, chosen lane by lane.

import { exp } from './elementaryExp';
import { fma } from './fma';
import { ONE, TWO, pair, term, withSign } from './elementaryPolynomial';

/** Up to here tanh is its polynomial. */
const EDGE: v128 = pair(0.625);
const THREE: v128 = pair(3);
const SIX: v128 = pair(6);

const TANH_0: v128 = pair(-0.3333333333333288);
const TANH_1: v128 = pair(0.13333333333265376);
const TANH_2: v128 = pair(-0.05396825393264142);
const TANH_3: v128 = pair(0.021869487604816325);
const TANH_4: v128 = pair(-0.008863221349428883);
const TANH_5: v128 = pair(0.0035919917715552556);
const TANH_6: v128 = pair(-0.001454971340910108);
const TANH_7: v128 = pair(0.0005863548878804062);
const TANH_8: v128 = pair(-0.00022863740204338143);
const TANH_9: v128 = pair(7.722325534163522e-5);
const TANH_10: v128 = pair(-1.610927060205469e-5);

const ERF_0: v128 = pair(0.1283791670955126);
const ERF_1: v128 = pair(-0.3761263890318375);
const ERF_2: v128 = pair(0.11283791670954885);
const ERF_3: v128 = pair(-0.026866170645077875);
const ERF_4: v128 = pair(0.005223977624828431);
const ERF_5: v128 = pair(-0.0008548326981425542);
const ERF_6: v128 = pair(0.0001205533113295582);
const ERF_7: v128 = pair(-1.4925595772180906e-5);
const ERF_8: v128 = pair(1.64610084778027e-6);
const ERF_9: v128 = pair(-1.6350396222864617e-7);
const ERF_10: v128 = pair(1.466032872274226e-8);
const ERF_11: v128 = pair(-1.137495573607015e-9);
const ERF_12: v128 = pair(5.960685338520971e-11);

const ERFC_0: v128 = pair(0.427583576155807);
const ERFC_1: v128 = pair(-1.0928480591356144);
const ERFC_2: v128 = pair(1.3770969228187422);
const ERFC_3: v128 = pair(-1.2234841077528067);
const ERFC_4: v128 = pair(0.723916691000615);
const ERFC_5: v128 = pair(-0.22394703544914293);
const ERFC_6: v128 = pair(-0.022368875484902025);
const ERFC_7: v128 = pair(0.04261882995667306);
const ERFC_8: v128 = pair(-0.002056067545912171);
const ERFC_9: v128 = pair(-0.008815866791606503);
const ERFC_10: v128 = pair(0.001114945295637463);
const ERFC_11: v128 = pair(0.001315003697851903);

/**
 * tanh x, any x; measured error at most 1.3 ulp. |x| < 0.625: x + x³·T(x²), T minimax of degree 10 (2^-56.5);
 * beyond: 1 − 2/(e^2|x| + 1).
 */
@inline
export function tanh(x: v128): v128 {
  const size = f64x2.abs(x);
  const z = f64x2.mul(x, x);
  let t = TANH_10;
  t = term(t, z, TANH_9);
  t = term(t, z, TANH_8);
  t = term(t, z, TANH_7);
  t = term(t, z, TANH_6);
  t = term(t, z, TANH_5);
  t = term(t, z, TANH_4);
  t = term(t, z, TANH_3);
  t = term(t, z, TANH_2);
  t = term(t, z, TANH_1);
  t = term(t, z, TANH_0);
  const near = fma(f64x2.mul(size, z), t, size);
  const grown = f64x2.add(exp(f64x2.add(size, size)), ONE);
  const far = f64x2.sub(ONE, f64x2.div(TWO, grown));
  return withSign(v128.bitselect(near, far, f64x2.lt(size, EDGE)), x);
}

/**
 * erf x, any x; measured error at most 1.2 ulp. |x| < 1: x + x·P(x²), P minimax of degree 12 (2^-62.8); beyond,
 * 1 − e^(−x²)·G(t), t = (|x| − 1)/(|x| + 3), G minimax of degree 11 for e^(x²)·erfc x weighted by e^(−x²) (2^-57.1). From |x| = 6 on erf is 1 in
 * float64.
 */
@inline
export function erf(x: v128): v128 {
  const size = f64x2.pmin(f64x2.abs(x), SIX);
  const z = f64x2.mul(size, size);
  let p = ERF_12;
  p = term(p, z, ERF_11);
  p = term(p, z, ERF_10);
  p = term(p, z, ERF_9);
  p = term(p, z, ERF_8);
  p = term(p, z, ERF_7);
  p = term(p, z, ERF_6);
  p = term(p, z, ERF_5);
  p = term(p, z, ERF_4);
  p = term(p, z, ERF_3);
  p = term(p, z, ERF_2);
  p = term(p, z, ERF_1);
  p = term(p, z, ERF_0);
  const near = fma(size, p, size);
  const t = f64x2.div(f64x2.sub(size, ONE), f64x2.add(size, THREE));
  let g = ERFC_11;
  g = term(g, t, ERFC_10);
  g = term(g, t, ERFC_9);
  g = term(g, t, ERFC_8);
  g = term(g, t, ERFC_7);
  g = term(g, t, ERFC_6);
  g = term(g, t, ERFC_5);
  g = term(g, t, ERFC_4);
  g = term(g, t, ERFC_3);
  g = term(g, t, ERFC_2);
  g = term(g, t, ERFC_1);
  g = term(g, t, ERFC_0);
  const far = f64x2.sub(ONE, f64x2.mul(exp(f64x2.neg(z)), g));
  return withSign(v128.bitselect(near, far, f64x2.lt(size, ONE)), x);
}
