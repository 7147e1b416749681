import { inBlocks, type RunContext } from '../contract/context';
import type { ColumnSummary, FileColumn } from '../contract/data';
import type { Table } from './table';

/**
 * The columns that rows can be coloured by: the named ones, then those that are usable as features, then the rest, each
 * in the file's order. Empty and constant columns and free text are left out; a boolean is a category of two levels.
 * Only the cells of booleans are copied.
 */
export function fileColumns(table: Table, named: readonly ColumnSummary[], context: RunContext): FileColumn[] {
  const others = table.inspection.columns.filter((column) => !named.includes(column) && !column.constant);
  const telling = others.filter((column) => column.kind !== 'text');
  const ordered = [...named, ...telling.filter((c) => c.usable), ...telling.filter((c) => !c.usable)];
  return ordered.flatMap((summary) => fileColumn(table, summary, context));
}

/** The same columns of another file, by name, if it has them. */
export function sameColumns(table: Table, columns: readonly FileColumn[], context: RunContext): FileColumn[] {
  const named = new Map(table.inspection.columns.map((column) => [column.name, column]));
  return columns.flatMap(({ name }) => {
    const namesake = named.get(name);
    return namesake ? fileColumn(table, namesake, context) : [];
  });
}

/** The same columns, with these rows (1-based) only. */
export const columnsAt = (columns: readonly FileColumn[], rows: Uint32Array): FileColumn[] =>
  columns.map((column) =>
    column.kind === 'number'
      ? { ...column, values: Float64Array.from(rows, (row) => column.values[row - 1]) }
      : { ...column, codes: Int32Array.from(rows, (row) => column.codes[row - 1]) },
  );

function fileColumn(table: Table, { name, index }: ColumnSummary, context: RunContext): FileColumn[] {
  const column = table.columns[index];
  if (column.kind === 'boolean') {
    const { values } = column;
    const codes = new Int32Array(values.length);
    inBlocks(values.length, context, 1, (from, to) => {
      for (let i = from; i < to; i++) codes[i] = Number.isNaN(values[i]) ? -1 : values[i];
    });
    return [{ name, kind: 'category', codes, levels: column.words }];
  }
  if ('values' in column) return [{ name, kind: 'number', values: column.values }];
  if (column.kind === 'empty' || column.levels.length === 0) return [];
  return [{ name, kind: 'category', codes: column.codes, levels: column.levels }];
}
