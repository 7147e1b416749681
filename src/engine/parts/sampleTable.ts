import { type RunContext, silently } from '../contract/context';
import type {
  ColumnKind,
  ColumnSummary,
  Design,
  DesignOptions,
  FileSource,
  Inspection,
  ReadOptions,
} from '../contract/data';
import type { Note } from '../contract/note';
import { limitNotes, unreadNotes } from '../data/cellNotes';
import type { buildDesign } from '../data/design';
import { splitReferences } from '../data/divideRows';
import { doubt } from '../data/doubts';
import { findColumn } from '../data/findColumn';
import { readTable } from '../data/readTable';
import { type BlockSize, rowBlocks, type WantedColumns } from '../data/rowBlocks';
import { type Column, MAX_LEVELS, type RowsTable, type Table } from '../data/table';
import type { TableReading, UnderstoodColumn } from '../data/tableReading';
import { info } from '../fit/notes';
import { count } from '../words/numbers';
import { quoted } from '../words/sentence';
import { isSampled, placeOfRow, type RowShares, sideOf } from './rowShares';

type Named = Pick<UnderstoodColumn, 'name'>;
/** A column whose kind is known. */
export type Kinded = Pick<UnderstoodColumn, 'name' | 'kind'> & Partial<Pick<UnderstoodColumn, 'reading'>>;
/** A column as it is in the files that a sample is drawn from. */
export type Understood = Pick<UnderstoodColumn, 'name' | 'reading'>;

/** The number of rows read at once: few enough that their cells take little memory compared with the sample. */
export const SAMPLE_BLOCK: BlockSize = { step: 4096, most: 4096 };

/** The sampled training rows of a file as a table in which every column has the kind that it has in the entire file. */
export async function sampleTable(
  file: FileSource,
  reading: TableReading,
  shares: RowShares,
  context: RunContext,
): Promise<Table> {
  const lines = [namesLine(reading.columns)];
  for await (const block of rowBlocks(file, reading, SAMPLE_BLOCK, askedBy(shares), context))
    lines.push(...sampledLines(block, 0, shares));
  return tableOfSample(reading.file.name, reading.columns, lines.join(''), context);
}

/** The columns that decide the sides of rows. */
export const askedBy = ({ rule }: Pick<RowShares, 'rule'>): WantedColumns => ({
  levels: new Map(),
  kinds: new Map(rule && 'column' in rule ? [[rule.column, 'any'] as const] : []),
  ...(rule?.kind === 'units' && { hashed: rule.column }),
});

/** The header of a sample as text. */
export const namesLine = (columns: readonly Named[]): string => cellsLine(columns.map(({ name }) => name));

/** The sampled rows of a block of a part as text. */
export function sampledLines(table: RowsTable, part: number, shares: RowShares): string[] {
  const { inspection, columns, before = 0 } = table;
  const side = sideOf(table, part, shares);
  const sampled = Array.from({ length: inspection.rows }, (_, i) => i).filter(
    (i) => side(i) === 'trains' && isSampled(placeOfRow(shares.seed, part, before + i), shares),
  );
  return sampled.map((row) => cellsLine(columns.map((column) => cellOf(column, row))));
}

/** The table of a sample's text, with columns as in the files that it was sampled from. */
export async function tableOfSample(
  name: string,
  columns: readonly Kinded[],
  text: string,
  context: RunContext,
): Promise<Table> {
  const source = { kind: 'bytes', name, bytes: new TextEncoder().encode(text) } as const;
  const { inspection, ...table } = await readTable(source, readOf(columns), silently(context));
  const known = new Map(columns.map((column) => [column.name, column]));
  const summaries = inspection.columns.map((summary) => {
    const { kind, reading = summary.reading } = known.get(summary.name) ?? {};
    return { ...textOf(summary, kind), ...(reading && { reading }) };
  });
  return { ...table, inspection: { ...inspection, columns: summaries } };
}

