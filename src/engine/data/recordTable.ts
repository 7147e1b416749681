import type { RunContext } from '../contract/context';
import type { ReadRules } from '../contract/data';
import type { Note } from '../contract/note';
import type { ColumnSet } from './columnSet';
import type { OpenTable, RowBatch } from './openTable';
import { PlainLines } from './plainLines';
import type { RecordStream } from './recordStream';
import { ShortRows } from './shortRows';
import { CELLS_BETWEEN_LOOKS } from './table';

/** Delimited text as a table. */
export class RecordTable implements OpenTable {
  readonly stamp;
  readonly names;
  readonly numbers;
  readonly unnamed;

  /** Without the short cut every line goes through the tokeniser, for comparison. */
  constructor(
    private readonly records: RecordStream,
    private readonly read: ReadRules,
    private readonly context: RunContext,
    private readonly shortCut: boolean,
  ) {
    this.stamp = records.stamp;
    this.names = records.layout.names;
    this.numbers = records.layout.numbers;
    this.unnamed = records.layout.unnamed;
  }

  get ended(): boolean {
    return this.records.ended;
  }

  async *fill(columns: ColumnSet): AsyncGenerator<void, void, undefined> {
    const { records, context } = this;
    const { builders, lines } = columns;
    // Lines that were read as bytes have as many cells as the table has columns.
    let counted = lines.length;
    const gaps = new ShortRows(builders);
    const add = (batch: RowBatch) => {
      const whole = lines.length - counted;
      columns.cells.add(whole, whole * builders.length, builders.length);
      addRows(batch, columns, gaps, context);
      counted = lines.length;
    };
    const plain =
      records.plain && this.shortCut ? new PlainLines(builders, lines, records, { add, gaps }, context) : undefined;
    for await (const batch of records.batches(plain)) {
      add(batch);
      gaps.fill();
      yield;
      counted = lines.length;
    }
    gaps.fill();
  }

  batches(): AsyncGenerator<RowBatch, void, undefined> {
    return this.records.batches();
  }

  dialect() {
    return this.records.dialect();
  }

  notes(): readonly Note[] {
    const { names } = this.read;
    if (names === undefined || !this.records.layout.header) return this.records.notes();
    const text =
      'The first row names the columns, so the given names are not used. If that row is data, set the header to no.';
    return [...this.records.notes(), { severity: 'warning', code: 'data/names-unused', text }];
  }

  preview() {
    return this.records.layout.preview;
  }

  close(): Promise<unknown> {
    return this.records.close();
  }
}

function addRows(
  { rows, lines: at }: RowBatch,
  { builders, lines, cells }: ColumnSet,
  gaps: ShortRows,
  context: RunContext,
): void {
  const checkRows = Math.max(1, Math.floor(CELLS_BETWEEN_LOOKS / builders.length));
  for (let i = 0; i < rows.length; i++) {
    if (i % checkRows === 0) context.check();
    lines.push(at[i]);
    const written = Math.min(rows[i].length, builders.length);
    cells.add(1, written, builders.length);
    gaps.add(written);
    for (let j = 0; j < written; j++) builders[j].add(rows[i][j], at[i]);
  }
}
