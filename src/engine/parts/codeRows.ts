import type { RunContext } from '../contract/context';
import type { Matrix, Transform } from '../contract/data';
import { applyTransform } from '../data/applyTransform';
import { classCodes } from '../data/classes';
import { gaps } from '../data/dataReport';
import { keptRows, valuesAt } from '../data/keptRows';
import { numericValues } from '../data/response';
import type { Column, RowsTable } from '../data/table';
import { pickRows } from '../kernels/rows';
import { isSampled, placeOfRow, type RowShares, sideOf } from './rowShares';
import { type RowNeeds, usedColumn, usedRows } from './usedRows';

/** The coding of a file's rows into rows of a fit, settled on a sample before all are visited. */
export interface RowCoding extends RowNeeds {
  readonly transform: Transform;
  /** The levels of the target, if it is a class. */
  readonly classes?: readonly string[];
  /** Columns that retained rows can be coloured by, if there is no target. */
  readonly colours?: readonly ColourCoding[];
  readonly shares: RowShares;
}

/** A column of numbers, or of levels. */
export interface ColourCoding {
  readonly column: string;
  readonly levels?: readonly string[];
}

/** The counts of visited rows: those that were used, and those that were left out for each reason. */
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
  /** The rows of `train` that are retained. */
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
    gaps: Float64Array.from(transform.inputs, ({ column }) => gaps(usedColumn(table, column), rows, context)),
  };
}

/**
 * The rows (0-based) that take part, except those of an unknown class, with targets and weights of all rows of the
 * table.
 */
function knownRows(table: RowsTable, coding: RowCoding, context: RunContext) {
  const { transform, targets, classes } = coding;
  const all = table.inspection.rows;
  const whole = transform.missing === 'drop' ? transform.inputs.map(({ column }) => column) : [];
  const { rows: used, weights, left } = usedRows(table, coding, whole, context);
  const columns = targets.map((name) => usedColumn(table, name));
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

/** Numbers (NaN if missing) or codes as `classCodes` gives them. A part may lack the column. */
function colourValues(table: RowsTable, { column: name, levels }: ColourCoding, context: RunContext): Float64Array {
  const { rows, columns } = table.inspection;
  const column: Column = table.columns[columns.findIndex((one) => one.name === name)] ?? { kind: 'empty' };
  if (levels) return Float64Array.from(classCodes(column, levels, rows, context));
  return 'values' in column ? column.values : new Float64Array(rows).fill(Number.NaN);
}

/** Encoded rows of a file that are stored as they are. */
export interface SampledRows {
  /** The encoded cells, k×d. */
  readonly x: Matrix;
  /** The values of each target, or the codes of its classes. */
  readonly targets: readonly Float64Array[];
  /** Row weights as they are in the file. */
  readonly weights?: Float64Array;
  /** Numbers or codes of each column that rows can be coloured by. */
  readonly colours?: readonly Float64Array[];
  /** Row numbers, counted from 0 in the rows that are visited. */
  readonly rows: Float64Array;
  /** The line (1-based) of its file at which each row begins. */
  readonly lines: Uint32Array;
}

/** Some of these rows, by their positions. */
function pickedRows({ x, targets, weights, colours, rows, lines }: SampledRows, at: Uint32Array): SampledRows {
  const picked = (values: Float64Array) => Float64Array.from(at, (i) => values[i]);
  return {
    x: pickRows(x, at),
    targets: targets.map(picked),
    ...(weights && { weights: picked(weights) }),
    ...(colours && { colours: colours.map(picked) }),
    rows: picked(rows),
    lines: Uint32Array.from(at, (i) => lines[i]),
  };
}

/** All of these rows in their order; at least one list, which may be of no rows. */
export function joinedRows(lists: readonly SampledRows[]): SampledRows {
  const [first] = lists;
  const count = lists.reduce((sum, { rows }) => sum + rows.length, 0);
  const { columns } = first.x;
  const values = new Float64Array(count * columns);
  let at = 0;
  for (const { x } of lists) {
    for (let j = 0; j < columns; j++) values.set(x.values.subarray(j * x.rows, (j + 1) * x.rows), j * count + at);
    at += x.rows;
  }
  const joined = (of: (list: SampledRows) => ArrayLike<number>) => {
    const all = new Float64Array(count);
    let end = 0;
    for (const list of lists) {
      all.set(of(list), end);
      end += list.rows.length;
    }
    return all;
  };
  return {
    x: { rows: count, columns, values },
    targets: first.targets.map((_, t) => joined(({ targets }) => targets[t])),
    ...(first.weights && { weights: joined(({ weights = [] }) => weights) }),
    ...(first.colours && { colours: first.colours.map((_, c) => joined(({ colours = [] }) => colours[c])) }),
    rows: joined(({ rows }) => rows),
    lines: Uint32Array.from(joined(({ lines }) => lines)),
  };
}
