import type { RunContext } from '../../../../src/engine/contract/context';
import { KernelscopeError } from '../../../../src/engine/contract/failure';
import type { Eigen } from '../../../../src/engine/linalg/linalg';
import { implicitQl } from './implicitQl';

/** Householder tridiagonalisation (Golub and Van Loan, section 8.3.1), QL sweeps on the accumulated reflections, a sort. */
export function symmetricEigen(a: Float64Array, n: number, context: RunContext): Eigen {
  const q = identity(n);
  const values = decompose(a, n, context, q);
  const order = Array.from(values.keys()).sort((i, j) => values[i] - values[j]);
  order.forEach((column, j) => {
    a.set(q.subarray(column * n, (column + 1) * n), j * n);
  });
  context.progress(1, 'sorting the eigenvalues');
  return { values: Float64Array.from(order, (column) => values[column]), vectors: a };
}

export function symmetricEigenvalues(a: Float64Array, n: number, context: RunContext): Float64Array {
  const values = decompose(a, n, context).sort();
  context.progress(1, 'sorting the eigenvalues');
  return values;
}

/** The eigenvalues in no particular order; the columns of `q`, the identity at first, become their vectors. */
function decompose(a: Float64Array, n: number, context: RunContext, q?: Float64Array): Float64Array {
  const scale = powerOfTwoNear(largestEntry(a, n));
  for (let j = 0; j < n; j++) for (let i = j; i < n; i++) a[i + j * n] /= scale;
  const diagonal = new Float64Array(n);
  const offDiagonal = new Float64Array(n);
  const reflectors: Float64Array[] = [];
  for (let j = 0; j < n; j++) {
    context.check();
    context.progress((0.9 * j) / n, 'reducing the matrix');
    diagonal[j] = a[j + j * n];
    if (j === n - 1) break;
    const v = a.slice(j + 1 + j * n, n + j * n);
    offDiagonal[j] = reflector(v);
    twoSidedReflection(a, n, j + 1, v);
    reflectors.push(v);
  }
  if (q !== undefined)
    for (let j = reflectors.length - 1; j >= 0; j--) reflectRows(q, n, j + 1, reflectors[j], context);
  if (!implicitQl(diagonal, offDiagonal, q)) throw new KernelscopeError('numerics/failed', 'QL did not converge.');
  return diagonal.map((v) => v * scale);
}

function identity(n: number): Float64Array {
  const q = new Float64Array(n * n);
  for (let i = 0; i < n; i++) q[i + i * n] = 1;
  return q;
}

/**
 * x becomes the unit vector v for which (I − 2·v·v')·x = beta·e_1, or 0 where x is already such; returns beta. Entries below
 * 1e-140 of the matrix's largest (about 1) count as 0: their squares would lose digits.
 */
function reflector(x: Float64Array): number {
  let tail = 0;
  for (let i = 1; i < x.length; i++) tail += x[i] * x[i];
  const first = x[0];
  if (tail < 1e-280) {
    x.fill(0);
    return first;
  }
  const beta = first > 0 ? -Math.sqrt(first * first + tail) : Math.sqrt(first * first + tail);
  x[0] = first - beta;
  const length = Math.sqrt(x[0] * x[0] + tail);
  for (let i = 0; i < x.length; i++) x[i] /= length;
  return beta;
}

/** A ← H·A·H on the lower triangle from `from`, as the rank-two update A − v·w' − w·v' with w = 2·(p − (v'p)·v), p = A·v. */
function twoSidedReflection(a: Float64Array, n: number, from: number, v: Float64Array): void {
  const size = v.length;
  const w = new Float64Array(size);
  for (let j = 0; j < size; j++) {
    for (let i = j; i < size; i++) {
      const entry = a[from + i + (from + j) * n];
      w[i] += entry * v[j];
      if (i > j) w[j] += entry * v[i];
    }
  }
  let inner = 0;
  for (let i = 0; i < size; i++) inner += w[i] * v[i];
  for (let i = 0; i < size; i++) w[i] = 2 * (w[i] - inner * v[i]);
  for (let j = 0; j < size; j++)
    for (let i = j; i < size; i++) a[from + i + (from + j) * n] -= v[i] * w[j] + w[i] * v[j];
}

/** The rows of Q from `from` ← (I − 2·v·v')·rows. Columns before `from` are still those of the identity, untouched by it. */
function reflectRows(q: Float64Array, n: number, from: number, v: Float64Array, context: RunContext): void {
  context.check();
  for (let j = from; j < n; j++) {
    let inner = 0;
    for (let i = 0; i < v.length; i++) inner += v[i] * q[from + i + j * n];
    for (let i = 0; i < v.length; i++) q[from + i + j * n] -= 2 * inner * v[i];
  }
}

function largestEntry(a: Float64Array, n: number): number {
  let largest = 0;
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      const size = Math.abs(a[i + j * n]);
      if (!Number.isFinite(size))
        throw new KernelscopeError('numerics/failed', `Row ${i + 1}, column ${j + 1} of the matrix is not finite.`);
      largest = Math.max(largest, size);
    }
  }
  return largest;
}

/** Dividing by a power of two is exact, and keeps squares of the entries within range. 1 for a zero matrix. */
function powerOfTwoNear(size: number): number {
  return size === 0 ? 1 : 2 ** Math.max(-1000, Math.floor(Math.log2(size)));
}
