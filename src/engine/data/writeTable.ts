import type { RunContext } from '../contract/context';
import type { ColumnSummary, FileSource, Inspection, ReadOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { atomicWrite, type TextSink } from '../machine/atomicWrite';
import { undecorated } from './decoration';
import { isInfinite, MissingTokens } from './missing';
import { type NumberFormat, plainNumber } from './numbers';
import { openFile } from './openFile';
import type { OpenTable } from './openTable';

/** The line end of RFC 4180, section 2.1. */
const LINE_END = '\r\n';

/**
 * Writes a table as it was read, as RFC 4180 in UTF-8 with CRLF line ends: a header line when the file has one, numbers
 * with a decimal point and no thousands separators (with the same digits when they are plain already, and with their
 * units), gaps empty, all other cells unchanged, rows as wide as the table; for a table without columns, nothing. Reads
 * the file again, in bounded memory. A file is written completely or not at all: throws `file/not-written`, and the
 * errors of reading.
 */
export async function writeTable(
  source: FileSource,
  inspection: Inspection,
  read: ReadOptions,
  to: string | TextSink,
  context: RunContext,
): Promise<void> {
  const pour = async (sink: TextSink) => {
    if (inspection.columns.length === 0) return;
    const table = await openAgain(source, inspection, read, context);
    try {
      for await (const lines of csvLines(table, inspection, read, context)) await sink(lines.join(''));
    } finally {
      await table.close();
    }
  };
  await (typeof to === 'string' ? atomicWrite(to, pour) : pour(to));
}

/** Some rows (counted from 0) in the same form, as text. */
export async function rowsCsv(
  source: FileSource,
  inspection: Inspection,
  read: ReadOptions,
  takes: (row: number) => boolean,
  context: RunContext,
): Promise<string> {
  const table = await openAgain(source, inspection, read, context);
  try {
    const parts: string[] = [];
    let row = inspection.dialect.header ? -1 : 0;
    for await (const lines of csvLines(table, inspection, read, context)) {
      for (const text of lines) {
        if (row < 0 || takes(row)) parts.push(text);
        row++;
      }
    }
    return parts.join('');
  } finally {
    await table.close();
  }
}

const openAgain = (source: FileSource, { columns }: Inspection, read: ReadOptions, context: RunContext) =>
  openFile(source, read, context, { names: columns.map(({ name }) => name) });

/** The header, if there is one, and then the rows, in batches. Throws `file/changed`. */
async function* csvLines(
  table: OpenTable,
  inspection: Inspection,
  read: ReadOptions,
  context: RunContext,
): AsyncGenerator<readonly string[]> {
  const { stamp } = table;
  const missing = new MissingTokens(read.missing);
  if (stamp.bytes !== inspection.file.bytes || stamp.modified !== inspection.file.modified) {
    throw new KernelscopeError('file/changed', `${stamp.name} was changed since it was inspected. Inspect it again.`);
  }
  // Numbers of JSON have a point, and its texts were given one.
  const signs = inspection.dialect.format === 'json-lines' ? table.numbers : inspection.dialect;
  const writers = inspection.columns.map((column) => cellWriter(column, signs, missing));
  // One column needs quotes around an empty cell, or its line would be blank.
  const alone = writers.length === 1;
  if (inspection.dialect.header)
    yield [
      line(
        inspection.columns.map(({ name }) => quoted(name)),
        alone,
      ),
    ];
  for await (const { rows } of table.batches()) {
    context.check();
    yield rows.map((row) =>
      line(
        writers.map((write, j) => write(row[j] ?? '')),
        alone,
      ),
    );
  }
}

function line(cells: readonly string[], alone: boolean): string {
  return `${alone && cells[0] === '' ? '""' : cells.join(',')}${LINE_END}`;
}

/** Writes a cell as text, quoted where RFC 4180 asks for it. */
export function cellWriter(
  column: Pick<ColumnSummary, 'kind' | 'missingTokens'>,
  format: NumberFormat,
  missing: MissingTokens,
): (cell: string) => string {
  const tokens = column.missingTokens.map(({ token }) => token);
  if (column.kind !== 'number') {
    // NA may be a code and - a sign; None is a gap among dates and truth values alone.
    const gaps = new Set(tokens);
    const noneIsGap = column.kind === 'date' || column.kind === 'boolean';
    const isGap = (text: string) => (missing.has(text) && gaps.has(text)) || (noneIsGap && missing.isNone(text));
    return (cell) => (isGap(cell.trim()) ? '' : quoted(cell));
  }
  // Stand-ins for missing that were detected, such as −200, are listed as the number they are.
  const sentinels = new Set(tokens.filter((t) => t !== '' && Number.isFinite(Number(t))).map(Number));
  return (cell) => {
    const text = cell.trim();
    if (missing.has(text) || isInfinite(text) || missing.isNone(text)) return '';
    const plain = plainNumber(text, format, true);
    if (plain === undefined) return quoted(withPlainCore(text, format));
    const value = Number(plain);
    return sentinels.has(value) || !Number.isFinite(value) ? '' : plain;
  };
}

/** A cell with its number in plain form and its unit; other cells stay. */
function withPlainCore(text: string, format: NumberFormat): string {
  const core = undecorated(text)?.text.replace(/^-/, '');
  const plain = core && plainNumber(core, format, true);
  return plain ? text.replace(core, plain) : text;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
}
