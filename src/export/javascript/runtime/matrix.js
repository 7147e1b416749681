/** The description with its arrays in their places: vectors, and matrices of values by columns. */
export function filled(value) {
  if (Array.isArray(value)) return value.map(filled);
  if (value === null || typeof value !== 'object') return value;
  if ('$number' in value) return Number(value.$number);
  if ('$vector' in value) return floats(value.$vector);
  if ('$matrix' in value)
    return { rows: value.$matrix[0], columns: value.$matrix[1], values: floats(value.$matrix[2]) };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item)]));
}

/** Float64, little-endian, in base 64. */
function floats(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return new Float64Array(bytes.buffer);
}

/** Each row of a matrix. */
export function matrixRows({ rows, columns, values }) {
  return Array.from({ length: rows }, (_, i) => Float64Array.from({ length: columns }, (_, c) => values[c * rows + i]));
}

/** Each column of a matrix. */
export function matrixColumns({ rows, columns, values }) {
  return Array.from({ length: columns }, (_, c) => values.subarray(c * rows, (c + 1) * rows));
}

/** A row times a matrix. */
export function timesMatrix(row, { rows, columns, values }) {
  return Float64Array.from({ length: columns }, (_, c) => {
    let sum = 0;
    for (let i = 0; i < rows; i++) sum += row[i] * values[c * rows + i];
    return sum;
  });
}
