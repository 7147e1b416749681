import type { RunContext } from '../contract/context';
import type { DesignOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { ChosenColumns } from './chooseColumns';
import { classesOf } from './classes';
import { keptRows } from './keptRows';
import { readWeights } from './rowWeights';
import { MIN_ROWS, subsample } from './splitRows';
import type { Column, RowsTable, Table } from './table';
import { tooFewRows } from './tooFewRows';
import { filteredRows } from './where/rowFilter';

/** The values to predict in the rows that take part, and the weight of each. Arrays run over all rows of the table. */
export interface Response {
  /**
   * Rows with a value in every target, a weight above 0, under 'drop' no gap: 0-based, ascending, at most `maxRows`.
   */
  readonly rows: Uint32Array;
  /** The targets' values; for classes, one array with the codes of the levels. */
  readonly values: readonly Float64Array[];
  /** The levels that these rows have, sorted; absent for numbers. */
  readonly levels?: readonly string[];
  /** The weights as they are in the file. */
  readonly weights?: Float64Array;
  readonly left: RowsLeft;
}

/** Rows that do not take part, each counted under the first reason that holds. */
export interface RowsLeft {
  readonly withoutTarget: number;
  readonly withoutWeight: number;
  readonly zeroWeight: number;
  readonly withGaps: number;
  /** Rows without a value in a column that divides or orders the rows. */
  readonly withoutPlace: number;
  readonly notDrawn: number;
  /** Rows for which the filter does not hold. */
  readonly filtered: number;
}

/**
 * Throws `parameter/invalid` for a value that is no weight, and `data/too-few-rows`. A subsample keeps the proportions
 * of classes.
 */
export function responseOf(table: Table, chosen: ChosenColumns, options: DesignOptions, context: RunContext): Response {
  const count = table.inspection.rows;
  const targets = chosen.targets.map((target) => table.columns[target.index]);
  const weights = chosen.weights && readWeights(table, chosen.weights, context);
  const gaps = options.missing === 'drop' ? chosen.features.map((f) => table.columns[f.index]) : [];

  const chosenRows = rowsWhere(table, options.where, context);
  const withTarget = rowsWithout(targets, chosenRows, context);
  const withWeight = weights ? keptRows(withTarget, (i) => !Number.isNaN(weights[i]), context) : withTarget;
  const weighty = weights ? keptRows(withWeight, (i) => weights[i] > 0, context) : withWeight;
  const { units, order } = chosen.splits;
  const placing = [units, order].flatMap((column) => (column ? [table.columns[column.index]] : []));
  const placed = rowsWithout(placing, weighty, context);
  const whole = rowsWithout(gaps, placed, context);
  if (whole.length < MIN_ROWS) {
    const steps = [withTarget.length, weighty.length, whole.length] as const;
    throw tooFewRows(table, chosen, steps, { rows: whole.length, filtered: chosenRows.length, where: options.where });
  }
  const classes = chosen.classify ? classesOf(targets[0], whole, count, context) : undefined;
  const rows = subsample(whole, options.maxRows, options.seed, classes?.codes, context);
  // A subsample may have lost some levels.
  const drawn = classes && rows.length < whole.length ? classesOf(targets[0], rows, count, context) : classes;
  return {
    rows,
    values: drawn ? [drawn.codes] : targets.map(numericValues),
    ...(drawn && { levels: drawn.levels }),
    ...(weights && { weights }),
    left: {
      filtered: count - chosenRows.length,
      withoutTarget: chosenRows.length - withTarget.length,
      withoutWeight: withTarget.length - withWeight.length,
      zeroWeight: withWeight.length - weighty.length,
      withoutPlace: weighty.length - placed.length,
      withGaps: placed.length - whole.length,
      notDrawn: whole.length - rows.length,
    },
  };
}

/** All rows of a table, or those for which a filter holds. `other`: as for `filteredRows`. */
export function rowsWhere(table: RowsTable, where: unknown, context: RunContext, other = false): Uint32Array {
  if (where === undefined) return keptRows(table.inspection.rows, () => true, context);
  if (typeof where === 'string') return filteredRows(table, where, context, other);
  const message = 'A filter of rows is a text such as "age > 30".';
  throw new KernelscopeError('parameter/invalid', message, { name: 'where' });
}

export function numericValues(column: Column): Float64Array {
  if ('values' in column) return column.values;
  throw new Error('the target is not numeric');
}

/** The rows, among these, with a value in every one of the columns, found column by column. */
export function rowsWithout(gaps: readonly Column[], rows: Uint32Array, context: RunContext): Uint32Array {
  return gaps.reduce((left, column) => keptRows(left, (i) => !isGap(column, i), context), rows);
}

export function isGap(column: Column, i: number): boolean {
  if (column.kind === 'empty') return true;
  return 'values' in column ? Number.isNaN(column.values[i]) : column.codes[i] < 0;
}
