/**
 * Eigenvalues (descending) and eigenvectors (column i belongs to value i) of a symmetric n×n matrix given by rows, by cyclic
 * Jacobi rotations: slow, short and accurate, for tests only.
 */
export function jacobi(matrix: readonly Float64Array[]): { values: Float64Array; vectors: Float64Array[] } {
  const n = matrix.length;
  const a = matrix.map((row) => row.slice());
  // Its rows are the eigenvectors until the end.
  const v = a.map((_, i) => Float64Array.from({ length: n }, (_, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < 30; sweep++) {
    let off = 0;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) off += a[p][q] ** 2;
    if (off < 1e-30) break;
    for (let p = 0; p < n; p++)
      for (let q = p + 1; q < n; q++) {
        if (Math.abs(a[p][q]) < 1e-300) continue;
        const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.hypot(theta, 1));
        const c = 1 / Math.hypot(t, 1);
        const s = t * c;
        for (const row of a) {
          const x = row[p];
          const y = row[q];
          row[p] = c * x - s * y;
          row[q] = s * x + c * y;
        }
        rotate(a[p], a[q], c, s);
        rotate(v[p], v[q], c, s);
      }
  }
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => a[j][j] - a[i][i]);
  return {
    values: Float64Array.from(order, (i) => a[i][i]),
    vectors: v.map((_, j) => Float64Array.from(order, (i) => v[i][j])),
  };
}

function rotate(one: Float64Array, other: Float64Array, c: number, s: number): void {
  for (let k = 0; k < one.length; k++) {
    const x = one[k];
    const y = other[k];
    one[k] = c * x - s * y;
    other[k] = s * x + c * y;
  }
}
