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

/** `a` (n×n) holds both triangles. Entries are scaled by a power of two first, so that sizes like 1e300 do not overflow. */
export function eigenErrors(a: Float64Array, n: number, { values, vectors }: Eigen): EigenErrors {
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
  const gram = timesTransposed(v, v, n);
  for (let i = 0; i < n; i++) gram[i + i * n] -= 1;
  const rebuilt = timesTransposed(scaled, vectors, n);
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

/** A·B' (n×n), column by column as sums of A's columns, four at a time. */
function timesTransposed(a: Float64Array, b: Float64Array, n: number): Float64Array {
  const c = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    const to = j * n;
    let p = 0;
    for (; p + 4 <= n; p += 4) {
      const from = p * n;
      const [b0, b1, b2, b3] = [b[j + from], b[j + from + n], b[j + from + 2 * n], b[j + from + 3 * n]];
      for (let i = 0; i < n; i++) {
        const o = from + i;
        c[to + i] += b0 * a[o] + b1 * a[o + n] + (b2 * a[o + 2 * n] + b3 * a[o + 3 * n]);
      }
    }
    for (; p < n; p++) for (let i = 0; i < n; i++) c[to + i] += b[j + p * n] * a[p * n + i];
  }
  return c;
}
