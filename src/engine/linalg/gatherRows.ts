/** Copies these rows (0-based) of columns of n entries, as many columns as fill `into`, which it returns. */
export function gatherRows(values: Float64Array, n: number, rows: ArrayLike<number>, into: Float64Array): Float64Array {
  const m = rows.length;
  for (let o = 0, from = 0; o < into.length; o += m, from += n)
    for (let i = 0; i < m; i++) into[o + i] = values[from + rows[i]];
  return into;
}
