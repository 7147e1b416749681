// Kernels of the inner product and the norms. Every class has `prepared(squared norm, p0, p1)`, the number it needs for
// a row, and `of(dot, prepared row, prepared column, p0, p1, power)` for two rows at once.
//
// A row of norm 0 is taken to be at right angles to every row, itself included. For the arc-cosine kernel of order 0
// this is the expectation of 2·step(w·x)·step(w·z) with step(0) = 1/2; the kernels of higher order are 0 there.

import { acos, asin } from './elementaryArcs';
import { ONE, TWO, pair } from './elementaryPolynomial';
import { raised } from './kernelMapsRadial';
import { fma } from './fma';

const ZERO: v128 = pair(0);
const MINUS_ONE: v128 = pair(-1);
const THREE: v128 = pair(3);
const ONE_OVER_PI: v128 = pair(0.3183098861837907);
const HALF_OVER_PI: v128 = pair(0.15915494309189535);
const TWO_OVER_PI: v128 = pair(0.6366197723675814);

/** The maps of this file, by the names under which kernels ask for them: the module exports each as "AngularMap.…". */
export enum AngularMap {
  Linear = 100,
  Polynomial = 101,
  ArcCosine0 = 102,
  ArcCosine1 = 103,
  ArcCosine2 = 104,
  NetworkRelu = 105,
  NetworkErf = 106,
}

/** See mapTile. */
export function angularMap(map: i32, c: usize, rows: i32, columns: i32, lead: i32, a: usize, b: usize, p: usize): void {
  switch (map) {
    case AngularMap.Linear: return;
    case AngularMap.Polynomial: return angularTile<Polynomial>(c, rows, columns, lead, a, b, p);
    case AngularMap.ArcCosine0: return angularTile<ArcCosine0>(c, rows, columns, lead, a, b, p);
    case AngularMap.ArcCosine1: return angularTile<ArcCosine1>(c, rows, columns, lead, a, b, p);
    case AngularMap.ArcCosine2: return angularTile<ArcCosine2>(c, rows, columns, lead, a, b, p);
    case AngularMap.NetworkRelu: return angularTile<NetworkRelu>(c, rows, columns, lead, a, b, p);
    case AngularMap.NetworkErf: return angularTile<NetworkErf>(c, rows, columns, lead, a, b, p);
    default: unreachable();
  }
}

/** See mapTile. `K` has no state, and its instance no address. */
function angularTile<K>(c: usize, rows: i32, columns: i32, lead: i32, a: usize, b: usize, p: usize): void {
  const kernel = changetype<K>(<usize>0);
  const p0 = v128.load_splat<f64>(p);
  const p1 = v128.load_splat<f64>(p, 8);
  const power = <i32>load<f64>(p, 16);
  const paired = <usize>(rows & ~1) << 3;
  for (let j = 0; j < columns; j++) {
    const bj = kernel.prepared(v128.load_splat<f64>(b + (<usize>j << 3)), p0, p1);
    const column = c + ((<usize>j * <usize>lead) << 3);
    let i: usize = 0;
    for (; i < paired; i += 16) {
      const ai = kernel.prepared(v128.load(a + i), p0, p1);
      v128.store(column + i, kernel.of(v128.load(column + i), ai, bj, p0, p1, power));
    }
    if (rows & 1) {
      const ai = kernel.prepared(v128.load_zero<f64>(a + i), p0, p1);
      v128.store_lane<f64>(column + i, kernel.of(v128.load_zero<f64>(column + i), ai, bj, p0, p1, power), 0);
    }
  }
}

/** (p0·dot + p1)^power. */
@unmanaged
class Polynomial {
  @inline
  prepared(squaredNorm: v128, p0: v128, p1: v128): v128 {
    return squaredNorm;
  }
  @inline
  of(dot: v128, a: v128, b: v128, p0: v128, p1: v128, power: i32): v128 {
    return raised(fma(p0, dot, p1), power);
  }
}

