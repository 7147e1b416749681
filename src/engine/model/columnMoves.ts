import type { RunContext } from '../contract/context';
import type { Matrix } from '../contract/data';
import type { EncodedColumns } from '../kernels/movedCross';

/** Predictions, by output, at the rows `moved`, which differ from the first ones in these columns alone. */
export type MovedPredictions = (moved: Matrix, columns: EncodedColumns) => readonly Float64Array[];

/**
 * The change of the predictions at the rows z (m×d) when a column takes the values of the next row: the sum of squares
 * over rows and outputs, for each of `columns` (permutation importance on a few rows).
 */
export function columnMoves(
  z: Matrix,
  columns: readonly EncodedColumns[],
  predicted: MovedPredictions,
  context: RunContext,
): number[] {
  const m = z.rows;
  const here = predicted(z, { from: 0, width: 0 });
  const moved = { ...z, values: z.values.slice() };
  return columns.map((column, k) => {
    context.check();
    context.progress(k / columns.length, 'comparing the columns');
    const { from, width } = column;
    const still = z.values.subarray(from * m, (from + width) * m);
    for (let o = 0; o < still.length; o++) moved.values[from * m + o] = still[o - (o % m) + ((o + 1) % m)];
    const there = predicted(moved, column);
    moved.values.set(still, from * m);
    return there.reduce((sum, values, o) => sum + values.reduce((all, v, i) => all + (v - here[o][i]) ** 2, 0), 0);
  });
}
