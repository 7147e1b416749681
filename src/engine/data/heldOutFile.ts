import { inBlocks, type RunContext } from '../contract/context';
import type { ColumnSummary, Sample, Transform } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { classCodes, labelling, NO_CLASS, UNKNOWN_CLASS } from './classes';
import { encodeRows } from './encodeRows';
import { keptRows } from './keptRows';
import { numericValues } from './response';
import { readWeights } from './rowWeights';
import { sampleOf } from './sample';
import type { Column, Table } from './table';
import { filteredRows } from './where/rowFilter';

/** The properties settled by the training rows that the second file has to share. */
export interface Settled {
  readonly names: readonly string[];
  readonly levels?: readonly string[];
  readonly weights?: ColumnSummary;
  /** The mean of the training rows' weights. */
  readonly mean?: number;
  /** Only rows for which this filter holds are tested on. */
  readonly where?: string;
}

export interface HeldOutFile {
  readonly table: Table;
  readonly sample: Sample;
  /** The rows of the file (0-based) that are used. */
  readonly rows: Uint32Array;
  /** The number of rows for which the filter does not hold. */
  readonly filtered: number;
  /** The rows whose target is a level that no training row has, and those levels. */
  readonly unseen: { readonly rows: number; readonly levels: readonly string[] };
  /** The number of rows without a weight, or with 0. */
  readonly weightless: number;
  /** True when there are weights, but not in this file. */
  readonly withoutWeights: boolean;
}

/**
 * The rows of a second file that can be tested on. A row whose class no training row has cannot be predicted correctly
 * and is left out; without the column of weights all rows count alike. Throws `model/columns`, `data/too-few-rows`, and
 * `parameter/invalid` for a value that is no weight.
 */
export function heldOutFile(
  table: Table | undefined,
  settled: Settled,
  transform: Transform,
  context: RunContext,
): HeldOutFile {
  if (!table) throw new Error('a second file is held out, but its table was not given');
  const { columns, file, rows: count } = table.inspection;
  const targets = settled.names.map((name) => targetColumn(table, name, settled.levels !== undefined));
  const codes = settled.levels && classCodes(targets[0], settled.levels, count, context);
  const values = codes ? [Float64Array.from(codes)] : targets.map(numericValues);
  const column = settled.weights && columns.find(({ name }) => name === settled.weights?.name);
  const weights = column && readWeights(table, column, context);

  const { complete } = encodeRows(
    table,
    transform.inputs,
    keptRows(count, () => true, context),
    context,
  );
  const needed = transform.missing === 'drop';
  const isMissing = (i: number) => (codes ? codes[i] === NO_CLASS : values.some((v) => Number.isNaN(v[i])));
  const chosen =
    settled.where === undefined
      ? keptRows(count, () => true, context)
      : filteredRows(table, settled.where, context, true);
  const whole = keptRows(chosen, (i) => !isMissing(i) && (!needed || complete[i] === 1), context);
  const known = codes ? keptRows(whole, (i) => codes[i] !== UNKNOWN_CLASS, context) : whole;
  const rows = weights ? keptRows(known, (i) => weights[i] > 0, context) : known;
  if (rows.length === 0) {
    const what = settled.levels ? 'a class that training rows have' : 'a target';
    const withTarget = targets.length === 0 ? '' : `${what}${weights ? ', a weight above 0' : ''} and `;
    const filter = settled.where === undefined ? '' : ` for which the filter ${settled.where} holds`;
    const message = `${file.name}, the file to test on, has no row with ${withTarget}all columns${filter}. Use another file.`;
    throw new KernelscopeError('data/too-few-rows', message, { rows: 0 });
  }
  return {
    table,
    rows,
    filtered: count - chosen.length,
    sample: sampleOf(table, transform, { values, weights, mean: settled.mean }, rows, context),
    unseen: { rows: whole.length - known.length, levels: unknownLevels(targets[0], codes, whole, context) },
    weightless: known.length - rows.length,
    withoutWeights: settled.weights !== undefined && column === undefined,
  };
}

/** The column of a target, of a kind that can be compared with the predictions. */
function targetColumn(table: Table, name: string, classes: boolean): Column {
  const { columns, file } = table.inspection;
  const at = columns.findIndex((column) => column.name === name);
  const column = table.columns[at];
  if (column && column.kind !== 'empty' && (classes || 'values' in column)) return column;
  const what = !column
    ? `lacks the target "${name}"`
    : column.kind === 'empty'
      ? `has no value in the target "${name}"`
      : `holds no numbers in "${name}"`;
  throw new KernelscopeError(
    'model/columns',
    `${file.name}, the file to test on, ${what}. Use a file with the same columns.`,
    { columns: [name] },
  );
}

function unknownLevels(
  column: Column,
  codes: Int32Array | undefined,
  rows: Uint32Array,
  context: RunContext,
): readonly string[] {
  if (!codes) return [];
  const label = labelling(column);
  const unknown = new Set<string>();
  inBlocks(rows.length, context, 1, (from, to) => {
    for (let i = from; i < to; i++) if (codes[rows[i]] === UNKNOWN_CLASS) unknown.add(label(rows[i]) ?? '');
  });
  return [...unknown].sort();
}
