import type { RunContext } from '../contract/context';
import type { ColumnSummary, DesignOptions, HoldoutRule } from '../contract/data';
import { leftToOrder } from './divideRows';
import { rowsWhere, rowsWithout } from './response';
import type { Table } from './table';

/** The fewest changes of the date from row to row that are no accident, and the fraction that may go the other way. */
const LEAST = 20;
const EXCEPTIONS = 0.01;

export const lastBy = (by: string, fraction: number): HoldoutRule => ({ kind: 'last', fraction, by, byDefault: true });

/** Finds whether a date rises or falls from row to row; rows are added in the order of the file. */
export class DateOrder {
  private last = Number.NaN;
  private rises = 0;
  private falls = 0;
  private gaps = 0;

  add(values: Float64Array, rows: Uint32Array): void {
    for (const row of rows) {
      const value = values[row];
      if (Number.isNaN(value)) this.gaps++;
      else {
        if (value > this.last) this.rises++;
        else if (value < this.last) this.falls++;
        this.last = value;
      }
    }
  }

  /** True when the dates rise or fall with few exceptions and every row has one. */
  get holds(): boolean {
    const [few, many] = [Math.min(this.rises, this.falls), Math.max(this.rises, this.falls)];
    return this.gaps === 0 && many >= LEAST && few <= EXCEPTIONS * (few + many);
  }
}

/**
 * The options with which rows are held out: when that is left to the file and its rows are in the order of a date, the
 * last rows by that date.
 */
export function withDateOrder(table: Table, options: DesignOptions, context: RunContext): DesignOptions {
  const fraction = leftToOrder(options);
  if (fraction === undefined || !table.inspection.columns.some(({ kind }) => kind === 'date')) return options;
  const named = new Set([options.target, ...(options.moreTargets ?? [])].map((name) => name.trim()));
  const targets = table.inspection.columns.filter(({ name, index }) => named.has(name) || named.has(String(index + 1)));
  const known = targets.map(({ index }) => table.columns[index]);
  const rows = rowsWithout(known, rowsWhere(table, options.where, context), context);
  const ordered = dateOfOrder(table, rows, targets);
  return ordered ? { ...options, holdout: lastBy(ordered.name, fraction) } : options;
}

/** The first column of dates, other than these targets, by which these rows (0-based) are in order. */
export const dateOfOrder = (
  table: Table,
  rows: Uint32Array,
  targets: readonly ColumnSummary[],
): ColumnSummary | undefined =>
  table.inspection.columns.find((date) => {
    const column = table.columns[date.index];
    if (column.kind !== 'date' || targets.includes(date)) return false;
    const order = new DateOrder();
    order.add(column.values, rows);
    return order.holds;
  });
