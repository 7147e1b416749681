// Kernels of the distance: r² = max(0, a + b − 2·dot), then one function per class. Every class has `of(r², p0, p1, power)`
// for two rows at once, p0, p1 and power being the first three parameters; the tile loop is compiled once per class.

import { decay } from './elementaryExp';
import { log } from './elementaryLog';
import { HALF, ONE, TWO, pair } from './elementaryPolynomial';
import { fma, fnma } from './fma';

const ZERO: v128 = pair(0);
const THIRD: v128 = pair(1.0 / 3.0);
/** Keeps 0·log 0 from being NaN; far below where the product could be seen. */
const LEAST_SQUARE: v128 = pair(1e-300);
/** Keeps infinity·0 from being NaN where a distance is many length scales. */
const FAR: v128 = pair(1e150);

/** The maps of this file, by the names under which kernels ask for them: the module exports each as "RadialMap.…". */
export enum RadialMap {
  Gaussian = 0,
  Laplace = 1,
  Matern32 = 2,
  Matern52 = 3,
  Cauchy = 4,
  ThinPlate = 5,
  PolyharmonicOdd = 6,
  PolyharmonicEven = 7,
  NegativeDistance = 8,
  Multiquadric = 9,
}

/** See mapTile. */
export function radialMap(map: i32, c: usize, rows: i32, columns: i32, lead: i32, a: usize, b: usize, p: usize): void {
  switch (map) {
    case RadialMap.Gaussian: return radialTile<Gaussian>(c, rows, columns, lead, a, b, p);
    case RadialMap.Laplace: return radialTile<Laplace>(c, rows, columns, lead, a, b, p);
    case RadialMap.Matern32: return radialTile<Matern32>(c, rows, columns, lead, a, b, p);
    case RadialMap.Matern52: return radialTile<Matern52>(c, rows, columns, lead, a, b, p);
    case RadialMap.Cauchy: return radialTile<Cauchy>(c, rows, columns, lead, a, b, p);
    case RadialMap.ThinPlate: return radialTile<ThinPlate>(c, rows, columns, lead, a, b, p);
    case RadialMap.PolyharmonicOdd: return radialTile<PolyharmonicOdd>(c, rows, columns, lead, a, b, p);
    case RadialMap.PolyharmonicEven: return radialTile<PolyharmonicEven>(c, rows, columns, lead, a, b, p);
    case RadialMap.NegativeDistance: return radialTile<NegativeDistance>(c, rows, columns, lead, a, b, p);
    case RadialMap.Multiquadric: return radialTile<Multiquadric>(c, rows, columns, lead, a, b, p);
    default: unreachable();
  }
}

/** See mapTile. `K` has no state, and its instance no address. */
function radialTile<K>(c: usize, rows: i32, columns: i32, lead: i32, a: usize, b: usize, p: usize): void {
  const kernel = changetype<K>(<usize>0);
  const p0 = v128.load_splat<f64>(p);
  const p1 = v128.load_splat<f64>(p, 8);
  const power = <i32>load<f64>(p, 16);
  const paired = <usize>(rows & ~1) << 3;
  for (let j = 0; j < columns; j++) {
    const bj = v128.load_splat<f64>(b + (<usize>j << 3));
    const column = c + ((<usize>j * <usize>lead) << 3);
    let i: usize = 0;
    for (; i < paired; i += 16) {
      const square = squaredDistance(v128.load(column + i), v128.load(a + i), bj);
      v128.store(column + i, kernel.of(square, p0, p1, power));
    }
    if (rows & 1) {
      const square = squaredDistance(v128.load_zero<f64>(column + i), v128.load_zero<f64>(a + i), bj);
      v128.store_lane<f64>(column + i, kernel.of(square, p0, p1, power), 0);
    }
  }
}

/** The pseudo-maximum lets NaN pass. */
@inline
function squaredDistance(dot: v128, a: v128, b: v128): v128 {
  return f64x2.pmax(fnma(dot, TWO, f64x2.add(a, b)), ZERO);
}

/** 2^(p0·r²), p0 = −log2(e)/2s². */
@unmanaged
class Gaussian {
  @inline
  of(square: v128, p0: v128, p1: v128, power: i32): v128 {
    return decay(f64x2.mul(p0, square));
  }
}

/** 2^(p0·r), p0 = −log2(e)/s. */
@unmanaged
class Laplace {
  @inline
  of(square: v128, p0: v128, p1: v128, power: i32): v128 {
    return decay(f64x2.mul(p0, f64x2.sqrt(square)));
  }
}

/** (1 + t)·e^−t, t = p1·r = sqrt(3)·r/s; p0 = −log2(e)·p1. */
@unmanaged
class Matern32 {
  @inline
  of(square: v128, p0: v128, p1: v128, power: i32): v128 {
    const r = f64x2.sqrt(square);
    const e = decay(f64x2.mul(p0, r));
    return fma(f64x2.pmin(f64x2.mul(p1, r), FAR), e, e);
  }
}

/** (1 + t + t²/3)·e^−t, t = p1·r = sqrt(5)·r/s; p0 = −log2(e)·p1. */
@unmanaged
class Matern52 {
  @inline
  of(square: v128, p0: v128, p1: v128, power: i32): v128 {
    const r = f64x2.sqrt(square);
    const e = decay(f64x2.mul(p0, r));
    const t = f64x2.pmin(f64x2.mul(p1, r), FAR);
    return fma(f64x2.mul(t, fma(t, THIRD, ONE)), e, e);
  }
}

/** 1/(1 + p0·r²), p0 = 1/s². */
@unmanaged
class Cauchy {
  @inline
  of(square: v128, p0: v128, p1: v128, power: i32): v128 {
    return f64x2.div(ONE, fma(p0, square, ONE));
  }
}

/** r²·log r; 0 at r = 0. */
@unmanaged
class ThinPlate {
  @inline
  of(square: v128, p0: v128, p1: v128, power: i32): v128 {
    return f64x2.mul(f64x2.mul(square, HALF), log(f64x2.pmax(square, LEAST_SQUARE)));
  }
}

/** p0·r·(r²)^power, p0 the sign. */
@unmanaged
class PolyharmonicOdd {
  @inline
  of(square: v128, p0: v128, p1: v128, power: i32): v128 {
    return f64x2.mul(f64x2.mul(p0, f64x2.sqrt(square)), raised(square, power));
  }
}

/** p0·(r²)^power·log r², p0 half the sign; 0 at r = 0. */
@unmanaged
class PolyharmonicEven {
  @inline
  of(square: v128, p0: v128, p1: v128, power: i32): v128 {
    return f64x2.mul(f64x2.mul(p0, raised(square, power)), log(f64x2.pmax(square, LEAST_SQUARE)));
  }
}

/** −r. */
@unmanaged
class NegativeDistance {
  @inline
  of(square: v128, p0: v128, p1: v128, power: i32): v128 {
    return f64x2.neg(f64x2.sqrt(square));
  }
}

/** −sqrt(p0 + r²), p0 = c². */
@unmanaged
class Multiquadric {
  @inline
  of(square: v128, p0: v128, p1: v128, power: i32): v128 {
    return f64x2.neg(f64x2.sqrt(f64x2.add(p0, square)));
  }
}

/** x^n by repeated squaring, n ≥ 0. */
@inline
export function raised(x: v128, n: i32): v128 {
  let result = ONE;
  while (n > 0) {
    if (n & 1) result = f64x2.mul(result, x);
    n >>= 1;
    x = f64x2.mul(x, x);
  }
  return result;
}
