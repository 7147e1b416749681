import { quietContext } from '../contract/context';
import type { FileSource, ReadOptions } from '../contract/data';
import { openFile } from './openFile';
import { TableReader } from './tableReader';

/** The names of a file's columns, in their order, from its first megabyte alone. Throws as `openFile`. */
export async function firstNames(source: FileSource, read: ReadOptions): Promise<readonly string[]> {
  const opened = await openFile(source, read, quietContext);
  try {
    if (opened.names.length > 0) return opened.names;
    const reader = new TableReader(opened, read, quietContext);
    for await (const _ of reader.blocks()) break;
    return reader.columns.names;
  } finally {
    await opened.close();
  }
}
