import { partOf, type RunContext, silently } from '../contract/context';
import type { ColumnKind, ColumnSummary, FileSource, Inspection, ReadOptions } from '../contract/data';
import type { Note } from '../contract/note';
import { readTable } from '../data/readTable';
import { rowBlocks } from '../data/rowBlocks';
import type { Column, RowsTable, Table } from '../data/table';
import { MAX_LEVELS } from '../data/table';
import type { ReadColumn, TableReading } from '../data/tableReading';
import { info } from '../fit/notes';
import { count } from '../words/numbers';
import { isSampled, placeOfRow, type RowShares } from './rowShares';

/** Rows at once, whose cells are few beside what is sampled. */
const BLOCK = 4096;

/** The sampled training rows of a file as a table in which every column is what it is in the whole file. */
export async function sampleTable(
  file: FileSource,
  reading: TableReading,
  shares: RowShares,
  context: RunContext,
): Promise<Table> {
  const lines = [cellsLine(reading.columns.map(({ name }) => name))];
  const size = { step: BLOCK, most: BLOCK };
  const none = { levels: new Map(), kinds: new Map() };
  for await (const block of rowBlocks(file, reading, size, none, partOf(context, 0, 0.8)))
    for (const row of sampledRows(block, shares))
      lines.push(cellsLine(block.columns.map((column) => cellOf(column, row))));
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  const source = { kind: 'bytes', name: reading.file.name, bytes } as const;
  const { inspection, ...table } = await readTable(source, readOf(reading.columns), silently(context));
  return {
    ...table,
    inspection: { ...inspection, columns: inspection.columns.map((c, j) => textOf(c, reading.columns[j])) },
  };
}

function sampledRows({ inspection: { rows }, before = 0 }: RowsTable, shares: RowShares): number[] {
  return Array.from({ length: rows }, (_, i) => i).filter((i) =>
    isSampled(placeOfRow(shares.seed, 0, before + i), shares),
  );
}

/** Gaps are empty, and nothing else is a gap. */
function readOf(columns: readonly ReadColumn[]): ReadOptions {
  const kinds = columns.flatMap(({ name, kind }) => (kind === 'empty' ? [] : [[name, kind] as const]));
  const text = { delimiter: ',', quote: '"', decimal: '.', thousands: '', encoding: 'utf-8' } as const;
  return {
    ...text,
    header: true,
    missing: [],
    kinds: Object.fromEntries(kinds) as Record<string, Exclude<ColumnKind, 'empty'>>,
  };
}

const cellsLine = (cells: readonly string[]): string =>
  cells.map((cell) => (cell === '' ? '' : `"${cell.replaceAll('"', '""')}"`)).join(',');

function cellOf(column: Column, row: number): string {
  if (column.kind === 'empty') return '';
  if ('codes' in column) return column.codes[row] < 0 ? '' : (column.levels[column.codes[row]] ?? '');
  const value = column.values[row];
  if (Number.isNaN(value)) return '';
  if (column.kind === 'boolean') return column.words[value];
  return column.kind === 'date' ? new Date(Math.round(value * 86_400_000)).toISOString() : String(value);
}

/** Words beyond those that are told apart are not kept. */
function textOf(summary: ColumnSummary, { kind }: ReadColumn): ColumnSummary {
  if (kind !== 'text' || summary.kind !== 'empty') return summary;
  const reason = `text with more than ${MAX_LEVELS} different values`;
  return { ...summary, kind, distinct: MAX_LEVELS, distinctCapped: true, constant: false, reason };
}

/** What is said of the file: all that its whole reading tells, the rest as the sample has it. */
export function inspectionOf(sample: Inspection, { file, dialect, rows, columns }: TableReading): Inspection {
  return {
    ...sample,
    file,
    dialect,
    rows,
    columns: sample.columns.map((summary, j) => {
      const { missingTokens } = columns[j];
      const missing = missingTokens.reduce((sum, token) => sum + token.count, 0);
      return { ...summary, count: rows - missing, missing, missingTokens };
    }),
    notes: [...sample.notes, ...standInNotes(columns), ...(sample.rows < rows ? [described(sample.rows, rows)] : [])],
  };
}

const described = (some: number, all: number): Note =>
  info(
    'data/described-by-sample',
    `Columns are described by ${count(some)} of the ${count(all)} rows, drawn at random; kinds and gaps are those of all.`,
  );

function standInNotes(columns: readonly ReadColumn[]): Note[] {
  return columns.flatMap(({ name, reading }) =>
    reading.kind === 'number' && reading.standIn !== undefined
      ? [
          {
            severity: 'warning',
            code: 'data/sentinel',
            text: `${reading.standIn} is read as missing in "${name}". If it is a real value, set the values that mean missing yourself.`,
          },
        ]
      : [],
  );
}
