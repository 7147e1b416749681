import type { Matrix } from '../contract/data';
import { gatherColumns, gatherRows } from '../linalg/gatherRows';

/** Rows from…from+count−1. */
export function rowBlock({ rows, columns, values }: Matrix, from: number, count: number): Matrix {
  const block = new Float64Array(count * columns);
  for (let c = 0; c < columns; c++) block.set(values.subarray(c * rows + from, c * rows + from + count), c * count);
  return { rows: count, columns, values: block };
}

/** These columns (0-based), in this order; all if omitted. */
export function pickColumns(x: Matrix, columns: readonly number[] | undefined): Matrix {
  if (columns === undefined) return x;
  const values = gatherColumns(x.values, x.rows, columns, new Float64Array(x.rows * columns.length));
  return { rows: x.rows, columns: columns.length, values };
}

/** These rows (0-based), in this order. */
export function pickRows(x: Matrix, rows: Uint32Array): Matrix {
  const values = gatherRows(x.values, x.rows, rows, new Float64Array(rows.length * x.columns));
  return { rows: rows.length, columns: x.columns, values };
}
