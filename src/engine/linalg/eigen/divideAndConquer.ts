import type { RunContext } from '../../contract/context';
import { gemm } from '../gemm';
import { implicitQl } from './implicitQl';
import { type Deflation, deflate } from './rankOneDeflation';
import { secularRoot } from './secular';

/** Below this size QL sweeps are faster than another division. */
const LEAF = 40;

/** Columns that are joined at once. */
const STRIP = 256;

/**
 * Eigenpairs of a symmetric tridiagonal matrix by divide and conquer (Cuppen 1981; Gu and Eisenstat 1995): the matrix is
 * torn into two halves and a rank-one coupling, and the halves' eigenpairs are joined through the secular equation.
 * Eigenvectors that the coupling does not touch are kept as they are; kernel matrices have many of those.
 * Returns the eigenvalues ascending with `order`, the column of `q` (n×n) that belongs to each; overwrites its input.
 */
export function divideAndConquer(
  diagonal: Float64Array,
  offDiagonal: Float64Array,
  q: Float64Array,
  context: RunContext,
): { readonly values: Float64Array; readonly order: Int32Array } {
  const n = diagonal.length;
  const order = new Int32Array(n);
  const space = { columns: new Float64Array(n * n), roots: new Float64Array(n * n) };
  let done = 0;

  const solve = (from: number, size: number): void => {
    if (size <= LEAF) {
      for (let i = 0; i < size; i++) q[(from + i) * n + from + i] = 1;
      implicitQl(diagonal, offDiagonal, from, size, { values: q, offset: from * n + from, lead: n });
      sortLeaf(diagonal, order, from, size);
      return;
    }
    const half = size >> 1;
    const coupling = offDiagonal[from + half - 1];
    diagonal[from + half - 1] -= Math.abs(coupling);
    diagonal[from + half] -= Math.abs(coupling);
    solve(from, half);
    solve(from + half, size - half);
    merge(diagonal, coupling, from, half, size, q, order, space, context);
    done += size ** 3;
    // The halves' halves … sum to a third more than the last merge.
    context.progress(done / (1.34 * n ** 3), 'solving the tridiagonal problem');
  };
  solve(0, n);
  return { values: diagonal.map((_, i) => diagonal[order[i]]), order };
}

function sortLeaf(d: Float64Array, order: Int32Array, from: number, size: number): void {
  const columns = Array.from({ length: size }, (_, i) => from + i).sort((i, j) => d[i] - d[j]);
  order.set(columns, from);
}

/**
 * Joins two solved halves coupled by `coupling`: D + rho·z·z' with z made of the last row of the first half's vectors and the
 * first row of the second's. Afterwards columns from…from+size−1 of `q` and `d` hold the pairs, `order` their ascending order.
 */
function merge(
  d: Float64Array,
  coupling: number,
  from: number,
  half: number,
  size: number,
  q: Float64Array,
  order: Int32Array,
  space: { readonly columns: Float64Array; readonly roots: Float64Array },
  context: RunContext,
): void {
  const n = d.length;
  const middle = from + half;
  const end = from + size;
  const z = new Float64Array(n);
  const sign = coupling < 0 ? -1 : 1;
  for (let c = from; c < middle; c++) z[c] = q[c * n + middle - 1] * Math.SQRT1_2;
  for (let c = middle; c < end; c++) z[c] = sign * q[c * n + middle] * Math.SQRT1_2;
  const rho = 2 * Math.abs(coupling);
  const ascending = mergedOrder(d, order, from, half, size);
  const kept = deflate(d, z, rho, ascending, from, half, size, q);
  const k = kept.columns.length;
  if (k > 0) joinVectors(d, rho, kept, from, half, size, q, space, context);
  order.set(byValue(d, ascending), from);
}

/** Columns of both halves in one ascending order. */
function mergedOrder(d: Float64Array, order: Int32Array, from: number, half: number, size: number): Int32Array {
  const merged = new Int32Array(size);
  let i = from;
  let j = from + half;
  for (let o = 0; o < size; o++) {
    const left = j === from + size || (i < from + half && d[order[i]] <= d[order[j]]);
    merged[o] = order[left ? i++ : j++];
  }
  return merged;
}

function byValue(d: Float64Array, columns: Int32Array): Int32Array {
  return columns.sort((i, j) => d[i] - d[j]);
}

/**
 * Solves the secular equation for the kept part and replaces its columns by the joined vectors. The z of which the computed
 * roots are the exact roots (Gu and Eisenstat) makes the vectors orthogonal to working accuracy however close the roots lie.
 */
