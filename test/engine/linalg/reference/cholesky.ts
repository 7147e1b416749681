import type { LinearAlgebra } from '../../../../src/engine/linalg/linalg';

/** The factor column by column, from the columns to its left. */
export const cholesky: LinearAlgebra['cholesky'] = (a, n, context) => {
  for (let j = 0; j < n; j++) {
    context.check();
    for (let p = 0; p < j; p++) for (let i = j; i < n; i++) a[i + j * n] -= a[i + p * n] * a[j + p * n];
    const pivot = a[j + j * n];
    if (!(pivot > 0 && pivot < Number.POSITIVE_INFINITY)) return { pivot: j + 1 };
    const root = Math.sqrt(pivot);
    for (let i = j; i < n; i++) a[i + j * n] /= root;
  }
  return undefined;
};

/** Forward substitution with L, or backward substitution with L', for one column of B after the other. */
export const solveLower: LinearAlgebra['solveLower'] = (l, n, transposed, b, columns, context) => {
  for (let c = 0; c < columns; c++) {
    context.check();
    for (let step = 0; step < n; step++) {
      const j = transposed ? n - 1 - step : step;
      let sum = b[j + c * n];
      if (transposed) for (let i = j + 1; i < n; i++) sum -= l[i + j * n] * b[i + c * n];
      else for (let i = 0; i < j; i++) sum -= l[j + i * n] * b[i + c * n];
      b[j + c * n] = sum / l[j + j * n];
    }
  }
};

/** X·op(L) = B is op(L)'·X' = B': the same substitutions for one row of B after the other. */
export const solveLowerRight: LinearAlgebra['solveLowerRight'] = (l, n, transposed, b, rows, context) => {
  const row = new Float64Array(n);
  for (let r = 0; r < rows; r++) {
    for (let j = 0; j < n; j++) row[j] = b[r + j * rows];
    solveLower(l, n, !transposed, row, 1, context);
    for (let j = 0; j < n; j++) b[r + j * rows] = row[j];
  }
};
