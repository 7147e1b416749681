// The network kernel with tanh, E[tanh u·tanh v]. Everything that depends on a single row comes in a table
// (tanhTables.ts): column-major, one column for each of: the squared norm, the number of terms the row needs, then its
// coefficients. With v = weight·(squared norm) + bias the variance of a row's input, rho = covariance/sqrt(v·v').
// Parameters: weight, bias, number of coefficients, rows of the rows' table, rows of the columns' table, then the
// weights.

import { asin } from './elementaryArcs';
import { ONE, pair } from './elementaryPolynomial';
import { fma } from './fma';
import { cosine } from './kernelMapsAngular';

const TWO_OVER_PI: v128 = pair(0.6366197723675814);
/** −ln 2^-54: rho² to the t is below 2^-54 when t·(1 − rho²) exceeds this. */
const NEGLIGIBLE: f64 = 37.5;

/** The maps of this file, by the names under which tanhTables.ts asks for them: the module exports each as "TanhMap.…". */
export enum TanhMap {
  Series = 200,
  Mixture = 201,
}

/** See mapTile. */
export function tanhMap(map: i32, c: usize, rows: i32, columns: i32, lead: i32, a: usize, b: usize, p: usize): void {
  if (map == TanhMap.Series) seriesTile(c, rows, columns, lead, a, b, p);
  else mixtureTile(c, rows, columns, lead, a, b, p);
}

/** Mehler: the sum over odd k of c_k·c_k'·rho^k, c_k the Hermite coefficients of tanh(sqrt(v)·g). */
function seriesTile(c: usize, rows: i32, columns: i32, lead: i32, a: usize, b: usize, p: usize): void {
  const p0 = v128.load_splat<f64>(p);
  const p1 = v128.load_splat<f64>(p, 8);
  const strideA = <usize>load<f64>(p, 24) << 3;
  const strideB = <usize>load<f64>(p, 32) << 3;
  for (let j = 0; j < columns; j++) {
    const ofColumn = b + (<usize>j << 3);
    const vb = fma(p0, v128.load_splat<f64>(ofColumn), p1);
    const terms = <i32>load<f64>(ofColumn + strideB);
    const coefficients = ofColumn + (strideB << 1);
    const column = c + ((<usize>j * <usize>lead) << 3);
    for (let i = 0; i < rows; i += 2) {
      const at = column + (<usize>i << 3);
      const ofRow = a + (<usize>i << 3);
      const single = i + 1 == rows;
      const va = fma(p0, load2(ofRow, single), p1);
      const rho = cosine(fma(p0, load2(at, single), p1), f64x2.sqrt(f64x2.mul(va, vb)));
      const value = series(rho, ofRow + (strideA << 1), strideA, coefficients, strideB, terms, single);
      if (single) v128.store_lane<f64>(at, value, 0);
      else v128.store(at, value);
    }
  }
}

/** Horner's rule in rho², from the first term that can be seen down. */
@inline
function series(rho: v128, a: usize, strideA: usize, b: usize, strideB: usize, terms: i32, single: bool): v128 {
  const square = f64x2.mul(rho, rho);
  const largest = max(f64x2.extract_lane(square, 0), f64x2.extract_lane(square, 1));
  const enough = NEGLIGIBLE / max(1 - largest, 1e-6);
  let t = enough < <f64>terms ? <i32>enough : terms - 1;
  let x = a + <usize>t * strideA;
  let z = b + <usize>t * strideB;
  let sum = f64x2.splat(0);
  for (; t >= 0; t--) {
    sum = fma(sum, square, f64x2.mul(load2(x, single), v128.load_splat<f64>(z)));
    x -= strideA;
    z -= strideB;
  }
  return f64x2.mul(sum, rho);
}

/**
 * tanh u as the mean of erf(b_m·u) with weights w_m: (2/π)·ΣΣ w_m·w_m'·asin(s_m·s_m'·covariance), where
 * s_m = sqrt(2)·b_m/sqrt(1 + 2·b_m²·v) is in the table. Any variance, at the price of an arcsine for each pair of terms.
 */
function mixtureTile(c: usize, rows: i32, columns: i32, lead: i32, a: usize, b: usize, p: usize): void {
  const p0 = v128.load_splat<f64>(p);
  const p1 = v128.load_splat<f64>(p, 8);
  const terms = <i32>load<f64>(p, 16);
  const strideA = <usize>load<f64>(p, 24) << 3;
  const strideB = <usize>load<f64>(p, 32) << 3;
  const weights = p + 40;
  for (let j = 0; j < columns; j++) {
    const ofColumn = b + (<usize>j << 3) + (strideB << 1);
    const column = c + ((<usize>j * <usize>lead) << 3);
    for (let i = 0; i < rows; i += 2) {
      const at = column + (<usize>i << 3);
      const ofRow = a + (<usize>i << 3) + (strideA << 1);
      const single = i + 1 == rows;
      const covariance = fma(p0, load2(at, single), p1);
      let sum = f64x2.splat(0);
      for (let m = 0; m < terms; m++) {
        const scaled = f64x2.mul(covariance, load2(ofRow + <usize>m * strideA, single));
        let inner = f64x2.splat(0);
        for (let k = 0; k < terms; k++) {
          const x = f64x2.mul(scaled, v128.load_splat<f64>(ofColumn + <usize>k * strideB));
          const arc = asin(f64x2.pmax(f64x2.pmin(x, ONE), f64x2.neg(ONE)));
          inner = fma(v128.load_splat<f64>(weights + (<usize>k << 3)), arc, inner);
        }
        sum = fma(v128.load_splat<f64>(weights + (<usize>m << 3)), inner, sum);
      }
      const value = f64x2.mul(sum, TWO_OVER_PI);
      if (single) v128.store_lane<f64>(at, value, 0);
      else v128.store(at, value);
    }
  }
}

/** Two numbers, or one and a zero. */
@inline
function load2(at: usize, single: bool): v128 {
  return single ? v128.load_zero<f64>(at) : v128.load(at);
}
