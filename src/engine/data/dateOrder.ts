import type { RunContext } from '../contract/context';
import type { ColumnSummary, DesignOptions, HoldoutRule } from '../contract/data';
import { leftToOrder } from './divideRows';
import { rowsWhere, rowsWithout } from './response';
import type { Table } from './table';

/** So many changes of the date from row to row are no accident; and the share of them that may go the other way. */
const LEAST = 20;
const EXCEPTIONS = 0.01;

export const lastBy = (by: string, fraction: number): HoldoutRule => ({ kind: 'last', fraction, by, byDefault: true });

/** How a date goes from row to row, rows being added in the order of the file. */
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

  /** Upwards or downwards, with few exceptions; a row without a date has no place in it. */
  get holds(): boolean {
    const [few, many] = [Math.min(this.rises, this.falls), Math.max(this.rises, this.falls)];
    return this.gaps === 0 && many >= LEAST && few <= EXCEPTIONS * (few + many);
  }
}

/** The options with which rows are held out: where that is left to the file and its rows are in the order of a date, the last by that date. */
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

/** The first column of dates, none of these targets, in whose order these rows (0-based) are. */
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
