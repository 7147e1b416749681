/** into (length entries) += sum over c < count of weights[c] times column columns[c] of `values` (column-major, `length` rows). */
export function addColumns(
  values: Float64Array,
  length: number,
  columns: Uint32Array,
  weights: Float64Array,
  count: number,
  into: Float64Array,
): void {
  let c = 0;
  for (; c + 3 < count; c += 4) {
    const o0 = columns[c] * length;
    const o1 = columns[c + 1] * length;
    const o2 = columns[c + 2] * length;
    const o3 = columns[c + 3] * length;
    const w0 = weights[c];
    const w1 = weights[c + 1];
    const w2 = weights[c + 2];
    const w3 = weights[c + 3];
    for (let i = 0; i < length; i++)
      into[i] += w0 * values[o0 + i] + w1 * values[o1 + i] + (w2 * values[o2 + i] + w3 * values[o3 + i]);
  }
  for (; c < count; c++) {
    const offset = columns[c] * length;
    const w = weights[c];
    for (let i = 0; i < length; i++) into[i] += w * values[offset + i];
  }
}

/** into[columns[c]] += the inner product of column columns[c] of `values` (column-major, `length` rows) with x, for c < count. */
export function addInnerProducts(
  values: Float64Array,
  length: number,
  columns: Uint32Array,
  count: number,
  x: Float64Array,
  into: Float64Array,
): void {
  let c = 0;
  for (; c + 3 < count; c += 4) {
    const o0 = columns[c] * length;
    const o1 = columns[c + 1] * length;
    const o2 = columns[c + 2] * length;
    const o3 = columns[c + 3] * length;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let i = 0; i < length; i++) {
      const xi = x[i];
      s0 += values[o0 + i] * xi;
      s1 += values[o1 + i] * xi;
      s2 += values[o2 + i] * xi;
      s3 += values[o3 + i] * xi;
    }
    into[columns[c]] += s0;
    into[columns[c + 1]] += s1;
    into[columns[c + 2]] += s2;
    into[columns[c + 3]] += s3;
  }
  for (; c < count; c++) {
    const offset = columns[c] * length;
    let sum = 0;
    for (let i = 0; i < length; i++) sum += values[offset + i] * x[i];
    into[columns[c]] += sum;
  }
}
