import type { ColumnSummary, DesignOptions } from '../contract/data';
import { chooseColumns } from './chooseColumns';
import { chooseRowColumns } from './chooseRowColumns';
import type { Table } from './table';

/** The numbers per row for targets, weights, row numbers and what is drawn from them. */
const BESIDE = 5;

/** The bytes of a design's rows, training and held out, besides their table; every level of a category is a column. */
export function designBytes(table: Table, options: DesignOptions, targetless: boolean): number {
  const { features } = (targetless ? chooseRowColumns : chooseColumns)(table, options);
  const width = features.reduce((sum, feature) => sum + columnsOf(feature), 0);
  return 8 * mostDesignRows(table, options) * (width + BESIDE);
}

/** The most rows that a design has. */
export const mostDesignRows = ({ inspection }: Table, { maxRows = inspection.rows }: DesignOptions): number =>
  Math.min(maxRows, inspection.rows);

/** Categories have one for gaps too. */
const columnsOf = ({ kind, distinct }: ColumnSummary): number => (kind === 'category' ? distinct + 1 : 1);
