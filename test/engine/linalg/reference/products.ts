import type { LinearAlgebra } from '../../../../src/engine/linalg/linalg';

/** C ← alpha·op(A)·op(B) + beta·C, one sum at a time. */
export const gemm: LinearAlgebra['gemm'] = (transposeA, transposeB, m, n, k, alpha, a, b, beta, c, context) => {
  for (let j = 0; j < n; j++) {
    context.check();
    for (let i = 0; i < m; i++) {
      let sum = 0;
      for (let p = 0; p < k; p++) {
        const left = transposeA ? a.values[a.offset + p + i * a.lead] : a.values[a.offset + i + p * a.lead];
        const right = transposeB ? b.values[b.offset + j + p * b.lead] : b.values[b.offset + p + j * b.lead];
        sum += left * right;
      }
      const at = c.offset + i + j * c.lead;
      c.values[at] = alpha * sum + (beta === 0 ? 0 : beta * c.values[at]);
    }
  }
};

/** The lower triangle of C ← alpha·op(A)·op(A)' + beta·C. */
export const syrk: LinearAlgebra['syrk'] = (transposed, n, k, alpha, a, beta, c, context) => {
  const entry = (i: number, p: number) => a.values[a.offset + (transposed ? p + i * a.lead : i + p * a.lead)];
  for (let j = 0; j < n; j++) {
    context.check();
    for (let i = j; i < n; i++) {
      let sum = 0;
      for (let p = 0; p < k; p++) sum += entry(i, p) * entry(j, p);
      const at = c.offset + i + j * c.lead;
      c.values[at] = alpha * sum + (beta === 0 ? 0 : beta * c.values[at]);
    }
  }
};

/** y ← alpha·op(A)·x + beta·y. */
export const gemv: LinearAlgebra['gemv'] = (transposed, m, n, alpha, a, x, beta, y, context) => {
  context.check();
  const rows = transposed ? n : m;
  const inner = transposed ? m : n;
  for (let i = 0; i < rows; i++) {
    let sum = 0;
    for (let p = 0; p < inner; p++) sum += a.values[a.offset + (transposed ? p + i * a.lead : i + p * a.lead)] * x[p];
    y[i] = alpha * sum + (beta === 0 ? 0 : beta * y[i]);
  }
};
