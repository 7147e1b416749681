import type { Matrix } from '../contract/data';

/** A value farther from its mean than this many standard deviations is one of few. */
const FARTHEST = 8;

/**
 * Means and standard deviations (dividing by n) of the columns; that of a constant column stands as 1. Where a few rows hold nearly all that a
 * column varies, the scale is theirs: divided by the small deviation of the others, such a value in a new row would drown all else.
 */
export interface ColumnScales {
  readonly means: Float64Array;
  readonly deviations: Float64Array;
}

export function columnScales({ rows, columns, values }: Matrix): ColumnScales {
  const means = new Float64Array(columns);
  const deviations = new Float64Array(columns);
  for (let c = 0; c < columns; c++) {
    const column = values.subarray(c * rows, (c + 1) * rows);
    for (const v of column) means[c] += v / rows;
    let squares = 0;
    let farthest = 0;
    for (const v of column) {
      squares += (v - means[c]) ** 2;
      farthest = Math.max(farthest, Math.abs(v - means[c]));
    }
    const deviation = Math.max(Math.sqrt(squares / rows), farthest / FARTHEST);
    // The mean of a constant column may miss it by its last bits.
    deviations[c] = deviation > 1e-13 * Math.abs(means[c]) ? deviation : 1;
  }
  return { means, deviations };
}

/** (x − mean)/deviation, turned to row-major, n×d. */
export function standardised({ rows, columns, values }: Matrix, { means, deviations }: ColumnScales): Float64Array {
  const turned = new Float64Array(rows * columns);
  for (let c = 0; c < columns; c++)
    for (let i = 0; i < rows; i++) turned[i * columns + c] = (values[c * rows + i] - means[c]) / deviations[c];
  return turned;
}
