import type { ColumnSummary } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { quoted } from '../words/listed';
import type { Table } from './table';

/** A column by its name, else by its 1-based position. Throws `data/unknown-column`. */
export function findColumn(table: Table, reference: string): ColumnSummary {
  const { columns, file } = table.inspection;
  const wanted = reference.trim();
  const byName = columns.find((c) => c.name === reference) ?? columns.find((c) => c.name === wanted);
  const byPosition = /^\d+$/.test(wanted) ? columns[Number(wanted) - 1] : undefined;
  const column = byName ?? byPosition;
  if (column) return column;
  const message = `${file.name} has no column "${reference}". Its columns: ${quoted(columns.map((c) => c.name))}.`;
  throw new KernelscopeError('data/unknown-column', message, { column: reference });
}
