// Reduction of an angle of any size by multiples of π/2 (Payne & Hanek 1983), in 192-bit integers: only the bits about
// the binary point of the product of the angle with 2/π matter, and they come from a window of 192 bits of 2/π.

/** The result of `reduceLarge`: the angle is (reducedQuadrant + 4·integer)·π/2 + reducedHigh + reducedLow. */
export let reducedHigh: f64 = 0;
export let reducedLow: f64 = 0;
export let reducedQuadrant: i64 = 0;

/** π/2 as a sum; the first in two halves of at most 27 bits (Dekker 1971). */
const QUARTER_HIGH: f64 = 1.5707963267948966;
const QUARTER_LOW: f64 = 6.123233995736766e-17;
const SPLITTER: f64 = 134217729.0;

/** Reduces x ≥ 0 to |high + low| ≤ π/4; absolute error below 2^-120. Infinity and NaN give NaN. */
export function reduceLarge(x: f64): void {
  reducedLow = 0;
  reducedQuadrant = 0;
  const bits = reinterpret<u64>(x);
  const biased = <i32>(bits >> 52);
  if (biased == 0x7ff) {
    reducedHigh = NaN;
    return;
  }
  // x = significand·2^exponent. Below 1/2 there is nothing to reduce.
  if (x < 0.5) {
    reducedHigh = x;
    return;
  }
  const significand = (bits & 0x000fffffffffffff) | 0x0010000000000000;
  // The window begins at the bit of 2/π that has weight 2 in the product's unit: those before give multiples of 4.
  const start = biased - 1075 - 2 + 64;
  const w2 = window(start);
  const w1 = window(start + 64);
  const w0 = window(start + 128);
  // The product modulo 2^192.
  const p0 = significand * w0;
  const middle = significand * w1;
  const p1 = middle + highProduct(significand, w0);
  const p2 = significand * w2 + highProduct(significand, w1) + <u64>(p1 < middle);
  // Two integer bits, then the fraction, taken to the nearest integer.
  reducedQuadrant = <i64>((p2 >> 62) + ((p2 >> 61) & 1));
  let f2 = (p2 << 2) | (p1 >> 62);
  let f1 = (p1 << 2) | (p0 >> 62);
  let f0 = p0 << 2;
  const negative = <i64>f2 < 0;
  if (negative) {
    f0 = ~f0 + 1;
    f1 = ~f1 + <u64>(f0 == 0);
    f2 = ~f2 + <u64>(f1 == 0 && f0 == 0);
  }
  let scale: f64 = 1.0 / 18446744073709551616.0;
  if (f2 == 0) {
    f2 = f1;
    f1 = f0;
    f0 = 0;
    scale *= 1.0 / 18446744073709551616.0;
  }
  const shift = clz(f2);
  if (shift > 0) {
    f2 = (f2 << shift) | (f1 >> (64 - shift));
    f1 = (f1 << shift) | (f0 >> (64 - shift));
    scale *= reinterpret<f64>((1023 - shift) << 52);
  }
  const high = <f64>(f2 >> 11) * 2048.0 * scale;
  const low = <f64>(((f2 & 0x7ff) << 53) | (f1 >> 11)) * (scale / 9007199254740992.0);
  times(negative ? -high : high, negative ? -low : low);
}

/** (high + low)·π/2 as a sum. Scalar arithmetic is never fused, so that Dekker's product is exact. */
function times(high: f64, low: f64): void {
  const product = high * QUARTER_HIGH;
  const a = head(high);
  const b = head(QUARTER_HIGH);
  const error = (high - a) * (QUARTER_HIGH - b) - (product - a * b - a * (QUARTER_HIGH - b) - (high - a) * b);
  const rest = error + (high * QUARTER_LOW + low * QUARTER_HIGH);
  reducedHigh = product + rest;
  reducedLow = product - reducedHigh + rest;
}

@inline
function head(x: f64): f64 {
  const t = x * SPLITTER;
  return t - (t - x);
}

/** The upper half of a 128-bit product. */
function highProduct(a: u64, b: u64): u64 {
  const a1 = a >> 32;
  const a0 = a & 0xffffffff;
  const b1 = b >> 32;
  const b0 = b & 0xffffffff;
  const low = a0 * b0;
  const cross = a1 * b0 + (low >> 32);
  const other = a0 * b1 + (cross & 0xffffffff);
  return a1 * b1 + (cross >> 32) + (other >> 32);
}

/** 64 bits of 2/π from bit `start` on, where bits 0…63 are zeros and bit 64 has the weight 1/2. */
function window(start: i32): u64 {
  const word = start >> 6;
  const shift = <u64>(start & 63);
  const first = bitsOfTwoOverPi(word);
  return shift == 0 ? first : (first << shift) | (bitsOfTwoOverPi(word + 1) >> (64 - shift));
}

/** Word i of 2/π in binary; a table in code, so that the module needs no data in memory. */
function bitsOfTwoOverPi(i: i32): u64 {
  switch (i) {
    case 1: return 0xa2f9836e4e441529;
    case 2: return 0xfc2757d1f534ddc0;
    case 3: return 0xdb6295993c439041;
    case 4: return 0xfe5163abdebbc561;
    case 5: return 0xb7246e3a424dd2e0;
    case 6: return 0x06492eea09d1921c;
    case 7: return 0xfe1deb1cb129a73e;
    case 8: return 0xe88235f52ebb4484;
    case 9: return 0xe99c7026b45f7e41;
    case 10: return 0x3991d639835339f4;
    case 11: return 0x9c845f8bbdf9283b;
    case 12: return 0x1ff897ffde05980f;
    case 13: return 0xef2f118b5a0a6d1f;
    case 14: return 0x6d367ecf27cb09b7;
    case 15: return 0x4f463f669e5fea2d;
    case 16: return 0x7527bac7ebe5f17b;
    case 17: return 0x3d0739f78a5292ea;
    case 18: return 0x6bfb5fb11f8d5d08;
    case 19: return 0x56033046fc7b6bab;
    default: return 0;
  }
}
