import { inBlocks, type RunContext } from '../contract/context';
import type { FileSource, ReadOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { Note } from '../contract/note';
import { quoted } from '../words/listed';
import { ColumnBuilder, type ForcedKind, LateDecimalComma } from './columnBuilder';
import { finishColumns } from './finishColumns';
import { growingUint32, MemoryBudget } from './growing';
import { MissingTokens } from './missing';
import { CELLS_BETWEEN_LOOKS, PlainLines } from './plainLines';
import { proposeTarget } from './proposeTarget';
import { openRecords, type RecordStream, type RowBatch } from './recordStream';
import type { Table } from './table';

export interface ReadingVariant {
  /** false sends every line through the tokeniser, for comparison. */
  readonly shortCut?: boolean;
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
  try {
    return await readOnce(source, read, context, variant);
  } catch (error) {
    if (!(error instanceof LateDecimalComma)) throw error;
    return readOnce(source, { ...read, decimal: ',' }, context, variant);
  }
}

async function readOnce(
  source: FileSource,
  read: ReadOptions,
  context: RunContext,
  variant: ReadingVariant,
): Promise<Table> {
  const records = await openRecords(source, read, context);
  try {
    return await readRecords(records, read, context, variant);
  } finally {
    await records.close();
  }
}

async function readRecords(
  records: RecordStream,
  read: ReadOptions,
  context: RunContext,
  { shortCut = true, rowless = false }: ReadingVariant,
): Promise<Table> {
  const { stamp, layout } = records;
  const { names, preview } = layout;
  const missing = new MissingTokens(read.missing);
  const budget = new MemoryBudget(stamp.name);
  const kinds = forcedKinds(names, read, stamp.name);
  const builders: ColumnBuilder[] = [];
  const build = (from: number, to: number) => {
    for (const kind of kinds.slice(from, to))
      builders.push(new ColumnBuilder(layout.numbers, missing, { forced: kind, budget }));
  };
  // Each takes memory for its first thousand values.
  inBlocks(kinds.length, context, build, 512);
  const lines = growingUint32(budget);
  const checkRows = Math.max(1, Math.floor(CELLS_BETWEEN_LOOKS / names.length));
  const add = ({ rows, lines: at }: RowBatch) => {
    for (let i = 0; i < rows.length; i++) {
      if (i % checkRows === 0) context.check();
      lines.push(at[i]);
      for (let j = 0; j < builders.length; j++) builders[j].add(rows[i][j] ?? '', at[i]);
    }
  };
  const plain = records.plain && shortCut ? new PlainLines(builders, lines, records, add, context) : undefined;
  for await (const batch of records.batches(plain)) add(batch);
  const dialect = records.dialect();
  if (lines.length === 0 && !(rowless && dialect.header)) {
    const what = dialect.header ? 'only a header line' : 'no row with a value';
    throw new KernelscopeError('data/header-only', `${stamp.name} has ${what}. Choose a file with data below it.`);
  }
  const { columns, summaries, notes } = finishColumns(names, builders, !missing.custom, context);
  const inspection = {
    file: stamp,
    dialect,
    rows: lines.length,
    columns: summaries,
    notes: [...records.notes(), ...unusedNames(read, dialect.header), ...notes],
    defaultTarget: proposeTarget(summaries),
    preview,
  };
  return { inspection, columns, lines: lines.take() };
}

function unusedNames({ names }: ReadOptions, header: boolean): Note[] {
  if (names === undefined || !header) return [];
  const text =
    'The first row names the columns, so the given names are not used. If that row is data, set the header to no.';
  return [{ severity: 'warning', code: 'data/names-unused', text }];
}

/** The kind that was set for each column, if any. Throws `data/unknown-column`. */
function forcedKinds(names: readonly string[], { kinds = {} }: ReadOptions, file: string): (ForcedKind | undefined)[] {
  const unknown = Object.keys(kinds).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const message = `${file} has no column "${unknown}" to set the kind of. Its columns: ${quoted(names)}.`;
    throw new KernelscopeError('data/unknown-column', message, { column: unknown });
  }
  return names.map((name) => (Object.hasOwn(kinds, name) ? kinds[name] : undefined));
}
