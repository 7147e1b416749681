/** The inner product of two vectors of one length, added up in their order. */
export function innerProduct(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** The inner product of `length` entries of `a` from `at` on and of `b` from `from` on, in four sums, none of which waits for another. */
export function dot(a: Float64Array | Float32Array, at: number, b: Float64Array, from: number, length: number): number {
  let [s0, s1, s2, s3, i] = [0, 0, 0, 0, 0];
  for (; i + 3 < length; i += 4) {
    s0 += a[at + i] * b[from + i];
    s1 += a[at + i + 1] * b[from + i + 1];
    s2 += a[at + i + 2] * b[from + i + 2];
    s3 += a[at + i + 3] * b[from + i + 3];
  }
  for (; i < length; i++) s0 += a[at + i] * b[from + i];
  return s0 + s1 + (s2 + s3);
}
