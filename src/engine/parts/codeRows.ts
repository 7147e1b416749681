import type { RunContext } from '../contract/context';
import type { Transform } from '../contract/data';
import { applyTransform } from '../data/applyTransform';
import { classCodes } from '../data/classes';
import { gaps } from '../data/dataReport';
import { keptRows, valuesAt } from '../data/keptRows';
import { numericValues } from '../data/response';
import type { Column, RowsTable } from '../data/table';
import { isSampled, placeOfRow, type RowShares, sideOf } from './rowShares';
import { pickedRows, type SampledRows } from './sampledRows';
import { columnOf, type RowNeeds, usedRows } from './usedRows';

/** How rows of a file become rows of a fit: settled on a sample before all are visited. */
export interface RowCoding extends RowNeeds {
  readonly transform: Transform;
  /** The levels of the target, where it is classified. */
  readonly classes?: readonly string[];
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
  untested: 'held out and not drawn to be tested on',
  filtered: 'for which the filter does not hold',
  withoutTarget: 'without a target',
  withoutWeight: 'without a weight',
  zeroWeight: 'of weight 0',
  withoutPlace: 'without a value that divides the rows or puts them in order',
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
  const { rows, values, weights, left } = knownRows(table, coding, context);
  const before = table.before ?? 0;
  const side = sideOf(table, part, shares);
  const colours = coding.colours?.map((colour) => colourValues(table, colour, context));
  const coded = (at: Uint32Array): SampledRows => ({
    x: applyTransform(table, transform, at, context).x,
    targets: values.map((all) => valuesAt(all, at, context)),
    ...(weights && { weights: valuesAt(weights, at, context) }),
    ...(colours && { colours: colours.map((all) => valuesAt(all, at, context)) }),
    rows: Float64Array.from(at, (i) => before + i),
    lines: Uint32Array.from(at, (i) => table.lines[i]),
  });
  const train = coded(rows.filter((i) => side(i) === 'trains'));
  const heldOut = coded(rows.filter((i) => side(i) === 'tests'));
  const [trained, tested] = [train.rows.length, heldOut.rows.length];
  const kept = keptRows(trained, (k) => isSampled(placeOfRow(shares.seed, part, train.rows[k]), shares), context);
  return {
    train,
    sampled: pickedRows(train, kept),
    heldOut,
    counts: {
      ...noCounts(),
      ...left,
      rows: table.inspection.rows,
      train: trained,
      heldOut: tested,
      untested: rows.length - trained - tested,
    },
    gaps: Float64Array.from(transform.inputs, ({ column }) => gaps(columnOf(table, column), rows, context)),
  };
}

/** The rows (0-based) that take part, but for those of an unknown class, with targets and weights of all rows of the table. */
function knownRows(table: RowsTable, coding: RowCoding, context: RunContext) {
  const { transform, targets, classes } = coding;
  const all = table.inspection.rows;
  const whole = transform.missing === 'drop' ? transform.inputs.map(({ column }) => column) : [];
  const { rows: used, weights, left } = usedRows(table, coding, whole, context);
  const columns = targets.map((name) => columnOf(table, name));
  const codes = classes && Float64Array.from(classCodes(columns[0], classes, all, context));
  const rows = codes ? keptRows(used, (i) => codes[i] >= 0, context) : used;
  return {
    rows,
    values: codes
      ? [codes]
      : columns.map((column) => (column.kind === 'empty' ? new Float64Array(all) : numericValues(column))),
    weights,
    left: { ...left, strangers: used.length - rows.length },
  };
}

/** Numbers, NaN where there is none; or codes as `classCodes` gives them. A part may lack the column. */
function colourValues(table: RowsTable, { column: name, levels }: ColourCoding, context: RunContext): Float64Array {
  const { rows, columns } = table.inspection;
  const column: Column = table.columns[columns.findIndex((one) => one.name === name)] ?? { kind: 'empty' };
  if (levels) return Float64Array.from(classCodes(column, levels, rows, context));
  return 'values' in column ? column.values : new Float64Array(rows).fill(Number.NaN);
}
