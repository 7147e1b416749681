import { inBlocks, type RunContext } from '../contract/context';
import { type ColumnSummary, type DesignOptions, LEAST_HELD_OUT, type RowDivision } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { count } from '../words/numbers';
import { quoted } from '../words/sentence';
import { agreeing, comparableNumbers } from './copies';
import { findColumn } from './findColumn';
import { keptRows, valuesAt } from './keptRows';
import { leaveOut } from './leaveOut';
import { nameWords } from './nameWords';
import { permutation } from './random';
import { type RowSplit, SPLIT_STREAM, splitRows } from './splitRows';
import { type Column, MAX_LEVELS, type Table } from './table';

type SplitOptions = Pick<DesignOptions, 'holdout' | 'splitBy' | 'seed' | 'without'>;

/** The columns that say how rows are divided: a row without a value there takes no part. */
export interface SplitColumns {
  /** The column of groups or folds: never a feature. */
  readonly units?: ColumnSummary;
  /** The column by which rows are put in order: a feature like any other. */
  readonly order?: ColumnSummary;
}

/** More folds than this are groups. */
const MOST_FOLDS = 100;

/** The references to the same columns in the options, by name or position. */
export function splitReferences({ holdout, splitBy }: Pick<DesignOptions, 'holdout' | 'splitBy'>): {
  readonly [K in keyof SplitColumns]: string;
} {
  const order =
    (splitBy?.kind === 'blocks' ? splitBy.by : undefined) ?? (holdout.kind === 'last' ? holdout.by : undefined);
  const ofColumn = splitBy?.kind === 'group' || splitBy?.kind === 'fold';
  return {
    ...(ofColumn && { units: splitBy.column }),
    ...(order !== undefined && { order }),
  };
}

/** True when the last rows are held out. */
export const heldOutInOrder = ({ holdout, splitBy }: Pick<DesignOptions, 'holdout' | 'splitBy'>): boolean =>
  splitBy?.kind === 'blocks' || holdout.kind === 'last';

/** Throws `parameter/invalid` for a column that cannot put rows in order. */
export function checkOrder({ name, kind }: Pick<ColumnSummary, 'name' | 'kind'>): void {
  if (kind === 'number' || kind === 'date') return;
  const message = `Rows cannot be put in order by "${name}": it holds ${kind === 'empty' ? 'no values' : `${kind === 'boolean' ? 'yes and no' : 'words'}, not numbers or dates`}. Choose another column, or set its kind to date.`;
  throw new KernelscopeError('parameter/invalid', message, { name: 'holdout', column: name });
}

/** The columns that divide the rows. Throws `data/unknown-column`, and `parameter/invalid` for one that cannot. */
export function splitColumns(table: Table, options: SplitOptions): SplitColumns {
  const { splitBy } = options;
  const asked = splitReferences(options);
  const order = asked.order === undefined ? undefined : findColumn(table, asked.order);
  if (order) checkOrder(order);
  if (splitBy === undefined || asked.units === undefined) return { ...(order && { order }) };
  const units = findColumn(table, asked.units);
  const what = splitBy.kind === 'group' ? 'groups' : 'folds';
  if (units.count === 0 || units.constant) {
    const message = `"${units.name}" cannot divide the rows into ${what}: ${units.count === 0 ? 'it holds no values' : 'every value is the same'}. At least two different values are needed; choose another column.`;
    throw new KernelscopeError('parameter/invalid', message, { name: what, column: units.name });
  }
  const cells = table.columns[units.index];
  if ('codes' in cells && cells.levels.length === 0) {
    const message = `"${units.name}" has more than ${count(MAX_LEVELS)} different words, more than are told apart. Number the ${what} instead.`;
    throw new KernelscopeError('parameter/invalid', message, { name: what, column: units.name });
  }
  if (splitBy.kind === 'fold' && (units.distinct > MOST_FOLDS || units.distinctCapped)) {
    const message = `"${units.name}" has more than ${MOST_FOLDS} different values, too many for folds. If they are groups of rows, use it as the column of groups.`;
    throw new KernelscopeError('parameter/invalid', message, { name: what, column: units.name });
  }
  return { units, ...(order && { order }) };
}

/** The rows that train and those held out, and how folds divide the former. */
export interface DividedRows {
  readonly split: RowSplit;
  readonly division?: RowDivision;
}

/**
 * Divides these rows of the table as the options say: at random, class by class (`codes` of every row of the table); as
 * whole groups or folds; or with the last ones in order held out. Rows of the same time are not divided: they train.
 * Blocks hold out their last rows too. The rows to leave out are removed last. `copies`: for every row of the table the
 * first of the rows that it is a copy of; copies stay on one side of a draw.
 */
