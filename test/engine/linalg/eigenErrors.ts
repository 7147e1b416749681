import { createHash } from 'node:crypto';
import type { Eigen } from '../../../src/engine/linalg/linalg';

/** Errors of eigenpairs in units of n·eps, norms being the largest column sum, as in LAPACK's own tests. */
export interface EigenErrors {
  /** ||A·V − V·diag||/||A||. */
  readonly residual: number;
  /** ||V'·V − I||. */
  readonly orthogonality: number;
  /** ||A − V·diag·V'||/||A||. */
  readonly reconstruction: number;
  /** |Σ values − trace A|/||A||. */
  readonly trace: number;
}

/** Cores that find the same pairs to the bit have the same errors. */
const known = new Map<string, EigenErrors>();

/** `a` (n×n) holds both triangles. Entries are scaled by a power of two first, so that sizes like 1e300 do not overflow. */
export function eigenErrors(a: Float64Array, n: number, eigen: Eigen): EigenErrors {
  const all = createHash('sha1').update(a).update(eigen.values).update(eigen.vectors).digest('hex');
  const errors = known.get(all) ?? measured(a, n, eigen);
  known.set(all, errors);
  return errors;
}

function measured(a: Float64Array, n: number, { values, vectors }: Eigen): EigenErrors {
  const scale = powerOfTwoNear(a);
  const matrix = a.map((v) => v / scale);
  const d = values.map((v) => v / scale);
  const unit = n * Number.EPSILON;
  const size = norm(matrix, n) || 1;
  const v = transposed(vectors, n);
  const product = timesTransposed(matrix, v, n);
  const scaled = new Float64Array(n * n);
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++) {
      product[i + j * n] -= d[j] * vectors[i + j * n];
      scaled[i + j * n] = d[j] * vectors[i + j * n];
    }
  const gram = timesTransposed(v, v, n, true);
  for (let i = 0; i < n; i++) gram[i + i * n] -= 1;
  const rebuilt = timesTransposed(scaled, vectors, n, true);
  for (let i = 0; i < n * n; i++) rebuilt[i] -= matrix[i];
  let trace = 0;
  for (let i = 0; i < n; i++) trace += d[i] - matrix[i + i * n];
  return {
    residual: norm(product, n) / (size * unit),
    orthogonality: norm(gram, n) / unit,
    reconstruction: norm(rebuilt, n) / (size * unit),
    trace: Math.abs(trace) / (size * unit),
  };
}

export function isAscending(values: Float64Array): boolean {
  return values.every((v, i) => i === 0 || v >= values[i - 1]);
}

function powerOfTwoNear(a: Float64Array): number {
  const largest = a.reduce((m, v) => Math.max(m, Math.abs(v)), 0);
  return largest === 0 ? 1 : 2 ** Math.max(-1000, Math.floor(Math.log2(largest)));
}

/** The largest column sum of sizes. NaN when an entry is NaN. */
function norm(a: Float64Array, n: number): number {
  let largest = 0;
  for (let j = 0; j < n; j++) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += Math.abs(a[i + j * n]);
    if (Number.isNaN(sum)) return Number.NaN;
    largest = Math.max(largest, sum);
  }
  return largest;
}

function transposed(a: Float64Array, n: number): Float64Array {
  const t = new Float64Array(n * n);
  for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) t[j + i * n] = a[i + j * n];
  return t;
}

/**
 * A·B' (n×n), in columns of zeros beyond: two columns at a time, as sums of A's columns, four at a time. Of a product that is symmetric the lower
 * triangle, mirrored.
 */
function timesTransposed(a: Float64Array, b: Float64Array, n: number, isSymmetric = false): Float64Array {
  const [left, right, c] = [widened(a, n), widened(b, n), widened([], n)];
  for (let j = 0; j < n; j += 2) {
    const to = j * n;
    for (let p = 0; p < n; p += 4) {
      const o = p * n;
      const at = j + o;
      const [b0, b1, b2, b3] = [right[at], right[at + n], right[at + 2 * n], right[at + 3 * n]];
      const [d0, d1, d2, d3] = [right[at + 1], right[at + n + 1], right[at + 2 * n + 1], right[at + 3 * n + 1]];
      for (let i = isSymmetric ? j : 0; i < n; i++) {
        const a0 = left[o + i];
        const a1 = left[o + n + i];
        const a2 = left[o + 2 * n + i];
        const a3 = left[o + 3 * n + i];
        c[to + i] += b0 * a0 + b1 * a1 + (b2 * a2 + b3 * a3);
        c[to + n + i] += d0 * a0 + d1 * a1 + (d2 * a2 + d3 * a3);
      }
    }
  }
  if (isSymmetric) for (let j = 0; j < n; j++) for (let i = j + 1; i < n; i++) c[j + i * n] = c[i + j * n];
  return c;
}

/** The columns, then columns of zeros to a multiple of four and one more. */
function widened(columns: ArrayLike<number>, n: number): Float64Array {
  const wide = new Float64Array((4 * Math.ceil(n / 4) + 1) * n);
  wide.set(columns);
  return wide;
}
