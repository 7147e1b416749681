import type { RunContext } from '../contract/context';
import type { DesignOptions, HoldoutRule } from '../contract/data';
import { rowsWhere, rowsWithout } from './response';
import type { Table } from './table';

/** So many changes of the date from row to row are no accident; and the share of them that may go the other way. */
const LEAST = 20;
const EXCEPTIONS = 0.01;

/** The share that nobody asked for, of rows that are not divided in another way: the last ones where the file is in the order of a date. */
export function leftToOrder({ holdout, splitBy }: Pick<DesignOptions, 'holdout' | 'splitBy'>): number | undefined {
  const open = splitBy === undefined && holdout.kind === 'fraction' && holdout.byDefault && holdout.fraction > 0;
  return open ? holdout.fraction : undefined;
}

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
  const dates = table.inspection.columns.filter(({ kind }) => kind === 'date');
  if (fraction === undefined || dates.length === 0) return options;
  const named = new Set([options.target, ...(options.moreTargets ?? [])].map((name) => name.trim()));
  const targets = table.inspection.columns.filter(({ name, index }) => named.has(name) || named.has(String(index + 1)));
  const known = targets.map(({ index }) => table.columns[index]);
  const rows = rowsWithout(known, rowsWhere(table, options.where, context), context);
  const ordered = dates.find((date) => {
    const column = table.columns[date.index];
    if (targets.includes(date) || !('values' in column)) return false;
    const order = new DateOrder();
    order.add(column.values, rows);
    return order.holds;
  });
  return ordered ? { ...options, holdout: lastBy(ordered.name, fraction) } : options;
}
