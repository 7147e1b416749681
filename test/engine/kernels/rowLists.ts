import type { Matrix } from '../../../src/engine/contract/data';

/** Lists of rows as a column-major matrix. */
export function matrixOf(rows: readonly (readonly number[])[]): Matrix {
  const values = rows[0].flatMap((_, c) => rows.map((row) => row[c]));
  return { rows: rows.length, columns: rows[0].length, values: Float64Array.from(values) };
}

/** Row i. */
export function rowAt(x: Matrix, i: number): Float64Array {
  return Float64Array.from({ length: x.columns }, (_, c) => x.values[c * x.rows + i]);
}

/** A·v = b by elimination with partial pivoting; `a` as rows. */
export function solved(a: readonly (readonly number[])[], b: readonly number[]): number[] {
  const rows = a.map((row, i) => [...row, b[i]]);
  const n = rows.length;
  for (let k = 0; k < n; k++) {
    const pivot = rows
      .slice(k)
      .reduce((best, row, i) => (Math.abs(row[k]) > Math.abs(rows[best][k]) ? k + i : best), k);
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = k + 1; i < n; i++) {
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  const solution = new Array<number>(n).fill(0);
  for (let k = n - 1; k >= 0; k--) {
    const known = solution.reduce((sum, v, j) => (j > k ? sum + rows[k][j] * v : sum), 0);
    solution[k] = (rows[k][n] - known) / rows[k][k];
  }
  return solution;
}
