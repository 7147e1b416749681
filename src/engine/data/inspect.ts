import type { RunContext } from '../contract/context';
import type { FileSource, Inspection, ReadOptions } from '../contract/data';
import { readTable } from './readTable';

/**
 * What a file holds, read once, whole; the values are not kept. A header alone is a table of no rows.
 * Errors as `readTable`.
 */
export async function inspectFile(source: FileSource, read: ReadOptions, context: RunContext): Promise<Inspection> {
  return (await readTable(source, read, context, { rowless: true })).inspection;
}
