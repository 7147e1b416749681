// Multiply-add on pairs of float64. The relaxed build lets the machine fuse it (one rounding instead of two); the plain build
// multiplies, then adds. Nothing may rely on which of the two happens.

/** a·b + c. */
@inline
export function fma(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return v128.relaxed_madd<f64>(a, b, c);
  return v128.add<f64>(v128.mul<f64>(a, b), c);
}

/** c − a·b. */
@inline
export function fnma(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return v128.relaxed_nmadd<f64>(a, b, c);
  return v128.sub<f64>(c, v128.mul<f64>(a, b));
}

/** The sum of both lanes. */
@inline
export function laneSum(v: v128): f64 {
  return v128.extract_lane<f64>(v, 0) + v128.extract_lane<f64>(v, 1);
}
