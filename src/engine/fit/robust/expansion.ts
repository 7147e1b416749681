import type { Matrix } from '../../contract/data';
import type { KernelSpec } from '../../contract/kernel';
import { landmarkFactor } from '../../features/landmarks/landmarkMap';
import { uniformRows } from '../../features/landmarks/uniformRows';
import { kernelCross, kernelDiagonal, kernelGram } from '../../kernels/kernelMatrix';
import { pickRows } from '../../kernels/rows';
import { gatherColumns } from '../../linalg/gatherRows';
import type { Computing, LinearAlgebra } from '../../linalg/linalg';
import type { Gram } from '../../solvers/gram';

/** The kernel over the training rows as the solvers take it, and the way from their coefficients to new rows. */
export interface Expansion {
  readonly gram: Gram;
  /** f(x) = sum_e coefficient_e·k(x, x_e) over these rows: all training rows, or the landmarks. */
  readonly points: Matrix;
  /** Coefficients on `points` for alpha on the training rows (n). */
  coefficients(alpha: Float64Array): Float64Array;
  readonly landmarks?: { readonly count: number; readonly traceLeft: number };
}

/** The expansion over all rows, with their kernel matrix in the core's memory until the caller's scope ends. */
export function wholeExpansion(kernel: KernelSpec, x: Matrix, context: Computing): Expansion {
  const n = x.rows;
  const k = kernelGram(kernel, x, context, context.linalg.allocate(n * n));
  return { gram: { kind: 'dense', n, k }, points: x, coefficients: (alpha) => alpha };
}

/**
 * Nyström: K ≈ Z·Z' with Z = K_nm·L^-T and L·L' = K_mm over `count` landmarks drawn evenly by `seed`. Z and L live as long as the
 * caller's scope. Time n·m², memory n·m.
 */
export function landmarkExpansion(
  kernel: KernelSpec,
  x: Matrix,
  count: number,
  seed: number,
  context: Computing,
): Expansion {
  const { linalg } = context;
  const n = x.rows;
  const m = Math.min(count, n);
  const points = pickRows(x, uniformRows(n, m, seed, context).sort());
  const { factor: l } = landmarkFactor(kernel, points, context);
  const z = linalg.allocate(n * m);
  z.set(kernelCross(kernel, points, x, context));
  linalg.solveLower(l, m, false, z, n, context);
  const trace = kernelDiagonal(kernel, x, context).reduce((sum, v) => sum + v, 0);
  let captured = 0;
  for (let o = 0; o < n * m; o++) captured += z[o] * z[o];
  return {
    gram: { kind: 'factor', n, m, z },
    points,
    landmarks: { count: m, traceLeft: Math.max(0, 1 - captured / trace) },
    coefficients(alpha) {
      const w = factorSum(z, m, alpha);
      linalg.solveLower(l, m, true, w, 1, context);
      return w;
    },
  };
}

/** Z'·alpha, m entries. */
export function factorSum(z: Float64Array, m: number, alpha: Float64Array): Float64Array {
  const w = new Float64Array(m);
  alpha.forEach((a, i) => {
    if (a !== 0) for (let j = 0, o = i * m; j < m; j++, o++) w[j] += a * z[o];
  });
  return w;
}

/** The Gram matrix of the same kernel over some of the rows, in the core's memory. */
export function gramOf(gram: Gram, rows: Uint32Array, linalg: LinearAlgebra): Gram {
  const n = rows.length;
  if (gram.kind === 'factor') {
    const { m } = gram;
    return { kind: 'factor', n, m, z: gatherColumns(gram.z, m, rows, linalg.allocate(n * m)) };
  }
  return { kind: 'dense', n, k: crossOf(gram, rows, rows, linalg) };
}

/** k(x_i, x_j) for rows i and columns j of a dense Gram matrix, in the core's memory. */
export function crossOf(
  gram: Gram & { readonly kind: 'dense' },
  rows: Uint32Array,
  columns: Uint32Array,
  linalg: LinearAlgebra,
): Float64Array {
  const n = rows.length;
  const k = linalg.allocate(n * columns.length);
  columns.forEach((column, j) => {
    const from = column * gram.n;
    for (let i = 0, o = j * n; i < n; i++, o++) k[o] = gram.k[from + rows[i]];
  });
  return k;
}
