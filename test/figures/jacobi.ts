/**
 * Eigenvalues (descending) and eigenvectors (column i belongs to value i) of a symmetric n×n matrix given by rows, by cyclic
 * Jacobi rotations: slow, short and accurate, for tests only.
 */
export function jacobi(matrix: readonly Float64Array[]): { values: Float64Array; vectors: Float64Array[] } {
  const n = matrix.length;
  const a = matrix.map((row) => row.slice());
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
        for (let k = 0; k < n; k++) {
          const x = a[k][p];
          const y = a[k][q];
          a[k][p] = c * x - s * y;
          a[k][q] = s * x + c * y;
        }
        for (let k = 0; k < n; k++) {
          const x = a[p][k];
          const y = a[q][k];
          a[p][k] = c * x - s * y;
          a[q][k] = s * x + c * y;
          const u = v[k][p];
          const w = v[k][q];
          v[k][p] = c * u - s * w;
          v[k][q] = s * u + c * w;
        }
      }
  }
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => a[j][j] - a[i][i]);
  return {
    values: Float64Array.from(order, (i) => a[i][i]),
    vectors: v.map((row) => Float64Array.from(order, (i) => row[i])),
  };
}
