import type { RunContext } from '../contract/context';
import type { FileSource, ReadOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { Note } from '../contract/note';
import { LateDecimalComma } from './columnBuilder';
import { finishColumns } from './finishColumns';
import { MemoryBudget } from './growing';
import { proposeTarget } from './proposeTarget';
import { openRecords, type RecordStream } from './recordStream';
import type { Table } from './table';
import { type ReaderOptions, TableReader } from './tableReader';

export interface ReadingVariant extends Pick<ReaderOptions, 'shortCut'> {
  /** A header alone is a table of no rows, and not an error. */
  readonly rowless?: boolean;
}

/**
 * Reads a file of delimited text, whole and in one pass: how it is written, the type of every column, its missing cells.
 * What `read` leaves out is found out from the file. Memory is that of the typed columns, plus a few megabytes.
 * Reports the fraction of bytes read; throws `run/cancelled`, and `file/…` or `data/…` for what cannot be read.
 */
export async function readTable(
  source: FileSource,
  read: ReadOptions,
  context: RunContext,
  variant: ReadingVariant = {},
): Promise<Table> {
  return withLateComma(read, async (decided) => {
    const records = await openRecords(source, decided, context);
    try {
      return await readRecords(records, decided, context, variant);
    } finally {
      await records.close();
    }
  });
}

/** Reads with a decimal point, or again with a comma where the file's first comma comes late. */
export async function withLateComma<T>(read: ReadOptions, work: (decided: ReadOptions) => Promise<T>): Promise<T> {
  try {
    return await work(read);
  } catch (error) {
    if (!(error instanceof LateDecimalComma)) throw error;
    return work({ ...read, decimal: ',' });
  }
}

async function readRecords(
  records: RecordStream,
  read: ReadOptions,
  context: RunContext,
  { shortCut, rowless = false }: ReadingVariant,
): Promise<Table> {
  const { stamp, layout } = records;
  const reader = new TableReader(records, read, context, { shortCut, budget: new MemoryBudget(stamp.name) });
  for await (const _ of reader.blocks()) context.check();
  const { builders, lines, missing } = reader;
  const dialect = records.dialect();
  if (lines.length === 0 && !(rowless && dialect.header)) throw rowlessFile(records);
  const { columns, summaries, notes } = finishColumns(layout.names, builders, !missing.custom, context);
  const inspection = {
    file: stamp,
    dialect,
    rows: lines.length,
    columns: summaries,
    notes: [...records.notes(), ...unusedNames(read, dialect.header), ...notes],
    defaultTarget: proposeTarget(summaries),
    preview: layout.preview,
  };
  return { inspection, columns, lines: lines.take() };
}

export function rowlessFile({ stamp, layout }: RecordStream): KernelscopeError {
  const what = layout.header ? 'only a header line' : 'no row with a value';
  return new KernelscopeError('data/header-only', `${stamp.name} has ${what}. Choose a file with data below it.`);
}

function unusedNames({ names }: ReadOptions, header: boolean): Note[] {
  if (names === undefined || !header) return [];
  const text =
    'The first row names the columns, so the given names are not used. If that row is data, set the header to no.';
  return [{ severity: 'warning', code: 'data/names-unused', text }];
}
