import type { Matrix } from '../../engine/contract/data';

export function transposed({ rows, columns, values }: Matrix): Matrix {
  const turned = new Float64Array(values.length);
  for (let c = 0; c < columns; c++) for (let i = 0; i < rows; i++) turned[i * columns + c] = values[c * rows + i];
  return { rows: columns, columns: rows, values: turned };
}

/** Columns of equal length side by side. */
export const matrixOf = (columns: readonly Float64Array[]): Matrix => ({
  rows: columns[0].length,
  columns: columns.length,
  values: Float64Array.from(columns.flatMap((column) => Array.from(column))),
});

/** ONNX solves no equations. */
export function inverseLower({ rows: m, values }: Matrix): Matrix {
  const inverse = new Float64Array(m * m);
  for (let c = 0; c < m; c++) {
    for (let i = c; i < m; i++) {
      let sum = i === c ? 1 : 0;
      for (let k = c; k < i; k++) sum -= values[k * m + i] * inverse[c * m + k];
      inverse[c * m + i] = sum / values[i * m + i];
    }
  }
  return { rows: m, columns: m, values: inverse };
}

export function fourierMatrix(width: number, wave: (angle: number) => number): Matrix {
  const values = Float64Array.from({ length: width * width }, (_, o) =>
    wave((2 * Math.PI * ((Math.floor(o / width) * (o % width)) % width)) / width),
  );
  return { rows: width, columns: width, values };
}
