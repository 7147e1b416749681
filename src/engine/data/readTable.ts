import type { RunContext } from '../contract/context';
import { cutSentence } from '../contract/cut';
import type { FileSource, ReadRules } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { finishColumns } from './finishColumns';
import { MemoryBudget } from './memoryBudget';
import { type OpenOptions, openFile } from './openFile';
import type { OpenTable } from './openTable';
import { proposeTarget } from './proposeTarget';
import { readingAgain } from './readAgain';
import { reconsider } from './reconsider';
import type { Table } from './table';
import { TableReader } from './tableReader';
import { totalsIn } from './totals';

export interface ReadingVariant extends Pick<OpenOptions, 'shortCut'> {
  /** True when a header alone is a table without rows, and not an error. */
  readonly rowless?: boolean;
}

/**
 * Reads a complete file in one pass: its way of writing, the type of every column, its missing cells. Settings that
 * `read` leaves out are found from the file. Memory is that of the typed columns, plus a few megabytes. Reports the
 * fraction of bytes read; throws `run/cancelled`, and `file/…` or `data/…` for a file that cannot be read.
 */
export async function readTable(
  source: FileSource,
  read: ReadRules,
  context: RunContext,
  variant: ReadingVariant = {},
): Promise<Table> {
  return readingAgain(read, async (decided) => {
    const file = await openFile(source, decided, context, variant);
    try {
      return await tableOf(file, decided, context, variant);
    } finally {
      await file.close();
    }
  });
}

async function tableOf(
  file: OpenTable,
  read: ReadRules,
  context: RunContext,
  { rowless = false }: ReadingVariant,
): Promise<Table> {
  const reader = new TableReader(file, read, context, { budget: new MemoryBudget(file.stamp.name) });
  for await (const _ of reader.blocks()) context.check();
  const { lines } = reader.columns;
  const dialect = file.dialect();
  if (lines.length === 0 && !(rowless && dialect.header)) throw rowlessFile(file);
  reconsider(reader.columns, read);
  const { columns, summaries, notes } = finishColumns(reader.columns, file.stamp, context);
  const totals = totalsIn(columns, lines.length, context);
  const inspection = {
    file: file.stamp,
    dialect,
    rows: lines.length,
    columns: summaries.map((column) => ({ ...column, reason: cutSentence(column.reason) })),
    notes: [...file.notes(), ...notes].map((note) => ({ ...note, text: cutSentence(note.text) })),
    ...(file.leftOut && file.leftOut.length > 0 && { leftOut: file.leftOut }),
    ...(totals && { totals }),
    defaultTarget: proposeTarget(summaries),
    preview: file.preview(),
  };
  return { inspection, columns, lines: lines.take() };
}

export function rowlessFile(file: OpenTable): KernelscopeError {
  const { format, header } = file.dialect();
  const what = format ? 'no rows' : header ? 'only a header line' : 'no row with a value';
  return new KernelscopeError(
    'data/header-only',
    `${file.stamp.name} has ${what}. Choose a file with data${format ? '' : ' below it'}.`,
  );
}
