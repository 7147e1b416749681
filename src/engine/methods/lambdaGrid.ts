/** Ten per decade from 1e-10 to 1, per sample: K/n has trace 1, so lambda = 1 leaves less than half of any direction. */
export function lambdaGrid(): Float64Array {
  return Float64Array.from({ length: 101 }, (_, i) => Number((10 ** (i / 10 - 10)).toPrecision(12)));
}

/** The same range in steps of a quarter of a decade: enough to compare length scales by. */
export function coarseLambdaGrid(): Float64Array {
  return Float64Array.from({ length: 41 }, (_, i) => 10 ** (i / 4 - 10));
}
