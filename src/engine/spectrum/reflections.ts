import { reflect, reflector } from '../linalg/householderQr';
import type { Computing } from '../linalg/linalg';

/** The product of p Householder reflections of n-vectors, H = I − V·T·V' (Schreiber and Van Loan 1989). */
export interface Reflections {
  readonly n: number;
  readonly p: number;
  /** n×p with a unit diagonal and zeros above it. */
  readonly v: Float64Array;
  /** p×p upper triangular. */
  readonly t: Float64Array;
}

/**
 * The orthogonal H whose first p columns span the same space as Q (n×p, orthonormal columns). The n rows that it makes
 * from rows p…n−1 of a vector, H·(0; v), are orthogonal to Q to rounding for any v.
 */
export function reflectionsOnto(q: Float64Array, n: number, p: number): Reflections {
  const v = q.slice(0, n * p);
  const tau = new Float64Array(p);
  for (let j = 0; j < p; j++) {
    tau[j] = reflector(v, j * n + j, (j + 1) * n);
    for (let c = j + 1; c < p; c++) reflect(v, j * n, v, c * n, j, n, tau[j]);
  }
  const t = new Float64Array(p * p);
  for (let j = 0; j < p; j++) {
    v.fill(0, j * n, j * n + j);
    v[j * n + j] = 1;
    const inner = new Float64Array(j);
    for (let i = 0; i < j; i++) for (let row = j; row < n; row++) inner[i] += v[i * n + row] * v[j * n + row];
    t[j + j * p] = tau[j];
    for (let i = 0; i < j; i++) for (let l = i; l < j; l++) t[i + j * p] -= tau[j] * t[i + l * p] * inner[l];
  }
  return { n, p, v, t };
}

/** Columns of A (n×columns) ← H·A, or H'·A when `transposed`. */
export function applyReflections(
  { n, p, v, t }: Reflections,
  transposed: boolean,
  a: Float64Array,
  columns: number,
  context: Computing,
): void {
  const { linalg } = context;
  if (p === 0 || columns === 0) return;
  linalg.scope(() => {
    const product = linalg.allocate(p * columns);
    const scaled = linalg.allocate(p * columns);
    const reflectors = { values: v, offset: 0, lead: n };
    const target = { values: a, offset: 0, lead: n };
    const small = (values: Float64Array) => ({ values, offset: 0, lead: p });
    linalg.gemm(true, false, p, columns, n, 1, reflectors, target, 0, small(product), context);
    linalg.gemm(transposed, false, p, columns, p, 1, small(t), small(product), 0, small(scaled), context);
    linalg.gemm(false, false, n, columns, p, -1, reflectors, small(scaled), 1, target, context);
  });
}

/**
 * H'·K·H for a symmetric K (n×n, both triangles; overwritten), of which the block of rows and columns p…n−1 is returned,
 * packed at the start of `gram`. With W = K·V·T and M = T'·V'·W it is K − V·Z' − Z·V', Z = W − V·M/2: products of rank p.
 */
export function reflectedComplement({ n, p, v, t }: Reflections, gram: Float64Array, context: Computing): Float64Array {
  const { linalg } = context;
  const q = n - p;
  linalg.scope(() => {
    const tall = (values: Float64Array, from = 0) => ({ values, offset: from, lead: n });
    const small = (values: Float64Array) => ({ values, offset: 0, lead: p });
    const image = linalg.allocate(n * p);
    const z = linalg.allocate(n * p);
    const inner = linalg.allocate(p * p);
    const middle = linalg.allocate(p * p);
    linalg.gemm(false, false, n, p, n, 1, tall(gram), tall(v), 0, tall(image), context);
    linalg.gemm(false, false, n, p, p, 1, tall(image), small(t), 0, tall(z), context);
    linalg.gemm(true, false, p, p, n, 1, tall(v), tall(z), 0, small(inner), context);
    linalg.gemm(true, false, p, p, p, 1, small(t), small(inner), 0, small(middle), context);
    linalg.gemm(false, false, n, p, p, -0.5, tall(v), small(middle), 1, tall(z), context);
    const block = { values: gram, offset: p * n + p, lead: n };
    linalg.gemm(false, true, q, q, p, -1, tall(v, p), tall(z, p), 1, block, context);
    linalg.gemm(false, true, q, q, p, -1, tall(z, p), tall(v, p), 1, block, context);
  });
  // Columns move towards the start, so none is overwritten before it has moved.
  for (let j = 0; j < q; j++) gram.copyWithin(j * q, (p + j) * n + p, (p + j) * n + n);
  return gram.subarray(0, q * q);
}
