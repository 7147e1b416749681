import type { RunContext } from '../contract/context';
import type { Transform } from '../contract/data';
import { applyTransform } from '../data/applyTransform';
import { classCodes } from '../data/classes';
import { gaps } from '../data/dataReport';
import { findColumn } from '../data/findColumn';
import { keptRows, valuesAt } from '../data/keptRows';
import { numericValues, rowsWhere, rowsWithout } from '../data/response';
import { checkedWeights } from '../data/rowWeights';
import type { Column, RowsTable } from '../data/table';
import { isHeldOut, isSampled, placeOfRow, type RowShares } from './rowShares';
import { pickedRows, type SampledRows } from './sampledRows';

/** How rows of a file become rows of a fit: settled on a sample before all are visited. */
export interface RowCoding {
  readonly transform: Transform;
  readonly targets: readonly string[];
  /** The levels of the target, where it is classified. */
  readonly classes?: readonly string[];
  readonly weights?: string;
  readonly where?: string;
  /** Without a target: columns that kept rows can be coloured by. */
  readonly colours?: readonly ColourCoding[];
  readonly shares: RowShares;
}

/** A column of numbers, or of levels. */
export interface ColourCoding {
  readonly column: string;
  readonly levels?: readonly string[];
}

/** Of the rows visited, how many were used and how many were left out for what. */
export const COUNTED = {
  rows: 'all',
  train: 'in training',
  heldOut: 'held out',
  filtered: 'for which the filter does not hold',
  withoutTarget: 'without a target',
  withoutWeight: 'without a weight',
  zeroWeight: 'of weight 0',
  withGaps: 'with a gap',
  strangers: 'of a class that is not known',
} as const;
export type RowCounts = Readonly<Record<keyof typeof COUNTED, number>>;

export const noCounts = (): RowCounts =>
  Object.fromEntries(Object.keys(COUNTED).map((name) => [name, 0])) as Record<keyof typeof COUNTED, number>;

export function addCounts(a: RowCounts, b: RowCounts): RowCounts {
  const names = Object.keys(COUNTED) as (keyof typeof COUNTED)[];
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as RowCounts;
}

interface CodedBlock {
  readonly train: SampledRows;
  /** Those of `train` that are kept. */
  readonly sampled: SampledRows;
  readonly heldOut: SampledRows;
  readonly counts: RowCounts;
  /** Cells without a value, by input of the transform. */
  readonly gaps: Float64Array;
}

/** The rows of a block of a part (counted from 0), encoded and divided. Throws what `applyTransform` and the filter throw. */
export function codeRows(table: RowsTable, part: number, coding: RowCoding, context: RunContext): CodedBlock {
  const { transform, shares } = coding;
  const { rows, values, weights, counts } = usedRows(table, coding, context);
  const before = table.before ?? 0;
  const places = Float64Array.from(rows, (i) => placeOfRow(shares.seed, part, before + i));
  const side = (held: boolean) => rows.filter((_, k) => isHeldOut(places[k], shares) === held);
  const colours = coding.colours?.map((colour) => colourValues(table, colour, context));
  const coded = (at: Uint32Array): SampledRows => ({
    x: applyTransform(table, transform, at, context).x,
    targets: values.map((all) => valuesAt(all, at, context)),
    ...(weights && { weights: valuesAt(weights, at, context) }),
    ...(colours && { colours: colours.map((all) => valuesAt(all, at, context)) }),
    rows: Float64Array.from(at, (i) => before + i),
    lines: Uint32Array.from(at, (i) => table.lines[i]),
  });
  const train = coded(side(false));
  const heldOut = coded(side(true));
  const kept = keptRows(
    train.rows.length,
    (k) => isSampled(placeOfRow(shares.seed, part, train.rows[k]), shares),
    context,
  );
  return {
    train,
    sampled: pickedRows(train, kept),
    heldOut,
    counts: { ...counts, train: train.rows.length, heldOut: heldOut.rows.length },
    gaps: Float64Array.from(transform.inputs, ({ column }) => gaps(columnOf(table, column), rows, context)),
  };
}

/** The rows (0-based) that have all that they need, with targets and weights of all rows of the table. */
function usedRows(
  table: RowsTable,
  { transform, targets, classes, weights: by, where }: RowCoding,
  context: RunContext,
) {
  const all = table.inspection.rows;
  const chosen = rowsWhere(table, where, context, true);
  const columns = targets.map((name) => columnOf(table, name));
  const withTarget = rowsWithout(columns, chosen, context);
  const weights = by === undefined ? undefined : weightsOf(table, by, context);
  const withWeight = weights ? keptRows(withTarget, (i) => !Number.isNaN(weights[i]), context) : withTarget;
  const weighty = weights ? keptRows(withWeight, (i) => weights[i] > 0, context) : withWeight;
  const needed = transform.missing === 'drop' ? transform.inputs.map(({ column }) => columnOf(table, column)) : [];
  const whole = rowsWithout(needed, weighty, context);
  const codes = classes && Float64Array.from(classCodes(columns[0], classes, all, context));
  const rows = codes ? keptRows(whole, (i) => codes[i] >= 0, context) : whole;
  return {
    rows,
    values: codes
      ? [codes]
      : columns.map((column) => (column.kind === 'empty' ? new Float64Array(all) : numericValues(column))),
    weights,
    counts: {
      ...noCounts(),
      rows: all,
      filtered: all - chosen.length,
      withoutTarget: chosen.length - withTarget.length,
      withoutWeight: withTarget.length - withWeight.length,
      zeroWeight: withWeight.length - weighty.length,
      withGaps: weighty.length - whole.length,
      strangers: whole.length - rows.length,
    },
  };
}

function weightsOf(table: RowsTable, name: string, context: RunContext): Float64Array {
  const column = columnOf(table, name);
  if (column.kind === 'empty') return new Float64Array(table.inspection.rows).fill(Number.NaN);
  return checkedWeights(table, { name }, numericValues(column), context);
}

/** Numbers, NaN where there is none; or codes as `classCodes` gives them. A part may lack the column. */
function colourValues(table: RowsTable, { column: name, levels }: ColourCoding, context: RunContext): Float64Array {
  const { rows, columns } = table.inspection;
  const column: Column = table.columns[columns.findIndex((one) => one.name === name)] ?? { kind: 'empty' };
  if (levels) return Float64Array.from(classCodes(column, levels, rows, context));
  return 'values' in column ? column.values : new Float64Array(rows).fill(Number.NaN);
}

function columnOf(table: RowsTable, name: string): Column {
  const { columns } = table.inspection;
  return table.columns[columns.indexOf(findColumn(table, name))];
}
