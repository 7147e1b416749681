import { type Computing, full } from '../linalg/linalg';

/**
 * The kernel matrix of n rows as the solvers use it: complete, or as a product of features. `dense`: k is n×n,
 * column-major and symmetric. `factor`: K = Z·Z' with z holding Z' column-major, so that the m features of row i are
 * adjacent at i·m.
 */
export type Gram =
  | { readonly kind: 'dense'; readonly n: number; readonly k: Float64Array }
  | { readonly kind: 'factor'; readonly n: number; readonly m: number; readonly z: Float64Array };

/** K_ii, n. */
export function gramDiagonal(gram: Gram): Float64Array {
  const { n } = gram;
  if (gram.kind === 'dense') return Float64Array.from({ length: n }, (_, i) => gram.k[i + i * n]);
  const { m, z } = gram;
  return Float64Array.from({ length: n }, (_, i) => {
    let sum = 0;
    for (let c = i * m; c < (i + 1) * m; c++) sum += z[c] * z[c];
    return sum;
  });
}

/** K over the rows `at`, |at|×|at|, in the core's memory: in the caller's scope. */
export function gramBlock(gram: Gram, at: Int32Array | Uint32Array, context: Computing): Float64Array {
  const { linalg } = context;
  const size = at.length;
  const block = linalg.allocate(size * size);
  if (gram.kind === 'dense') {
    for (let j = 0, o = 0; j < size; j++) {
      const column = at[j] * gram.n;
      for (let i = 0; i < size; i++, o++) block[o] = gram.k[column + at[i]];
    }
    return block;
  }
  const { m, z } = gram;
  linalg.scope(() => {
    const rows = linalg.allocate(m * size);
    for (let p = 0; p < size; p++) rows.set(z.subarray(at[p] * m, (at[p] + 1) * m), p * m);
    linalg.syrk(true, size, m, 1, full(rows, m), 0, full(block, size), context);
  });
  for (let j = 0; j < size; j++) for (let i = 0; i < j; i++) block[i + j * size] = block[j + i * size];
  return block;
}

/** y ← y − K·a, along the columns where a is not 0. */
export function subtractProduct(gram: Gram, a: Float64Array, y: Float64Array, context: Computing): void {
  const { n } = gram;
  if (gram.kind === 'dense') {
    for (let j = 0; j < n; j++) {
      if (a[j] === 0) continue;
      if (j % 512 === 0) context.check();
      for (let i = 0, o = j * n; i < n; i++, o++) y[i] -= gram.k[o] * a[j];
    }
    return;
  }
  const { m, z } = gram;
  const features = new Float64Array(m);
  for (let i = 0; i < n; i++) {
    if (a[i] === 0) continue;
    for (let c = 0, o = i * m; c < m; c++, o++) features[c] += z[o] * a[i];
  }
  context.linalg.gemv(true, m, n, -1, full(z, m), features, 1, y, context);
}

/** into (n) ← K·x from scratch, through Z'·x for a factor. */
export function gramProduct(gram: Gram, x: Float64Array, into: Float64Array, context: Computing): void {
  const { linalg } = context;
  const { n } = gram;
  if (gram.kind === 'dense') {
    linalg.gemv(false, n, n, 1, full(gram.k, n), x, 0, into, context);
    return;
  }
  const { m, z } = gram;
  const features = new Float64Array(m);
  linalg.gemv(false, m, n, 1, full(z, m), x, 0, features, context);
  linalg.gemv(true, m, n, 1, full(z, m), features, 0, into, context);
}
