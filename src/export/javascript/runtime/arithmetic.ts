import { quietContext } from '../../../engine/contract/context';
import type { Matrix } from '../../../engine/contract/data';
import { dot as innerProduct } from '../../../engine/linalg/dot';
import { type Elementary, full, type LinearAlgebra } from '../../../engine/linalg/linalg';
import { transposed } from '../../portable/matrices';

/** The functions of a core that features are computed with, in plain JavaScript. */
const PLAIN: Pick<LinearAlgebra, 'allocate' | 'scope' | 'gemm' | 'map'> = {
  allocate: (length) => new Float64Array(length),
  scope: (body) => body(),
  gemm(transposeA, transposeB, m, n, k, alpha, a, b, beta, c) {
    const [aRow, aInner] = transposeA ? [a.lead, 1] : [1, a.lead];
    const [bInner, bColumn] = transposeB ? [b.lead, 1] : [1, b.lead];
    for (let j = 0; j < n; j++)
      for (let i = 0; i < m; i++) {
        let sum = 0;
        for (let p = 0, u = a.offset + i * aRow, v = b.offset + j * bColumn; p < k; p++, u += aInner, v += bInner)
          sum += a.values[u] * b.values[v];
        const o = c.offset + i + j * c.lead;
        c.values[o] = alpha * sum + (beta === 0 ? 0 : beta * c.values[o]);
      }
  },
  map(f, values, scale, shift) {
    for (let i = 0; i < values.length; i++) values[i] = ELEMENTARY[f](scale * values[i] + shift);
  },
};

export const plain = PLAIN as LinearAlgebra;

const ELEMENTARY: Readonly<Record<Elementary, (v: number) => number>> = {
  exp: Math.exp,
  sin: Math.sin,
  cos: Math.cos,
  tanh: Math.tanh,
  sqrt: Math.sqrt,
  erf,
};

/** By its series of positive terms, and from 3 on by the continued fraction of 1 − erf. */
function erf(v: number): number {
  const x = Math.abs(v);
  if (Number.isNaN(x)) return v;
  if (x > 6) return Math.sign(v);
  const envelope = Math.exp(-x * x) / Math.sqrt(Math.PI);
  if (x < 3) {
    let [sum, term] = [0, 2 * x];
    for (let n = 1; term > 1e-18 * sum; n++) {
      sum += term;
      term *= (2 * x * x) / (2 * n + 1);
    }
    return Math.sign(v) * envelope * sum;
  }
  let fraction = x;
  for (let n = 60; n > 0; n--) fraction = x + n / 2 / fraction;
  return Math.sign(v) * (1 - envelope / fraction);
}

/** a·b, or a'·b where `turned`. */
export function product(a: Matrix, b: Matrix, turned = false): Matrix {
  const [rows, inner] = turned ? [a.columns, a.rows] : [a.rows, a.columns];
  const values = new Float64Array(rows * b.columns);
  const [left, right] = [full(a.values, a.rows), full(b.values, b.rows)];
  PLAIN.gemm(turned, false, rows, b.columns, inner, 1, left, right, 0, full(values, rows), quietContext);
  return { rows, columns: b.columns, values };
}

/** A matrix of this many columns of values. */
export const matrixOf = (values: Float64Array, rows: number): Matrix => ({
  rows,
  columns: rows === 0 ? 0 : values.length / rows,
  values,
});

export const rowsOf = (x: Matrix): Float64Array[] => columnsOf(transposed(x));

export const columnsOf = ({ rows, columns, values }: Matrix): Float64Array[] =>
  Array.from({ length: columns }, (_, c) => values.subarray(c * rows, (c + 1) * rows));

/** Inner product of the first `count` numbers. */
export const dot = (a: Float64Array, b: Float64Array, count: number): number => innerProduct(a, 0, b, 0, count);