export function divideRows(
  table: Table,
  rows: Uint32Array,
  options: SplitOptions,
  context: RunContext,
  codes?: ArrayLike<number>,
  copies?: Int32Array,
): DividedRows {
  const { holdout, splitBy, seed, without } = options;
  const { units, order } = splitColumns(table, options);
  const fraction = holdout.kind === 'file' ? 0 : holdout.fraction;
  const inOrder = heldOutInOrder(options);
  const unit = units ? unitsOf(table, units, context) : settingsOf(table, splitBy, context);
  const drawn = inOrder
    ? lastRows(rows, order && valuesOf(table, order), fraction)
    : unit
      ? wholeUnits(rows, unit, fraction, options)
      : drawnRows(rows, tooFewHeldOut(options, rows.length) ? 0 : fraction, seed, codes, copies, context);
  const split = without === undefined ? drawn : leaveOut(table, drawn, without, context);
  const { train } = split;
  if (unit) checkUnits(split, unit, options, table);
  if (unit && splitBy?.kind !== 'fold') return { split, division: together(split, unit, context) };
  if (unit && units) return { split, division: given(train, unit) };
  if (!inOrder) return { split };
  const values = order && valuesOf(table, order);
  const positions = Uint32Array.from(train.keys());
  if (values) positions.sort((a, b) => values[train[a]] - values[train[b]] || a - b);
  return { split, division: { kind: 'blocks', order: positions } };
}

/**
 * The fraction held out by default, of rows that are not divided in another way: the last ones when the file is in the
 * order of a date; else undefined.
 */
export function leftToOrder({ holdout, splitBy }: Pick<DesignOptions, 'holdout' | 'splitBy'>): number | undefined {
  const open = splitBy === undefined && holdout.kind === 'fraction' && holdout.byDefault && holdout.fraction > 0;
  return open ? holdout.fraction : undefined;
}

/** True when rows drawn one by one, at the fraction held out by default, would be too few to show anything. */
export const tooFewHeldOut = (options: Pick<SplitOptions, 'holdout' | 'splitBy'>, rows: number): boolean => {
  const fraction = leftToOrder(options);
  return fraction !== undefined && Math.round(fraction * rows) < LEAST_HELD_OUT;
};

/** Draws rows at random; copies go with the first of them. */
function drawnRows(
  rows: Uint32Array,
  fraction: number,
  seed: number,
  codes: ArrayLike<number> | undefined,
  copies: Int32Array | undefined,
  context: RunContext,
): RowSplit {
  if (copies === undefined) return splitRows(rows, fraction, seed, codes, context);
  const firsts = keptRows(rows, (row) => copies[row] === row, context);
  const held = new Set(splitRows(firsts, fraction, seed, codes, context).holdout);
  const isHeld = (row: number) => held.has(copies[row]);
  return { train: keptRows(rows, (row) => !isHeld(row), context), holdout: keptRows(rows, isHeld, context) };
}

/** The last words of names of things that have several rows each. */
const GROUP_WORDS: ReadonlySet<string> = new Set(
  'subject patient person participant user customer client family household group batch lot run session site station sensor device animal plot specimen sample id'.split(
    ' ',
  ),
);
/** Fewer groups cannot be left out in turn. */
const LEAST_GROUPS = 5;
/** As many words, all with a digit, are codes of things, whatever their column is called: 1001-07, P12. */
const MANY_CODES = 20;

/**
 * The columns besides these targets that may define groups, with their codes in the training rows: by name, with at
 * least five values and twice as many rows, or twenty codes.
 */
export function possibleGroups(
  table: Table,
  train: Uint32Array,
  targets: readonly ColumnSummary[],
  context: RunContext,
): readonly { readonly column: string; readonly unit: Int32Array }[] {
  return table.inspection.columns.flatMap((summary) => {
    const { name, count, distinct, distinctCapped } = summary;
    const grouped = distinct >= LEAST_GROUPS && 2 * distinct <= count && !distinctCapped && !targets.includes(summary);
    if (!grouped || !(GROUP_WORDS.has(nameWords(name).at(-1) ?? '') || areCodes(table.columns[summary.index])))
      return [];
    const unit = unitsOf(table, summary, context);
    return [{ column: name, unit: valuesAt(unit, train, context) }];
  });
}

const areCodes = (column: Column): boolean =>
  'levels' in column && column.levels.length >= MANY_CODES && column.levels.every((level) => /\d/.test(level));

/**
 * The setting of every row of the table, which is the same for rows that agree in all of these columns. Throws
 * `data/unknown-column`.
 */
