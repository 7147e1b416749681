import { inBlocks, type RunContext } from '../contract/context';
import type { ReadRules } from '../contract/data';
import { ColumnSet, type ColumnSetOptions } from './columnSet';
import type { OpenTable } from './openTable';
import type { TakenCells } from './takenCells';

/** Reads a file into typed columns, block by block. */
export class TableReader {
  readonly columns: ColumnSet;

  /** Throws `data/unknown-column` when a kind is set for a column that the file lacks. */
  constructor(
    readonly file: OpenTable,
    read: ReadRules,
    context: RunContext,
    options: Omit<ColumnSetOptions, 'words' | 'unnamed'> = {},
  ) {
    const { stamp, names, numbers, words, unnamed } = file;
    this.columns = new ColumnSet(stamp.name, read, numbers, { ...options, words, unnamed });
    const build = (from: number, to: number) => {
      for (const name of names.slice(from, to)) this.columns.add(name);
    };
    // Each column takes memory for its first thousand values.
    inBlocks(names.length, context, 512, build);
    if (names.length > 0) this.columns.checkKinds();
  }

  /** Reads on; each time it yields, another block of rows has been added to the columns. */
  async *blocks(): AsyncGenerator<void, void, undefined> {
    yield* this.file.fill(this.columns);
    this.columns.checkKinds();
  }

  /** Takes the first rows out: the cells of each column, and their lines. */
  take(rows: number): { readonly cells: readonly TakenCells[]; readonly lines: Uint32Array } {
    const { builders, lines } = this.columns;
    return { cells: builders.map((builder) => builder.take(rows)), lines: lines.shift(rows) };
  }
}
