import type { Transform, TransformInput } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { parseDate } from '../data/dates';
import type { Column, Table } from '../data/table';
import { checkedRow } from './rowCard';

/**
 * A table of one row: this row (1-based) of the file, with cells of the transform's columns replaced by others, '' being a gap. Throws
 * `parameter/invalid` for what the column cannot hold.
 */
export function changedRow(
  table: Table,
  { inputs }: Transform,
  row: number,
  values: Readonly<Record<string, string>>,
): Table {
  const at = checkedRow(table, row);
  const inputOf = new Map(inputs.map((input) => [input.column, input]));
  const columns = table.inspection.columns.map(({ name, index }): Column => {
    const column = table.columns[index];
    const input = inputOf.get(name);
    const given = Object.hasOwn(values, name) ? values[name] : undefined;
    return input && typeof given === 'string' ? written(column, input, given.trim()) : single(column, at);
  });
  return { inspection: { ...table.inspection, rows: 1 }, columns, lines: table.lines.slice(at, at + 1) };
}

function single(column: Column, at: number): Column {
  if (column.kind === 'empty') return column;
  if ('codes' in column) return { ...column, codes: column.codes.slice(at, at + 1) };
  return { ...column, values: column.values.slice(at, at + 1) };
}

function written(column: Column, input: TransformInput, text: string): Column {
  if (column.kind === 'empty') return column;
  if ('codes' in column) {
    const code = text === '' ? -1 : column.levels.indexOf(text);
    // A level that the file does not have.
    if (text !== '' && code < 0)
      return { ...column, levels: [...column.levels, text], codes: Int32Array.of(column.levels.length) };
    return { ...column, codes: Int32Array.of(code) };
  }
  return { ...column, values: Float64Array.of(text === '' ? Number.NaN : valueIn(column, input, text)) };
}

function valueIn(
  column: Exclude<Column, { kind: 'empty' } | { codes: Int32Array }>,
  { column: name }: TransformInput,
  text: string,
): number {
  const invalid = (wanted: string) =>
    new KernelscopeError('parameter/invalid', `"${name}" must be ${wanted}, not "${text.slice(0, 40)}".`, {
      name,
    });
  if (column.kind === 'boolean') {
    const code = column.words.findIndex((word) => word.toLowerCase() === text.toLowerCase());
    if (code >= 0) return code;
    if (text === '0' || text === '1') return Number(text);
    throw invalid(`${column.words[0]} or ${column.words[1]}`);
  }
  if (column.kind === 'date') {
    const date = parseDate(text);
    if (date) return date.days;
    throw invalid('a date such as 2024-03-31');
  }
  const value = Number(text.replace('\u2212', '-'));
  if (Number.isFinite(value)) return value;
  throw invalid('a number');
}
