import type { RunContext } from '../contract/context';
import { csvCell } from '../contract/csvCell';
import type { FileSource } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { inFile } from '../words/logarithmName';
import { MissingTokens } from './missing';
import { openFile } from './openFile';
import type { OpenTable, RowBatch } from './openTable';
import type { TableReading } from './tableReading';
import { cellWriter } from './writeTable';

/** Rows as text to which columns can be added. */
export interface TableLines {
  readonly names: readonly string[];
  /** The cells of each row as RFC 4180, without a line end. */
  readonly lines: readonly string[];
}

/**
 * The rows of a file as lines, some at a time: numbers with a decimal point and the digits they have, gaps empty, other
 * cells unchanged, unless a spreadsheet would run them as a formula.
 */
export class LinesReader {
  private readonly batches: AsyncGenerator<RowBatch, void, undefined>;
  private readonly names: readonly string[];
  private readonly writers: readonly ((cell: string) => string)[];
  private rows: RowBatch['rows'] = [];
  private at = 0;

  private constructor(
    private readonly file: OpenTable,
    { columns, dialect, read }: TableReading,
    private readonly context: RunContext,
  ) {
    this.batches = file.batches();
    this.names = columns.map(inFile);
    const missing = new MissingTokens(read.missing);
    this.writers = columns.map((column) => {
      const write = cellWriter(column, dialect, missing);
      return column.kind === 'number' ? write : (cell: string) => (missing.has(cell.trim()) ? '' : csvCell(cell));
    });
  }

  static async open(source: FileSource, reading: TableReading, context: RunContext): Promise<LinesReader> {
    const names = reading.columns.map(inFile);
    return new LinesReader(await openFile(source, reading.read, context, { names }), reading, context);
  }

  /** The next `count` rows. Throws `file/changed` when the file has no more. */
  async next(count: number): Promise<TableLines> {
    const { names, writers, context } = this;
    const lines: string[] = [];
    while (lines.length < count) {
      if (this.at === this.rows.length) await this.readOn();
      context.check();
      const until = Math.min(this.rows.length, this.at + count - lines.length);
      for (; this.at < until; this.at++) {
        const row = this.rows[this.at];
        lines.push(writers.map((write, j) => write(row[j] ?? '')).join(','));
      }
    }
    return { names, lines };
  }

  close(): Promise<unknown> {
    return this.file.close();
  }

  private async readOn(): Promise<void> {
    const next = await this.batches.next();
    if (next.done) {
      const { name } = this.file.stamp;
      throw new KernelscopeError('file/changed', `${name} was changed while it was read. Predict it again.`);
    }
    this.rows = next.value.rows;
    this.at = 0;
  }
}
