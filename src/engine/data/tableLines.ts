import type { RunContext } from '../contract/context';
import { csvCell } from '../contract/csvCell';
import type { FileSource, Inspection, ReadOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { MissingTokens } from './missing';
import { openRecords } from './recordStream';
import { cellWriter } from './writeTable';

/** A table as text to which columns can be added. */
export interface TableLines {
  readonly names: readonly string[];
  /** Of each row its cells as RFC 4180, without a line end. */
  readonly lines: readonly string[];
}

/**
 * The rows of a file as lines: numbers with a decimal point and the digits they have, gaps empty, other cells as they stand, unless a
 * spreadsheet would run them as a formula. Reads the file again; throws `file/changed` where that has other rows by now.
 */
export async function tableLines(
  source: FileSource,
  inspection: Inspection,
  read: ReadOptions,
  context: RunContext,
): Promise<TableLines> {
  const records = await openRecords(source, read, context);
  try {
    const missing = new MissingTokens(read.missing);
    const writers = inspection.columns.map((column) => {
      const write = cellWriter(column, inspection, missing);
      return column.kind === 'number' ? write : (cell: string) => (missing.has(cell.trim()) ? '' : csvCell(cell));
    });
    const lines: string[] = [];
    for await (const { rows } of records.batches()) {
      context.check();
      for (const row of rows) lines.push(writers.map((write, j) => write(row[j] ?? '')).join(','));
    }
    if (lines.length !== inspection.rows)
      throw new KernelscopeError(
        'file/changed',
        `${records.stamp.name} was changed while it was read. Predict it again.`,
      );
    return { names: inspection.columns.map(({ name }) => name), lines };
  } finally {
    await records.close();
  }
}
