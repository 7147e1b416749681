import type { Matrix } from '../contract/data';
import { type Computing, full } from './linalg';

/** A matrix that fills its values column by column, or its transpose. */
export interface Factor extends Matrix {
  readonly transposed?: boolean;
}

export const matrix = (values: Float64Array, rows: number, columns: number): Factor => ({ rows, columns, values });
export const transpose = (of: Matrix): Factor => ({ ...of, transposed: true });

/** C ← A·B or, with `by`, C + by·A·B; the sizes are those of the factors. */
export function multiply(a: Factor, b: Factor, c: Float64Array, context: Computing, by?: number): void {
  const [m, k] = a.transposed ? [a.columns, a.rows] : [a.rows, a.columns];
  const n = b.transposed ? b.rows : b.columns;
  const [ofA, ofB] = [a, b].map(({ values, rows }) => full(values, rows));
  const [byA, byB] = [a.transposed === true, b.transposed === true];
  context.linalg.gemm(byA, byB, m, n, k, by ?? 1, ofA, ofB, by === undefined ? 0 : 1, full(c, m), context);
}
