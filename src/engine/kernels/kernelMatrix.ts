import { silently } from '../contract/context';
import type { Matrix } from '../contract/data';
import type { KernelSpec } from '../contract/kernel';
import { exactDiagonal } from '../linalg/core/kernelParameters';
import { type Computing, full } from '../linalg/linalg';
import { featureMatrix } from './featureMatrix';
import { fillPanel, type PreparedKernel, prepareKernel } from './kernelPanel';
import { pickColumns, rowBlock } from './rows';
import { checkColumns, scaledForm, scaleRows } from './scaledRows';

/**
 * The number of columns of a sum or product computed at a time: its terms then need panels of that width in addition to
 * the matrix, instead of matrices.
 */
const PANEL = 128;

/**
 * Gram matrix k(x_i, x_j), n×n and symmetric to the bit, rows of `x` n×d. Written into `into` (n² entries, best from
 * `linalg.allocate`) when given, otherwise into a new array. Throws `parameter/invalid` for a length scale that does not fit d,
 * `numerics/failed` for rows that are not finite.
 */
export function kernelGram(
  spec: KernelSpec,
  x: Matrix,
  context: Computing,
  into: Float64Array = new Float64Array(x.rows * x.rows),
): Float64Array {
  const { linalg } = context;
  const n = x.rows;
  linalg.scope(() => {
    const prepared = prepareKernel(spec, x, x, context);
    if (prepared.kind === 'form') {
      const { form, x: rows } = prepared;
      linalg.kernelMatrix(form, rows.values, n, rows.values, n, rows.columns, true, context, into);
    } else if (prepared.kind === 'features') {
      const { x: features, count } = prepared;
      linalg.syrk(false, n, count, 1 / count, full(features, n), 0, full(into, n), context);
      mirror(into, n);
    } else {
      panels(prepared, n, into, context);
      mirror(into, n);
      const diagonal = kernelDiagonal(spec, x, context);
      for (let i = 0; i < n; i++) into[i * (n + 1)] = diagonal[i];
    }
  });
  return into;
}

/**
 * Cross kernel k(x_i, z_j) as an n×m matrix, n rows of `x` and m of `z`. Kernels of distances are computed after
 * centring both on the means of `x`, since distances in the expanded form lose digits to whatever the rows have in
 * common. Errors as for `kernelGram`.
 */
export function kernelCross(spec: KernelSpec, x: Matrix, z: Matrix, context: Computing): Float64Array {
  const [n, m] = [x.rows, z.rows];
  const into = new Float64Array(n * m);
  context.linalg.scope(() => {
    const prepared = prepareKernel(spec, x, z, context);
    const width = prepared.kind === 'sum' || prepared.kind === 'product' ? PANEL : m;
    for (let j = 0; j < m; j += width) {
      const columns = Math.min(width, m - j);
      const panel = into.subarray(j * n, (j + columns) * n);
      fillPanel(prepared, { from: 0, rows: n }, { from: j, rows: columns }, panel, context);
    }
  });
  return into;
}

/** k(z_j, z_j) for the m rows of `z`, free of the rounding of expanded distances, as on the diagonal of `kernelGram`. */
export function kernelDiagonal(spec: KernelSpec, z: Matrix, context: Computing): Float64Array {
  const m = z.rows;
  if (spec.kind === 'sum') {
    const sum = new Float64Array(m);
    for (const { weight, kernel } of spec.terms) {
      const term = kernelDiagonal(kernel, z, context);
      for (let j = 0; j < m; j++) sum[j] += weight * term[j];
    }
    return sum;
  }
  if (spec.kind === 'product') {
    const product = new Float64Array(m).fill(1);
    for (const kernel of spec.factors) {
      const factor = kernelDiagonal(kernel, z, context);
      for (let j = 0; j < m; j++) product[j] *= factor[j];
    }
    return product;
  }
  if (spec.kind === 'features') {
    return context.linalg.scope(() => {
      const count = spec.map.bias.length;
      const rows = scaleRows(z, spec.lengthScale);
      const features = featureMatrix(spec.map, rows, context, context.linalg.allocate(m * count));
      return squaredNorms({ rows: m, columns: count, values: features }).map((v) => v / count);
    });
  }
  checkColumns(spec, z.columns);
  const seen = pickColumns(z, spec.columns);
  const { form, divisors } = scaledForm(spec, seen.columns);
  return squaredNorms(scaleRows(seen, divisors)).map((squared) => exactDiagonal(form, squared, seen.columns));
}

/** The lower triangle by panels of columns: rows from the panel's first column on. */
function panels(prepared: PreparedKernel, n: number, into: Float64Array, context: Computing): void {
  const space = context.linalg.allocate(n * Math.min(PANEL, n));
  for (let j = 0; j < n; j += PANEL) {
    const columns = Math.min(PANEL, n - j);
    const rows = n - j;
    const panel = space.subarray(0, rows * columns);
    fillPanel(prepared, { from: j, rows }, { from: j, rows: columns }, panel, context);
    for (let c = 0; c < columns; c++) into.set(panel.subarray(c * rows + c, (c + 1) * rows), (j + c) * n + j + c);
  }
}

/** Copies the lower triangle of an n×n matrix to the upper, by blocks so that both sides stay in cache. */
export function mirror(a: Float64Array, n: number): void {
  const block = 32;
  for (let j = 0; j < n; j += block)
    for (let i = j; i < n; i += block)
      for (let c = j; c < Math.min(n, j + block); c++)
        for (let r = Math.max(i, c + 1); r < Math.min(n, i + block); r++) a[r * n + c] = a[c * n + r];
}

export function squaredNorms({ rows, columns, values }: Matrix): Float64Array {
  const squares = new Float64Array(rows);
  for (let c = 0; c < columns; c++) for (let i = 0; i < rows; i++) squares[i] += values[c * rows + i] ** 2;
  return squares;
}

/** The mean of |k(x, x)| over the first `most` rows of x, the unit of ridges. 1 if all are 0. */
export function meanDiagonal(spec: KernelSpec, x: Matrix, most: number, context: Computing): number {
  const rows = rowBlock(x, 0, Math.min(x.rows, most));
  const diagonal = kernelDiagonal(spec, rows, silently(context));
  const mean = diagonal.reduce((sum, v) => sum + Math.abs(v), 0) / rows.rows;
  return mean > 0 ? mean : 1;
}
