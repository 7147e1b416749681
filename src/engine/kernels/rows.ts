import type { Matrix } from '../contract/data';

/** Rows from…from+count−1. */
export function rowBlock({ rows, columns, values }: Matrix, from: number, count: number): Matrix {
  const block = new Float64Array(count * columns);
  for (let c = 0; c < columns; c++) block.set(values.subarray(c * rows + from, c * rows + from + count), c * count);
  return { rows: count, columns, values: block };
}

/** These rows (0-based), in this order. */
export function pickRows(x: Matrix, rows: Uint32Array): Matrix {
  const values = new Float64Array(rows.length * x.columns);
  for (let c = 0; c < x.columns; c++)
    for (let i = 0; i < rows.length; i++) values[c * rows.length + i] = x.values[c * x.rows + rows[i]];
  return { rows: rows.length, columns: x.columns, values };
}
