import type { Inspection } from '../contract/data';
import { notFound, type SoughtColumn } from './unknownColumn';

/**
 * A column by its name, however its blanks, line ends and accents are written, else by its 1-based position. Throws
 * `data/unknown-column`.
 */
export function findColumn<Column extends SoughtColumn>(
  {
    inspection,
  }: { readonly inspection: Pick<Inspection, 'file' | 'leftOut'> & { readonly columns: readonly Column[] } },
  reference: string,
): Column {
  const { columns } = inspection;
  const wanted = reference.replace(/\s+/g, ' ').trim().normalize();
  const byName = columns.find((c) => c.name === reference) ?? columns.find((c) => c.name === wanted);
  const byPosition = /^\d+$/.test(wanted) ? columns[Number(wanted) - 1] : undefined;
  const column = byName ?? byPosition;
  if (column) return column;
  throw notFound(columns, inspection, reference, wanted);
}
