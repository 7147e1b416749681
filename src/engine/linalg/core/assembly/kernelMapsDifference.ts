// Kernels that are products over columns of an even periodic function of x − z. With u the distance to the nearest period, 0 at
// a whole period and 1 half way, the function is a polynomial in 2u² − 1 plus a singular part in u (periodicSeries.ts).
// Parameters: 0 the PeriodicId, 1 amplitude, 2 exponent, 3 epsilon, 4 second amplitude, 8…23 the polynomial's coefficients.

import { exp, expm1 } from './elementaryExp';
import { log } from './elementaryLog';
import { ONE, TWO, pair, term } from './elementaryPolynomial';
import { fma, fnma } from './fma';
import { PeriodicId } from './functionIds';
import { raised } from './kernelMapsRadial';

const ONE_OVER_PI: v128 = pair(0.3183098861837907);
const ONE_OVER_TWO_PI: v128 = pair(0.15915494309189535);
/** 2π in parts of 33 bits and a rest. */
const TURN_1: v128 = pair(6.2831853069365025);
const TURN_2: v128 = pair(2.4308402025215864e-10);
const TURN_3: v128 = pair(8.089064995183803e-21);
/** A distance whose logarithm is finite, and a number that takes the exponential of its logarithm to 0. */
const LEAST: v128 = pair(1e-300);
const VANISHING: v128 = pair(1e9);
const ZERO: v128 = pair(0);

/** The maps of this file, by the names under which kernels ask for them: the module exports each as "DifferenceMap.…". */
export enum DifferenceMap {
  Spline = 300,
  Trigonometric = 301,
}

/**
 * c (rows×columns, column-major, entry (i, j) at c + (i + j·lead)·8) ← the product over from ≤ l < to of the function
 * of x_il − z_jl, times the value there unless from is 0. x and z column-major: x_il at x + (i + l·xLead)·8, from the
 * tile's first row and first column on.
 */
export function differenceTile(
  form: i32, c: usize, rows: i32, columns: i32, lead: i32,
  x: usize, xLead: i32, z: usize, zLead: i32, from: i32, to: i32, p: usize,
): void {
  const singular = <i32>load<f64>(p);
  for (let l = from; l < to; l++) {
    const xl = x + ((<usize>l * <usize>xLead) << 3);
    const zl = z + ((<usize>l * <usize>zLead) << 3);
    for (let j = 0; j < columns; j++) {
      const column = c + ((<usize>j * <usize>lead) << 3);
      const zj = v128.load_splat<f64>(zl + (<usize>j << 3));
      if (form == DifferenceMap.Spline) forSingular<Turns>(singular, column, rows, xl, zj, l == 0, p);
      else forSingular<Radians>(singular, column, rows, xl, zj, l == 0, p);
    }
  }
}

@inline
function forSingular<D>(singular: i32, c: usize, rows: i32, x: usize, z: v128, first: bool, p: usize): void {
  if (singular == PeriodicId.WholePower) sweep<D, WholePower>(c, rows, x, z, first, p);
  else if (singular == PeriodicId.RealPower) sweep<D, RealPower>(c, rows, x, z, first, p);
  else sweep<D, NearLogarithm>(c, rows, x, z, first, p);
}

/** One column of the tile times one factor of the product; `first` overwrites the values there. */
function sweep<D, S>(c: usize, rows: i32, x: usize, z: v128, first: bool, p: usize): void {
  const distance = changetype<D>(<usize>0);
  const singular = changetype<S>(<usize>0);
  for (let i = 0; i < rows; i += 2) {
    const at = c + (<usize>i << 3);
    const from = x + (<usize>i << 3);
    const single = i + 1 == rows;
    const u = distance.of(f64x2.sub(single ? v128.load_zero<f64>(from) : v128.load(from), z));
    let value = f64x2.add(regular(fma(f64x2.mul(u, u), TWO, f64x2.neg(ONE)), p), singular.of(u, p));
    if (!first) value = f64x2.mul(value, single ? v128.load_zero<f64>(at) : v128.load(at));
    if (single) v128.store_lane<f64>(at, value, 0);
    else v128.store(at, value);
  }
}

/** The polynomial of degree 15, coefficients from the constant up. */
@inline
function regular(s: v128, p: usize): v128 {
  let q = v128.load_splat<f64>(p, 184);
  q = term(q, s, v128.load_splat<f64>(p, 176));
  q = term(q, s, v128.load_splat<f64>(p, 168));
  q = term(q, s, v128.load_splat<f64>(p, 160));
  q = term(q, s, v128.load_splat<f64>(p, 152));
  q = term(q, s, v128.load_splat<f64>(p, 144));
  q = term(q, s, v128.load_splat<f64>(p, 136));
  q = term(q, s, v128.load_splat<f64>(p, 128));
  q = term(q, s, v128.load_splat<f64>(p, 120));
  q = term(q, s, v128.load_splat<f64>(p, 112));
  q = term(q, s, v128.load_splat<f64>(p, 104));
  q = term(q, s, v128.load_splat<f64>(p, 96));
  q = term(q, s, v128.load_splat<f64>(p, 88));
  q = term(q, s, v128.load_splat<f64>(p, 80));
  q = term(q, s, v128.load_splat<f64>(p, 72));
  return term(q, s, v128.load_splat<f64>(p, 64));
}

/** Period 1. */
@unmanaged
class Turns {
  @inline
  of(t: v128): v128 {
    return f64x2.mul(f64x2.abs(f64x2.sub(t, f64x2.nearest(t))), TWO);
  }
}

/** Period 2π; accurate for differences below 6 million. */
@unmanaged
class Radians {
  @inline
  of(t: v128): v128 {
    const n = f64x2.nearest(f64x2.mul(t, ONE_OVER_TWO_PI));
    const r = fnma(n, TURN_3, fnma(n, TURN_2, fnma(n, TURN_1, t)));
    return f64x2.mul(f64x2.abs(r), ONE_OVER_PI);
  }
}

/** amplitude·u^exponent, the exponent odd. */
@unmanaged
class WholePower {
  @inline
  of(u: v128, p: usize): v128 {
    return f64x2.mul(v128.load_splat<f64>(p, 8), raised(u, <i32>load<f64>(p, 16)));
  }
}

/** amplitude·u^exponent, the exponent real and positive. */
@unmanaged
class RealPower {
  @inline
  of(u: v128, p: usize): v128 {
    return f64x2.mul(v128.load_splat<f64>(p, 8), exp(f64x2.mul(v128.load_splat<f64>(p, 16), log(u))));
  }
}

/** u^exponent·(amplitude·log u + second·(u^epsilon − 1)), the exponent even; one of the two amplitudes is 0. */
@unmanaged
class NearLogarithm {
  @inline
  of(u: v128, p: usize): v128 {
    const logarithm = log(f64x2.pmax(u, LEAST));
    const away = v128.and(f64x2.eq(u, ZERO), VANISHING);
    const power = expm1(f64x2.sub(f64x2.mul(v128.load_splat<f64>(p, 24), logarithm), away));
    const sum = fma(v128.load_splat<f64>(p, 8), logarithm, f64x2.mul(v128.load_splat<f64>(p, 32), power));
    return f64x2.mul(raised(u, <i32>load<f64>(p, 16)), sum);
  }
}
