// Steps shared by the elementary functions on pairs of float64.

import { fma } from './fma';

/**
 * A constant in both lanes, for use as a global. Engines rebuild a 128-bit literal from two 64-bit ones at every use,
 * which costs more than the arithmetic; a global is one load. The memory never has 2^31 pages, so that the number added
 * is 0, but the compiler does not know, and keeps the global.
 */
@inline
export function pair(x: f64): v128 {
  return f64x2.splat(x + <f64>(memory.size() >> 31));
}

/** Such a constant from 64 bits. */
@inline
export function pairOfBits(x: i64): v128 {
  return i64x2.splat(x + <i64>(memory.size() >> 31));
}

/** One step of Horner's rule: sum·x + coefficient. */
@inline
export function term(sum: v128, x: v128, coefficient: v128): v128 {
  return fma(sum, x, coefficient);
}

/** 1.5·2^52: adding it rounds to the nearest integer and leaves that integer in the low bits of the sum. */
export const ROUNDER: v128 = pair(6755399441055744.0);
export const ONE: v128 = pair(1);
export const TWO: v128 = pair(2);
export const HALF: v128 = pair(0.5);
export const SIGN: v128 = pairOfBits(i64.MIN_VALUE);

/** |x| with the sign of `sign`. */
@inline
export function withSign(x: v128, sign: v128): v128 {
  return v128.bitselect(sign, x, SIGN);
}

/** 2^n where the low 32 bits of each lane hold n, −1022 ≤ n ≤ 1023. */
@inline
export function powerOfTwo(n: v128): v128 {
  return i64x2.add(i64x2.shl(n, 52), ONE);
}
