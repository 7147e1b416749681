import { quietContext, type RunContext } from '../contract/context';
import type { Transform } from '../contract/data';
import { type EncodedRows, encodeRows } from './encodeRows';
import type { Table } from './table';

/**
 * The columns of X for every row of a table, or for the given rows (0-based): n×d, column-major, centred and scaled as
 * learnt in training. `complete[i]` is 0 where row i cannot be predicted: it has a gap and the policy is to drop such rows.
 * Throws `model/columns` when the table lacks a column or holds it in another kind.
 */
export function applyTransform(
  table: Table,
  transform: Transform,
  rows?: Uint32Array,
  context: RunContext = quietContext,
): EncodedRows {
  const all = rows ?? Uint32Array.from({ length: table.inspection.rows }, (_, i) => i);
  const encoded = encodeRows(table, transform.inputs, all, context);
  const { x } = encoded;
  for (let j = 0; j < x.columns; j++) {
    context.check();
    const column = x.values.subarray(j * x.rows, (j + 1) * x.rows);
    for (let i = 0; i < column.length; i++) column[i] = (column[i] - transform.centre[j]) / transform.scale[j];
  }
  return transform.missing === 'drop' ? encoded : { x, complete: new Uint8Array(x.rows).fill(1) };
}
