import { inBlocks, quietContext, type RunContext } from '../contract/context';
import type { Transform } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { partLine } from '../words/dataWords';
import { type EncodedRows, encodeRows } from './encodeRows';
import { keptRows } from './keptRows';
import type { RowsTable } from './table';

/** Beyond this, squares of centred and scaled values could overflow. */
export const LARGEST_FEATURE = 1e150;

/**
 * The columns of X for every row of a table, or for the given ones of its rows (0-based): n×d, column-major, centred
 * and scaled as learnt in training. `complete[i]` is 0 when row i cannot be predicted: it has a gap and the policy is
 * to drop such rows. Throws `model/columns` when the table lacks a column or holds it in another kind, and
 * `data/not-finite` for the first value beyond `LARGEST_FEATURE`, which is quoted as the file has it.
 */
export function applyTransform(
  table: RowsTable,
  transform: Transform,
  rows?: Uint32Array,
  context: RunContext = quietContext,
): EncodedRows {
  const all = rows ?? keptRows(table.inspection.rows, () => true, context);
  const encoded = encodeRows(table, transform.inputs, all, context);
  const { x } = encoded;
  const { centre, scale, names } = transform;
  for (let j = 0; j < x.columns; j++) {
    const column = x.values.subarray(j * x.rows, (j + 1) * x.rows);
    const into = (from: number, to: number) => {
      for (let i = from; i < to; i++) {
        const value = (column[i] - centre[j]) / scale[j];
        if (!(Math.abs(value) <= LARGEST_FEATURE))
          throw tooFar(names[j], column[i], all[i], table, centre[j] === 0 && scale[j] === 1);
        column[i] = value;
      }
    };
    inBlocks(x.rows, context, 2, into);
    context.progress((j + 1) / x.columns, 'preparing the columns');
  }
  return transform.missing === 'drop' ? encoded : { x, complete: new Uint8Array(x.rows).fill(1) };
}

function tooFar(
  column: string,
  value: number,
  row: number,
  { inspection, lines, before = 0 }: RowsTable,
  raw: boolean,
): KernelscopeError {
  const { name, line } = partLine(inspection.file, lines[row]);
  const where = `Line ${line} of ${name} (row ${before + row + 1})`;
  const why = raw ? 'too large to compute with' : 'too far from the training rows to compute with';
  const message = `${where} has ${value} in "${column}", ${why}. Correct the value or leave the row out.`;
  return new KernelscopeError('data/not-finite', message, { row: before + row + 1, line: lines[row], column });
}
