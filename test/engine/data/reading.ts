import { quietContext } from '../../../src/engine/contract/context';
import type { ReadRules } from '../../../src/engine/contract/data';
import { type FailureCode, KernelscopeError } from '../../../src/engine/contract/failure';
import { readTable } from '../../../src/engine/data/readTable';
import type { Column, Table } from '../../../src/engine/data/table';

export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** Reads text as if it stood in a file. */
export function readText(content: string | Uint8Array, read: ReadRules = {}, name = 'test.csv'): Promise<Table> {
  return readTable({ kind: 'bytes', name, bytes: bytesOf(content) }, read, quietContext);
}

export function column(table: Table, name: string): Column {
  const at = table.inspection.columns.findIndex((c) => c.name === name);
  if (at < 0) throw new Error(`no column ${name} among ${table.inspection.columns.map((c) => c.name)}`);
  return table.columns[at];
}

/** Values with null for missing: numbers, booleans and dates as numbers, words as words. */
export function cells(table: Table, name: string): (number | string | null)[] {
  const found = column(table, name);
  if ('values' in found) return Array.from(found.values, (v) => (Number.isNaN(v) ? null : v));
  if ('codes' in found) return Array.from(found.codes, (c) => (c < 0 ? null : found.levels[c]));
  return new Array(table.inspection.rows).fill(null);
}

export function kinds(table: Table): string[] {
  return table.inspection.columns.map((c) => c.kind);
}

export function noteCodes(table: Table): string[] {
  return table.inspection.notes.map((n) => n.code);
}

/** For assert.rejects: this failure, in a sentence that ends as one. */
export function failure(code: FailureCode, pattern: RegExp = /./) {
  return (error: unknown) => {
    if (!(error instanceof KernelscopeError)) throw error;
    if (error.failure.code !== code || !pattern.test(error.message) || !/[.)]$/.test(error.message)) throw error;
    return true;
  };
}