/** Options to read a sample's text: gaps are empty cells, and nothing else is a gap. */
function readOf(columns: readonly Kinded[]): ReadOptions {
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
  `${cells.map((cell) => (cell === '' ? '' : `"${cell.replaceAll('"', '""')}"`)).join(',')}\n`;

function cellOf(column: Column, row: number): string {
  if (column.kind === 'empty') return '';
  if ('codes' in column) return column.codes[row] < 0 ? '' : (column.levels[column.codes[row]] ?? '');
  const value = column.values[row];
  if (Number.isNaN(value)) return '';
  if (column.kind === 'boolean') return column.words[value];
  return column.kind === 'date' ? new Date(Math.round(value * 86_400_000)).toISOString() : String(value);
}

/** The summary of a column, as text if it had too many words to store. */
function textOf(summary: ColumnSummary, kind: ColumnKind | undefined): ColumnSummary {
  if (kind !== 'text' || summary.kind !== 'empty') return summary;
  const reason = `text with more than ${MAX_LEVELS} different values`;
  return { ...summary, kind: 'text', distinct: MAX_LEVELS, distinctCapped: true, constant: false, reason };
}

const missingOf = ({ missingTokens }: Pick<ColumnSummary, 'missingTokens'>): number =>
  missingTokens.reduce((sum, token) => sum + token.count, 0);

/** The inspection of the file: everything that reading all of it gives, the rest from the sample. */
export function inspectionOf(sample: Inspection, { file, dialect, rows, columns }: TableReading): Inspection {
  const counted = columns.map((column) => ({ ...column, count: rows - missingOf(column) }));
  return {
    ...sample,
    file,
    dialect,
    rows,
    columns: sample.columns.map((summary, j) => {
      const { missingTokens, unread, limits } = columns[j];
      const missing = missingOf(columns[j]);
      return {
        ...summary,
        reading: columns[j].reading,
        count: rows - missing,
        missing,
        missingTokens,
        ...(unread && { unread }),
        ...(limits && { limits }),
      };
    }),
    notes: [
      ...sample.notes,
      ...standInNotes(columns),
      ...unreadNotes(counted.filter(({ unread }) => unread)),
      ...limitNotes(counted.filter(({ limits }) => limits)),
      ...(sample.rows < rows ? [describedBySample(sample.rows, rows)] : []),
    ],
  };
}

/** A note on how many rows are described; `all` is the number of rows of the file, if known. */
export const describedBySample = (some: number, all?: number): Note =>
  info(
    'data/described-by-sample',
    `Columns are described by ${count(some)} ${all === undefined ? 'rows' : `of the ${count(all)} rows`}, drawn at random; their kinds are those of all${all === undefined ? ' rows read for the plan' : ', and so are gaps'}.`,
  );

export function standInNotes(columns: readonly Understood[]): Note[] {
  return columns.flatMap(({ name, reading }) =>
    reading.kind === 'number' && reading.standIn !== undefined
      ? [doubt('missing', `${reading.standIn} is read as missing in "${name}"`)]
      : [],
  );
}

/** The design of sampled training rows: none of them is held out, but the rows of another file are if there is one. */
export function sampledDesign(
  table: Table,
  options: DesignOptions,
  build: typeof buildDesign,
  context: RunContext,
  heldOut?: Table,
): Design {
  const { splitBy, ...others } = options;
  const { holdout } = options;
  const undivided: DesignOptions = {
    ...others,
    holdout: holdout.kind === 'file' && heldOut !== undefined ? holdout : withoutShare(holdout),
  };
  const built = (divided: DesignOptions): Design => {
    const { callouts = [], ...design } = build(table, divided, context, heldOut);
    // Counts of the sample's rows are not those of the file.
    return { ...design, callouts: callouts.filter(({ kind }) => kind === 'reading') };
  };
  const { units } = splitReferences(options);
  const lost = units === undefined ? undefined : findColumn(table, units);
  if (lost?.kind !== 'text' || lost.count > 0) return built(splitBy ? { ...undivided, splitBy } : undivided);
  const design = built(undivided);
  const note = info(
    'rows/groups-in-sample',
    `${quoted([lost.name])} has too many different words for the sample to tell them apart: no group is on both sides of the held-out rows, but whatever was chosen by folds of the sample was so row by row.`,
  );
  return { ...design, report: { ...design.report, notes: [...design.report.notes, note] } };
}

const withoutShare = (holdout: DesignOptions['holdout']): DesignOptions['holdout'] =>
  holdout.kind === 'last' ? { ...holdout, fraction: 0 } : { kind: 'fraction', fraction: 0 };