function joinVectors(
  d: Float64Array,
  rho: number,
  { columns, values, z, topOnly, both }: Deflation,
  from: number,
  half: number,
  size: number,
  q: Float64Array,
  space: { readonly columns: Float64Array; readonly roots: Float64Array },
  context: RunContext,
): void {
  const n = d.length;
  const k = columns.length;
  const s = space.roots;
  const roots = new Float64Array(k);
  for (let j = 0; j < k; j++) {
    if ((j & 63) === 0) context.check();
    roots[j] = secularRoot(values, z, k, rho, j, s.subarray(j * k, (j + 1) * k));
  }
  const exact = exactWeights(values, z, k, s, context);
  const position = groupedPositions(topOnly, both, k);
  const vector = new Float64Array(k);
  for (let j = 0; j < k; j++) {
    if ((j & 63) === 0) context.check();
    let norm = 0;
    for (let i = 0; i < k; i++) {
      vector[i] = exact[i] / s[j * k + i];
      norm += vector[i] * vector[i];
    }
    const scale = 1 / Math.sqrt(norm);
    for (let i = 0; i < k; i++) s[j * k + position[i]] = vector[i] * scale;
  }
  // Columns with entries in the top half alone come first, in the bottom half alone last: two products skip the zeros.
  const grouped = new Int32Array(k);
  for (let i = 0; i < k; i++) grouped[position[i]] = columns[i];
  let tops = 0;
  let boths = 0;
  for (let i = 0; i < k; i++) {
    if (topOnly[i] === 1) tops++;
    else if (both[i] === 1) boths++;
  }
  const free = columns.slice().sort();
  const upper = tops + boths;
  const lower = k - tops;
  const old = space.columns;
  for (let i = 0; i < upper; i++) copyRows(q, grouped[i] * n + from, half, old, i * half);
  const rest = size - half;
  const oldRest = upper * half;
  for (let i = 0; i < lower; i++) copyRows(q, grouped[tops + i] * n + from + half, rest, old, oldRest + i * rest);
  const source = (offset: number, lead: number) => ({ values: old, offset, lead });
  // The products replace columns that are not neighbours, so they are formed in a strip and put in their places from there.
  const strip = new Float64Array(size * Math.min(STRIP, k));
  for (let j0 = 0; j0 < k; j0 += STRIP) {
    const width = Math.min(STRIP, k - j0);
    const weights = (row: number) => ({ values: s, offset: j0 * k + row, lead: k });
    const target = (row: number) => ({ values: strip, offset: row, lead: size });
    gemm(false, false, half, width, upper, 1, source(0, half), weights(0), 0, target(0), context);
    gemm(false, false, rest, width, lower, 1, source(oldRest, rest), weights(tops), 0, target(half), context);
    for (let j = 0; j < width; j++) {
      copyRows(strip, j * size, size, q, free[j0 + j] * n + from);
      d[free[j0 + j]] = roots[j0 + j];
    }
  }
}

function copyRows(from: Float64Array, start: number, count: number, to: Float64Array, at: number): void {
  to.set(from.subarray(start, start + count), at);
}

/** |z_i|² = prod_j (x_j − d_i)/prod_{j≠i} (d_j − d_i), up to rho, with the sign of z_i; `delta` holds d_i − x_j by columns j. */
function exactWeights(
  d: Float64Array,
  z: Float64Array,
  k: number,
  delta: Float64Array,
  context: RunContext,
): Float64Array {
  const product = new Float64Array(k);
  for (let i = 0; i < k; i++) product[i] = delta[i * k + i];
  for (let j = 0; j < k; j++) {
    if ((j & 63) === 0) context.check();
    const column = j * k;
    const dj = d[j];
    for (let i = 0; i < j; i++) product[i] *= delta[column + i] / (d[i] - dj);
    for (let i = j + 1; i < k; i++) product[i] *= delta[column + i] / (d[i] - dj);
  }
  return product.map((p, i) => (z[i] < 0 ? -1 : 1) * Math.sqrt(Math.abs(p)));
}

/** Where each kept column goes when those of the top half come first, then those of both halves, then the rest. */
function groupedPositions(topOnly: Uint8Array, both: Uint8Array, k: number): Int32Array {
  const position = new Int32Array(k);
  let next = 0;
  for (let i = 0; i < k; i++) if (topOnly[i] === 1) position[i] = next++;
  for (let i = 0; i < k; i++) if (both[i] === 1) position[i] = next++;
  for (let i = 0; i < k; i++) if (topOnly[i] === 0 && both[i] === 0) position[i] = next++;
  return position;
}
