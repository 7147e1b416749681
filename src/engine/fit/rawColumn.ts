import type { Matrix, Transform, TransformInput } from '../contract/data';
import { encodedWidth } from '../data/encodeRows';

/** A column of the file as it stands in X: one encoded column, or the 0/1 columns of a category. */
export interface RawColumn {
  readonly input: TransformInput;
  readonly from: number;
  readonly width: number;
}

export function rawColumns(transform: Transform): RawColumn[] {
  let from = 0;
  return transform.inputs.map((input) => {
    const column = { input, from, width: encodedWidth(input) };
    from += column.width;
    return column;
  });
}

/** Values of X (n×d) in the raw units of the column; for a category the level's position, −1 for none. */
export function rawValues(x: Matrix, transform: Transform, { input, from, width }: RawColumn): Float64Array {
  const raw = (c: number, i: number) => x.values[c * x.rows + i] * transform.scale[c] + transform.centre[c];
  return Float64Array.from({ length: x.rows }, (_, i) => {
    if (input.kind !== 'category') return raw(from, i);
    for (let level = 0; level < width; level++) if (raw(from + level, i) > 0.5) return level;
    return -1;
  });
}

/** The encoded, centred and scaled columns (m×width) for raw values of the column. */
export function encodeRaw(values: Float64Array, transform: Transform, { input, from, width }: RawColumn): Matrix {
  const m = values.length;
  const encoded = new Float64Array(m * width);
  for (let c = 0; c < width; c++) {
    for (let i = 0; i < m; i++) {
      const raw = input.kind === 'category' ? (values[i] === c ? 1 : 0) : values[i];
      encoded[c * m + i] = (raw - transform.centre[from + c]) / transform.scale[from + c];
    }
  }
  return { rows: m, columns: width, values: encoded };
}

/** Quantiles 0, 2.5 %, …, 100 %: 41 of them, each a value that occurs. */
export function rugOf(values: Float64Array): Float64Array {
  const sorted = values.slice().sort();
  return Float64Array.from({ length: 41 }, (_, q) => sorted[Math.round((q / 40) * (sorted.length - 1))]);
}
