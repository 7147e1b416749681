/** Copies these rows (0-based) of columns of n entries, as many columns as fill `into`, which it returns. */
export function gatherRows(values: Float64Array, n: number, rows: ArrayLike<number>, into: Float64Array): Float64Array {
  const m = rows.length;
  for (let o = 0, from = 0; o < into.length; o += m, from += n)
    for (let i = 0; i < m; i++) into[o + i] = values[from + rows[i]];
  return into;
}

/** Copies these columns (0-based) of `rows` entries, one after the other, into `into`, which it returns. */
export function gatherColumns(
  values: Float64Array,
  rows: number,
  columns: ArrayLike<number>,
  into: Float64Array,
): Float64Array {
  for (let c = 0; c < columns.length; c++)
    into.set(values.subarray(columns[c] * rows, (columns[c] + 1) * rows), c * rows);
  return into;
}
