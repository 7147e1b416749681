import type { RunContext } from '../../contract/context';

/** A = Q·T·Q': T's diagonal and off-diagonal; Q as reflectors H_j = I − tau_j·v_j·v_j' in the columns of the reduced matrix. */
export interface Tridiagonal {
  /** n. */
  readonly diagonal: Float64Array;
  /** n − 1 used: entry j couples j and j + 1. */
  readonly offDiagonal: Float64Array;
  /** v_j stands in column j from row j + 1 down, its first entry 1. */
  readonly tau: Float64Array;
}

/** Squares of smaller numbers lose digits; against a largest entry of about 1 such a column counts as zero. */
const NEGLIGIBLE = 1e-140;

/**
 * Householder reduction of a symmetric matrix to tridiagonal form, in place in the lower triangle of `a` (n×n).
 * Each step passes once over the remaining triangle: it applies the last step's rank-two update and gathers the product
 * with the new reflector on the way, since the pass over memory is what costs. Entries should be scaled to about 1.
 */
export function tridiagonalise(a: Float64Array, n: number, context: RunContext): Tridiagonal {
  const diagonal = new Float64Array(n);
  const offDiagonal = new Float64Array(n);
  const tau = new Float64Array(n);
  // The pending update A ← A − v·w' − w·v', and the new reflector u with its product p = A·u.
  let v = new Float64Array(n);
  const w = new Float64Array(n);
  let u = new Float64Array(n);
  const p = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    const column = j * n;
    updateColumn(a, column, j, n, v, w);
    diagonal[j] = a[column + j];
    if (j === n - 1) break;
    tau[j] = reflector(a, column, j + 1, n, u);
    offDiagonal[j] = a[column + j + 1];
    a.set(u.subarray(j + 1, n), column + j + 1);
    p.fill(0, j + 1, n);
    updateAndMultiply(a, j + 1, n, v, w, u, p);
    let inner = 0;
    for (let i = j + 1; i < n; i++) inner += p[i] * u[i];
    const half = (tau[j] * tau[j] * inner) / 2;
    for (let i = j + 1; i < n; i++) w[i] = tau[j] * p[i] - half * u[i];
    [u, v] = [v, u];
    context.check();
    if ((j & 7) === 0) context.progress(1 - ((n - j) / n) ** 3, 'reducing the kernel matrix');
  }
  return { diagonal, offDiagonal, tau };
}

function updateColumn(a: Float64Array, column: number, j: number, n: number, v: Float64Array, w: Float64Array): void {
  const vj = v[j];
  const wj = w[j];
  if (vj === 0 && wj === 0) return;
  for (let i = j; i < n; i++) a[column + i] -= v[i] * wj + w[i] * vj;
}

/**
 * The reflector that maps rows from…n−1 of the column to a multiple of the first unit vector: fills `u`, leaves the multiple
 * in the column's first entry and returns tau; u is 0 beyond its first entry and tau 0 where nothing is to be done.
 */
function reflector(a: Float64Array, column: number, from: number, n: number, u: Float64Array): number {
  let tail = 0;
  for (let i = from + 1; i < n; i++) tail += a[column + i] * a[column + i];
  const first = a[column + from];
  if (tail < NEGLIGIBLE * NEGLIGIBLE) {
    u.fill(0, from, n);
    u[from] = 1;
    return 0;
  }
  const beta = first > 0 ? -Math.sqrt(first * first + tail) : Math.sqrt(first * first + tail);
  const scale = 1 / (first - beta);
  for (let i = from + 1; i < n; i++) u[i] = a[column + i] * scale;
  u[from] = 1;
  a[column + from] = beta;
  return (beta - first) / beta;
}

/** A ← A − v·w' − w·v' on the lower triangle from `from`, and p ← A·u for the new A. Four columns at a time. */
function updateAndMultiply(
  a: Float64Array,
  from: number,
  n: number,
  v: Float64Array,
  w: Float64Array,
  u: Float64Array,
  p: Float64Array,
): void {
  let c = from;
  for (; c + 4 <= n; c += 4) {
    const v0 = v[c];
    const v1 = v[c + 1];
    const v2 = v[c + 2];
    const v3 = v[c + 3];
    const w0 = w[c];
    const w1 = w[c + 1];
    const w2 = w[c + 2];
    const w3 = w[c + 3];
    const u0 = u[c];
    const u1 = u[c + 1];
    const u2 = u[c + 2];
    const u3 = u[c + 3];
    for (let q = c; q < c + 4; q++) corner(a, q, c + 4, n, v, w, u, p);
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    let o0 = c * n + c + 4;
    let o1 = o0 + n;
    let o2 = o1 + n;
    let o3 = o2 + n;
    for (let i = c + 4; i < n; i++) {
      const vi = v[i];
      const wi = w[i];
      const ui = u[i];
      const a0 = a[o0] - vi * w0 - wi * v0;
      const a1 = a[o1] - vi * w1 - wi * v1;
      const a2 = a[o2] - vi * w2 - wi * v2;
      const a3 = a[o3] - vi * w3 - wi * v3;
      a[o0++] = a0;
      a[o1++] = a1;
      a[o2++] = a2;
      a[o3++] = a3;
      p[i] += a0 * u0 + a1 * u1 + (a2 * u2 + a3 * u3);
      s0 += a0 * ui;
      s1 += a1 * ui;
      s2 += a2 * ui;
      s3 += a3 * ui;
    }
    p[c] += s0;
    p[c + 1] += s1;
    p[c + 2] += s2;
    p[c + 3] += s3;
  }
  for (; c < n; c++) corner(a, c, n, n, v, w, u, p);
}

/** The same for rows q…end−1 of column q alone, the diagonal entry counted once. */
function corner(
  a: Float64Array,
  q: number,
  end: number,
  n: number,
  v: Float64Array,
  w: Float64Array,
  u: Float64Array,
  p: Float64Array,
): void {
  for (let i = q; i < end; i++) {
    const o = q * n + i;
    a[o] -= v[i] * w[q] + w[i] * v[q];
    p[i] += a[o] * u[q];
    if (i > q) p[q] += a[o] * u[i];
  }
}
