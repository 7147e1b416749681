import { inBlocks, type RunContext } from '../contract/context';
import type { ColumnSummary, Sample } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { Note } from '../contract/note';
import { count, plain } from '../words/numbers';
import { labelling } from './classes';
import { plainNumber } from './numbers';
import type { RowsTable, Table } from './table';

type Named = Pick<ColumnSummary, 'name'>;

/** Beyond this, the sum of squares of weights could overflow. */
const LARGEST = 1e150;

/**
 * The weight of every row of a table as it is in the column: a number of at least 0, NaN where the cell is missing.
 * Throws `parameter/invalid` with the row for anything else.
 */
export function readWeights(table: Table, column: ColumnSummary, context: RunContext): Float64Array {
  const cells = table.columns[column.index];
  if (cells.kind !== 'number') throw notNumbers(table, column);
  return checkedWeights(table, column, cells.values, context);
}

/** The values, once each is known to be a weight or missing. */
export function checkedWeights(
  table: RowsTable,
  column: Named,
  values: Float64Array,
  context: RunContext,
): Float64Array {
  let bad = -1;
  inBlocks(values.length, context, 1, (from, to) => {
    for (let i = from; bad < 0 && i < to; i++) if (values[i] < 0 || values[i] > LARGEST) bad = i;
  });
  if (bad < 0) return values;
  const why = values[bad] < 0 ? 'a weight cannot be negative' : 'it is too large to compute with';
  const row = (table.before ?? 0) + bad;
  throw invalid(table, column, row, `${values[bad]} in row ${row + 1} (line ${table.lines[bad]}): ${why}`);
}

/** Weights divided by the mean over the training rows; undefined when all of them are 1 then. */
export function normalised(weights: Float64Array, mean: number): Float64Array | undefined {
  const divided = weights.map((w) => w / mean);
  return divided.every((w) => w === 1) ? undefined : divided;
}

export function meanWeight(weights: Float64Array): number {
  const largest = weights.reduce((a, b) => Math.max(a, b), 0);
  // Divided first, so that equal weights have exactly themselves as their mean.
  return (weights.reduce((sum, w) => sum + w / largest, 0) / weights.length) * largest;
}

/** The notes on weights in the column `name`; `unweighted`: the second file, if it has no such column. */
export function weightNotes(name: string, { y, weights }: Sample, unweighted: string | undefined): Note[] {
  const [code, text] = weights
    ? [
        'data/weights',
        `Rows are weighted by "${name}", up to ${plain(weights.reduce((a, b) => Math.max(a, b), 0))} times the mean; the ${count(y.length)} training rows are worth ${count(effectiveRows(weights))} of equal weight.`,
      ]
    : [
        'data/equal-weights',
        `All training rows have the same weight in "${name}": the fit is the same without weights.`,
      ];
  const lacking = `${unweighted} has no column "${name}": all its rows have the same weight in the test.`;
  return [
    { severity: 'info', code, text },
    ...(unweighted === undefined ? [] : [{ severity: 'info', code: 'data/no-weights', text: lacking } as const]),
  ];
}

/** The number of rows of equal weight with as much information as these: (sum w)²/(sum w²) (Kish 1965). */
function effectiveRows(weights: Float64Array): number {
  const sum = weights.reduce((a, w) => a + w, 0);
  return sum ** 2 / weights.reduce((a, w) => a + w * w, 0);
}

function notNumbers(table: Table, column: ColumnSummary): KernelscopeError {
  const cells = table.columns[column.index];
  if (cells.kind === 'empty') return invalid(table, column, -1, 'no value at all');
  if (cells.kind === 'date') return invalid(table, column, -1, 'dates');
  const label = labelling(cells);
  for (let i = 0; i < table.lines.length; i++) {
    const text = label(i);
    if (text === undefined || plainNumber(text, table.inspection.dialect, true) !== undefined) continue;
    return invalid(table, column, i, `"${text}" in row ${i + 1} (line ${table.lines[i]}), which is no number`);
  }
  return invalid(table, column, -1, `cells read as ${cells.kind}`);
}

function invalid(table: RowsTable, { name }: Named, row: number, holds: string): KernelscopeError {
  const message = `"${name}" cannot weigh the rows of ${table.inspection.file.name}: it holds ${holds}. Weights are numbers of at least 0; correct the cell or choose another column.`;
  const data = { name: 'weights', column: name, ...(row >= 0 && { row: row + 1 }) };
  return new KernelscopeError('parameter/invalid', message, data);
}
