import type { RunContext } from '../contract/context';
import type { Dialect, FileSource, FileStamp, Inspection, ReadOptions } from '../contract/data';
import { stampOf } from './byteSource';
import { readTable } from './readTable';
import type { Table } from './table';

/**
 * The table of a file, read completely, once. A header alone is a table without rows, an empty file one without
 * columns. Errors as `readTable`.
 */
export async function inspectedTable(source: FileSource, read: ReadOptions, context: RunContext): Promise<Table> {
  const stamp = await stampOf(source);
  if (stamp.bytes === 0) return { inspection: emptyInspection(stamp), columns: [], lines: new Uint32Array() };
  return readTable(source, read, context, { rowless: true });
}

/** The dialect for a file from which nothing can be found out. */
const DIALECT: Dialect = {
  compression: 'none',
  encoding: 'utf-8',
  byteOrderMark: false,
  delimiter: ',',
  quote: '"',
  lineEnd: 'lf',
  header: false,
  decimal: '.',
  thousands: '',
};

function emptyInspection(file: FileStamp): Inspection {
  const note = { severity: 'warning', code: 'data/empty', text: 'The file is empty.' } as const;
  return { file, dialect: DIALECT, rows: 0, columns: [], notes: [note], preview: [] };
}
