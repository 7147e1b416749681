import type { ColumnSummary, DesignOptions } from '../contract/data';
import { chooseColumns } from './chooseColumns';
import { chooseRowColumns } from './chooseRowColumns';
import type { Table } from './table';

/** Targets, weights, row numbers and what is drawn from them, in numbers a row. */
const BESIDE = 5;

/** Bytes that the rows of a design take beside their table: training and held out, every level of a category a column. */
export function designBytes(table: Table, options: DesignOptions, targetless: boolean): number {
  const { features } = (targetless ? chooseRowColumns : chooseColumns)(table, options);
  const width = features.reduce((sum, feature) => sum + columnsOf(feature), 0);
  return 8 * rowsOf(table, options) * (width + BESIDE);
}

/** Rows of a design, at most. */
export const rowsOf = ({ inspection }: Table, { maxRows = inspection.rows }: DesignOptions): number =>
  Math.min(maxRows, inspection.rows);

/** One for gaps too. */
const columnsOf = ({ kind, distinct }: ColumnSummary): number => (kind === 'category' ? distinct + 1 : 1);
