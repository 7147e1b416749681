import type { RunContext } from '../contract/context';
import type { Dialect, FileSource, FileStamp, Inspection, ReadOptions } from '../contract/data';
import { stampOf } from './byteSource';
import { readTable } from './readTable';

/**
 * What a file holds, read once, whole; the values are not kept. A header alone is a table of no rows, an empty file one of no columns.
 * Errors as `readTable`.
 */
export async function inspectFile(source: FileSource, read: ReadOptions, context: RunContext): Promise<Inspection> {
  const stamp = await stampOf(source);
  if (stamp.bytes === 0) return emptyInspection(stamp);
  return (await readTable(source, read, context, { rowless: true })).inspection;
}

/** How a file would be read of which nothing can be found out. */
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
