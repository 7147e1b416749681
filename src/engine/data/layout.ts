import type { RunContext } from '../contract/context';
import type { ReadOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { counted, plural } from '../words/sentence';
import { detectCellFormat, firstRecords, usualWidth, withValues } from './dialect';
import { detectFusedCells, splitFused } from './fusedCells';
import { columnNames, detectHeader } from './header';
import { detectNumberFormat, type NumberFormat } from './numbers';
import { preambleLines } from './preamble';
import { MAX_COLUMNS, PREVIEW_CELL, PREVIEW_ROWS, tooManyColumns } from './table';
import { type CellFormat, tokenise } from './tokenise';

/** Characters that are cut into cells between two looks at the flag of cancellation. */
const PIECE = 65_536;

/** How the lines of a file make up a table. */
export interface TableLayout {
  readonly format: CellFormat;
  readonly header: boolean;
  /** Lines above the header that are no part of the table: titles and blank rows. 0 without a header. */
  readonly preamble: number;
  /** Unique names, one per column of the table. */
  readonly names: readonly string[];
  /** Names that the header leaves empty, more than the rows have cells; they are no columns. */
  readonly emptyNames: number;
  /** Cells that the last cell of a record stands for; 1 unless cells are fused. */
  readonly fused: number;
  readonly numbers: NumberFormat & { readonly undecided: boolean };
  /** The first rows as text, rows without any value left out. */
  readonly preview: readonly (readonly string[])[];
}

/** The names for columns that have none. Throws `parameter/invalid` when they are not as many. */
function givenNames({ names }: ReadOptions, width: number, file: string): readonly string[] | undefined {
  if (names === undefined || names.length === width) return names;
  const message = `${names.length} ${plural(names.length, 'name')} for the ${counted(width, 'column')} of ${file}: give one for each.`;
  throw new KernelscopeError('parameter/invalid', message, { name: 'names', columns: width });
}

/** From the first megabyte of text. What `read` says is not looked for. Throws `data/too-many-columns`. */
export function detectLayout(whole: string, read: ReadOptions, file: string, context: RunContext): TableLayout {
  const format = detectCellFormat(whole, read, context);
  context.check();
  const first = firstRecords(whole, format);
  context.check();
  const preamble = read.header === false ? 0 : preambleLines(first, usualWidth(withValues(first)), context);
  const text = preamble === 0 ? whole : whole.split('\n').slice(preamble).join('\n');
  const records = withValues(preamble === 0 ? first : firstRecords(text, format));
  context.check();
  const header = read.header ?? detectHeader(records, context);
  const fused = detectFusedCells(records, format, header);
  const body = header ? records.slice(1) : records;
  const named = header ? columnHeads(records[0], body) : undefined;
  const width = Math.max(named?.length ?? 0, usualWidth(body) + (body.length > 0 ? fused - 1 : 0));
  if (width > MAX_COLUMNS) throw tooManyColumns(file, width);
  const names = columnNames(named ?? givenNames(read, width, file), width);
  context.check();
  const numbers = detectNumberFormat(allRecords(text, format, context), read, context);
  context.check();
  const preview = body.slice(0, PREVIEW_ROWS).map((record) => {
    const row = fused > 1 ? [...record.slice(0, -1), ...splitFused(record.at(-1) ?? '', format)] : record;
    return names.map((_, j) => (row[j] ?? '').slice(0, PREVIEW_CELL));
  });
  const emptyNames = Math.max(0, (records[0]?.length ?? 0) - (named?.length ?? Number.POSITIVE_INFINITY));
  return { format, header, preamble, names, emptyNames, fused, numbers, preview };
}

/** In pieces where no quote may hold a line end. */
function allRecords(text: string, format: CellFormat, context: RunContext): readonly (readonly string[])[] {
  if (format.quote !== '' && text.includes(format.quote)) return tokenise(text, format, true).records;
  const pieces: (readonly (readonly string[])[])[] = [];
  for (let from = 0; from < text.length; ) {
    context.check();
    const end = text.indexOf('\n', from + PIECE) + 1 || text.length;
    pieces.push(tokenise(text.slice(from, end), format, true).records);
    from = end;
  }
  return pieces.flat();
}

/** A header's cells, one above each cell of the rows, where R left out the first or a delimiter too many made an empty one. */
function columnHeads(header: readonly string[], body: readonly (readonly string[])[]): readonly string[] {
  if (withoutFirstName(header, body)) return ['', ...header];
  const named = header.filter((cell) => cell.trim() !== '');
  const fits = usualWidth(body) === named.length && body.every((record) => record.length <= named.length);
  return body.length > 0 && fits ? named : header;
}

/** R leaves out the name of the row names: a header one cell short of every row, and first cells that are keys. */
function withoutFirstName(header: readonly string[], body: readonly (readonly string[])[]): boolean {
  const keys = new Set(body.map(([first]) => first.trim()));
  return body.length > 1 && keys.size === body.length && body.every((record) => record.length === header.length + 1);
}
