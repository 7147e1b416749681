import { inBlocks, type RunContext } from '../contract/context';
import type { ReadOptions } from '../contract/data';
import { ColumnBuilder, type ColumnOptions, type ForcedKind } from './columnBuilder';
import { unknownColumn } from './findColumn';
import { type Growing, growingUint32, type MemoryBudget } from './growing';
import { MissingTokens } from './missing';
import { CELLS_BETWEEN_LOOKS, PlainLines } from './plainLines';
import type { RecordStream, RowBatch } from './recordStream';
import type { TakenCells } from './takenCells';

export interface ReaderOptions {
  /** false sends every line through the tokeniser, for comparison. */
  readonly shortCut?: boolean;
  readonly budget?: MemoryBudget;
  /** What else the column at this position is read with. */
  readonly column?: (j: number) => Pick<ColumnOptions, 'tally' | 'kept'>;
}

/** A file on its way into typed columns, block by block. */
export class TableReader {
  readonly builders: readonly ColumnBuilder[];
  /** 1-based line of the file where each row begins. */
  readonly lines: Growing<Uint32Array>;
  readonly missing: MissingTokens;
  private readonly plain: PlainLines | undefined;

  /** Throws `data/unknown-column` where the kind of a column is set that the file lacks. */
  constructor(
    readonly records: RecordStream,
    read: ReadOptions,
    private readonly context: RunContext,
    { shortCut = true, budget, column }: ReaderOptions = {},
  ) {
    const { stamp, layout } = records;
    this.missing = new MissingTokens(read.missing);
    const kinds = forcedKinds(layout.names, read, stamp.name);
    const builders: ColumnBuilder[] = [];
    const build = (from: number, to: number) => {
      for (let j = from; j < to; j++) {
        const options = { forced: kinds[j], budget, ...column?.(j) };
        builders.push(new ColumnBuilder(layout.numbers, this.missing, options));
      }
    };
    // Each takes memory for its first thousand values.
    inBlocks(kinds.length, context, build, 512);
    this.builders = builders;
    this.lines = growingUint32(budget);
    const add = (batch: RowBatch) => this.add(batch);
    this.plain = records.plain && shortCut ? new PlainLines(builders, this.lines, records, add, context) : undefined;
  }

  /** Reads on; each time it stops, another block of rows stands in the columns. */
  async *blocks(): AsyncGenerator<void, void, undefined> {
    for await (const batch of this.records.batches(this.plain)) {
      this.add(batch);
      yield;
    }
  }

  /** Takes the first rows out: the cells of each column, and their lines. */
  take(rows: number): { readonly cells: readonly TakenCells[]; readonly lines: Uint32Array } {
    return { cells: this.builders.map((builder) => builder.take(rows)), lines: this.lines.shift(rows) };
  }

  private add({ rows, lines: at }: RowBatch): void {
    const { builders, lines, context } = this;
    const checkRows = Math.max(1, Math.floor(CELLS_BETWEEN_LOOKS / builders.length));
    for (let i = 0; i < rows.length; i++) {
      if (i % checkRows === 0) context.check();
      lines.push(at[i]);
      for (let j = 0; j < builders.length; j++) builders[j].add(rows[i][j] ?? '', at[i]);
    }
  }
}

/** The kind that was set for each column, if any. Throws `data/unknown-column`. */
function forcedKinds(names: readonly string[], { kinds = {} }: ReadOptions, file: string): (ForcedKind | undefined)[] {
  const unknown = Object.keys(kinds).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw unknownColumn(`${file} has no column "${unknown}" to set the kind of`, unknown, names);
  return names.map((name) => (Object.hasOwn(kinds, name) ? kinds[name] : undefined));
}