/** (π − angle)/π. */
@unmanaged
class ArcCosine0 {
  @inline
  prepared(squaredNorm: v128, p0: v128, p1: v128): v128 {
    return f64x2.sqrt(squaredNorm);
  }
  @inline
  of(dot: v128, a: v128, b: v128, p0: v128, p1: v128, power: i32): v128 {
    return f64x2.mul(supplement(cosine(dot, f64x2.mul(a, b))), ONE_OVER_PI);
  }
}

@unmanaged
class ArcCosine1 {
  @inline
  prepared(squaredNorm: v128, p0: v128, p1: v128): v128 {
    return f64x2.sqrt(squaredNorm);
  }
  @inline
  of(dot: v128, a: v128, b: v128, p0: v128, p1: v128, power: i32): v128 {
    return firstOrder(dot, f64x2.mul(a, b), ONE_OVER_PI);
  }
}

/** (1/π)·size²·(3·sin·cos + (π − angle)·(1 + 2·cos²)). */
@unmanaged
class ArcCosine2 {
  @inline
  prepared(squaredNorm: v128, p0: v128, p1: v128): v128 {
    return f64x2.sqrt(squaredNorm);
  }
  @inline
  of(dot: v128, a: v128, b: v128, p0: v128, p1: v128, power: i32): v128 {
    const size = f64x2.mul(a, b);
    const c = cosine(dot, size);
    const second = fma(f64x2.mul(c, c), TWO, ONE);
    const j = fma(supplement(c), second, f64x2.mul(f64x2.mul(sine(c), c), THREE));
    return f64x2.mul(f64x2.mul(f64x2.mul(size, size), ONE_OVER_PI), j);
  }
}

/** Half the arc-cosine kernel of order 1 of the layer's inputs: variance and covariance p0·(…) + p1. */
@unmanaged
class NetworkRelu {
  @inline
  prepared(squaredNorm: v128, p0: v128, p1: v128): v128 {
    return f64x2.sqrt(fma(p0, squaredNorm, p1));
  }
  @inline
  of(dot: v128, a: v128, b: v128, p0: v128, p1: v128, power: i32): v128 {
    return firstOrder(fma(p0, dot, p1), f64x2.mul(a, b), HALF_OVER_PI);
  }
}

/** (2/π)·asin(2·covariance/sqrt((1 + 2·variance)·(1 + 2·variance))) (Williams 1998). */
@unmanaged
class NetworkErf {
  @inline
  prepared(squaredNorm: v128, p0: v128, p1: v128): v128 {
    return f64x2.sqrt(fma(TWO, fma(p0, squaredNorm, p1), ONE));
  }
  @inline
  of(dot: v128, a: v128, b: v128, p0: v128, p1: v128, power: i32): v128 {
    const covariance = fma(p0, dot, p1);
    return f64x2.mul(asin(clipped(f64x2.div(f64x2.add(covariance, covariance), f64x2.mul(a, b)))), TWO_OVER_PI);
  }
}

/** factor·size·(sin + (π − angle)·cos). */
@inline
function firstOrder(dot: v128, size: v128, factor: v128): v128 {
  const c = cosine(dot, size);
  return f64x2.mul(f64x2.mul(size, factor), fma(supplement(c), c, sine(c)));
}

/** dot/size in [−1, 1]; 0 where the size is 0. NaN passes. */
@inline
export function cosine(dot: v128, size: v128): v128 {
  return v128.andnot(clipped(f64x2.div(dot, size)), f64x2.eq(size, ZERO));
}

@inline
function clipped(x: v128): v128 {
  return f64x2.pmax(f64x2.pmin(x, ONE), MINUS_ONE);
}

/** π − angle from the angle's cosine, without cancellation. */
@inline
function supplement(c: v128): v128 {
  return acos(f64x2.neg(c));
}

@inline
function sine(c: v128): v128 {
  return f64x2.sqrt(f64x2.mul(f64x2.sub(ONE, c), f64x2.add(ONE, c)));
}