function settingsOf(table: Table, splitBy: SplitOptions['splitBy'], context: RunContext): Int32Array | undefined {
  if (splitBy?.kind !== 'settings') return undefined;
  const columns = splitBy.columns.map((name) => table.columns[findColumn(table, name).index]);
  return agreeing(columns.flatMap(comparableNumbers), table.inspection.rows, context);
}

function lastRows(rows: Uint32Array, values: Float64Array | undefined, fraction: number): RowSplit {
  const ordered = values ? rows.slice().sort((a, b) => values[a] - values[b] || a - b) : rows;
  let cut = ordered.length - (fraction === 0 ? 0 : Math.max(1, Math.round(fraction * ordered.length)));
  if (values) while (cut > 0 && cut < ordered.length && values[ordered[cut]] === values[ordered[cut - 1]]) cut++;
  return { train: ordered.slice(0, cut).sort(), holdout: ordered.slice(cut).sort() };
}

/**
 * Holds out whole units, drawn until the fraction is reached as nearly as they allow; at least one on each side. None of
 * two unless a fraction is set: folds need two that train.
 */
function wholeUnits(rows: Uint32Array, unit: Int32Array, fraction: number, { holdout, seed }: SplitOptions): RowSplit {
  const all = { train: rows, holdout: new Uint32Array() };
  if (fraction === 0) return all;
  const sizes = new Map<number, number>();
  for (const i of rows) sizes.set(unit[i], (sizes.get(unit[i]) ?? 0) + 1);
  const codes = [...sizes.keys()];
  if (codes.length === 2 && holdout.kind === 'fraction' && holdout.byDefault) return all;
  const drawn = Array.from(permutation(codes.length, seed ^ SPLIT_STREAM), (at) => codes[at]);
  const wanted = fraction * rows.length;
  const held = new Set<number>();
  let count = 0;
  for (const code of drawn) {
    const size = sizes.get(code) ?? 0;
    if (held.size === drawn.length - 1) break;
    if (held.size > 0 && Math.abs(count + size - wanted) >= Math.abs(count - wanted)) continue;
    held.add(code);
    count += size;
  }
  return { train: rows.filter((i) => !held.has(unit[i])), holdout: rows.filter((i) => held.has(unit[i])) };
}

function together({ train, holdout }: RowSplit, unit: Int32Array, context: RunContext): RowDivision {
  return { kind: 'together', unit: valuesAt(unit, train, context), heldOut: valuesAt(unit, holdout, context) };
}

/** Throws `parameter/invalid` if the rows that train are of one unit, so that no fold can leave one out. */
function checkUnits({ train, holdout }: RowSplit, unit: Int32Array, options: SplitOptions, table: Table): void {
  if (train.some((row) => unit[row] !== unit[train[0]])) return;
  const { splitBy } = options;
  const { units } = splitColumns(table, options);
  const by = units ? [units.name] : splitBy?.kind === 'settings' ? splitBy.columns : [];
  const way = holdout.length > 0 ? 'Hold out fewer rows or none, or let' : 'Let';
  const message = `The training rows of ${table.inspection.file.name} all agree in ${quoted(by)}, so that no fold can leave some out. ${way} rows be divided at random.`;
  throw new KernelscopeError('parameter/invalid', message, { name: splitBy?.kind === 'fold' ? 'folds' : 'groups' });
}

function given(train: Uint32Array, unit: Int32Array): RowDivision {
  const codes = [...new Set(Array.from(train, (i) => unit[i]))].sort((a, b) => a - b);
  const fold = new Map(codes.map((code, f) => [code, f]));
  return { kind: 'given', fold: Uint16Array.from(train, (i) => fold.get(unit[i]) ?? 0), count: codes.length };
}

/** A number for every different value of the column; −1 for a gap. */
function unitsOf(table: Table, { index }: ColumnSummary, context: RunContext): Int32Array {
  const column: Column = table.columns[index];
  const count = table.inspection.rows;
  if (column.kind === 'empty') return new Int32Array(count).fill(-1);
  if ('codes' in column) return column.codes.slice();
  const { values } = column;
  const different = new Set<number>();
  const each = (work: (i: number) => void) =>
    inBlocks(count, context, 8, (from, to) => {
      for (let i = from; i < to; i++) work(i);
    });
  each((i) => different.add(values[i]));
  const sorted = [...different].filter((v) => !Number.isNaN(v)).sort((a, b) => a - b);
  const codeOf = new Map(sorted.map((value, code) => [value, code]));
  const units = new Int32Array(count);
  each((i) => {
    units[i] = codeOf.get(values[i]) ?? -1;
  });
  return units;
}

function valuesOf(table: Table, { index }: ColumnSummary): Float64Array {
  const column = table.columns[index];
  if ('values' in column) return column.values;
  throw new Error('rows are put in order by a column without numbers');
}
