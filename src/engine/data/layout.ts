import type { RunContext } from '../contract/context';
import type { FrozenReading, ReadRules } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { Note } from '../contract/note';
import { counted, plural } from '../words/sentence';
import { haveDecimalsApart } from './aboveMeasured';
import {
  joinedNames,
  leadingComments,
  linesAboveKnown,
  linesBelowKnown,
  linesOf,
  namedIn,
  preambleLines,
  unlikelyHeader,
} from './aroundTable';
import { commentsAmong, FEWEST, isComment, isValue, linesBelow, type Records } from './besideRows';
import { aboveTable, detectCellFormat, firstRecords, recordsWithValues, usualWidth } from './dialect';
import { type Detected, DOUBTS, doubtBelow } from './doubts';
import { withoutFooters } from './footers';
import { detectFusedCells, splitFused, textInLines } from './fusedCells';
import { columnNames, detectHeader } from './header';
import { type DetectedNumbers, detectNumberFormat } from './numbers';
import { fewerNames, namesLike, repeatedNames } from './oddNames';
import { MAX_COLUMNS, PREVIEW_CELL, PREVIEW_ROWS, tooManyColumns } from './table';
import { tokenise } from './tokenise';
import type { CellFormat } from './tokens';

/** The number of characters that are cut into cells between two checks for cancellation. */
const PIECE = 65_536;

/** How the lines of a file make up a table. */
export interface TableLayout {
  readonly format: CellFormat;
  readonly header: boolean;
  /** The number of lines above the header, or above the rows when there is none, that are no part of the table. */
  readonly preamble: number;
  /** The lines below the names that hold units, types or the second half of the names, and are no rows. */
  readonly belowNames: readonly (readonly string[])[];
  /** True when lines that begin with # are no rows. */
  readonly comments: boolean;
  /**
   * The number of cells in a row, when lines below the rows that look like remarks are no rows; 0 when they are rows.
   */
  readonly footed: number;
  /** True when the first cell of every row is a number or a date: a line that begins with a word may be a remark. */
  readonly measuredFirst: boolean;
  /** The names made up for those that the header leaves empty. */
  readonly unnamed: ReadonlySet<string>;
  /** Unique names, one per column of the table. */
  readonly names: readonly string[];
  /** The number of empty names in the header beyond the cells of the rows; they are no columns. */
  readonly emptyNames: number;
  /** The number of cells that the last cell of a record holds; 1 unless cells are fused. */
  readonly fused: number;
  readonly numbers: DetectedNumbers;
  /** Notes on which of this is a guess, and which is set by hand and does not fit. */
  readonly notes: readonly Note[];
  /** The first rows as text, rows without any value left out. */
  readonly preview: readonly (readonly string[])[];
}

/** The names given for columns that have none. Throws `parameter/invalid` when they are not one for each column. */
function givenNames({ names }: ReadRules, width: number, file: string): readonly string[] | undefined {
  if (names === undefined || names.length === width) return names;
  const message = `${names.length} ${plural(names.length, 'name')} for the ${counted(width, 'column')} of ${file}: give one for each.`;
  throw new KernelscopeError('parameter/invalid', message, { name: 'names', columns: width });
}

/** Finds the layout from the first megabyte of text, except what `read` sets. Throws `data/too-many-columns`. */
export function detectLayout(whole: string, read: ReadRules, file: string, context: RunContext): TableLayout {
  const { format, notes: formatNotes } = detectLines(whole, read, context);
  context.check();
  const apart = (record: readonly string[]): string[] =>
    format.wrapped ? [...splitFused(record[0], format)] : loggedNames(record);
  const first = firstRecords(whole, format).map(apart);
  context.check();
  const headed = read.header !== false && read.frozen?.header !== false;
  const known = headed && read.frozen ? linesAboveKnown(first, read.frozen) : undefined;
  const above = known === undefined ? aboveTable(first, read, context) : undefined;
  const unlike = above && (headed || !above.named) ? linesOf(first.slice(0, above.records)) : undefined;
  const preamble = known ?? unlike ?? (headed ? preambleOf(first, context) : 0);
  const text = preamble === 0 ? whole : whole.split('\n').slice(preamble).join('\n');
  const records = recordsWithValues(preamble === 0 ? first : firstRecords(text, format).map(apart));
  context.check();
  const found = detectHeader(records, context);
  const header = read.header ?? (known === undefined ? (headerLike(read, records[0]) ?? found.value) : true);
  const fused = format.wrapped ? records[0].length : detectFusedCells(records, format, header);
  const rows = header ? records.slice(1) : records;
  const belowNames = !header ? [] : read.frozen ? linesBelowKnown(records, read.frozen) : linesBelow(rows);
  const comments = commentsAmong(rows, usualWidth(rows)) || (preamble > 0 && isComment(first[0]));
  const among = rows.slice(belowNames.length).filter((row) => !comments || !isComment(row));
  const lines = records.filter(({ length }) => length > 1);
  const measured = format.wrapped ? 0 : measuredFirst(among, read.frozen ? 1 : FEWEST);
  const widest =
    (header && widthBelow(records[0], among)) || usualWidth(measured > 0 ? among.slice(0, measured) : lines);
  const { footed, body } = withoutFooters(among, widest, measured);
  const joined = belowNames.length > 0 ? joinedNames(records[0], belowNames[0]) : undefined;
  const named = header ? columnHeads(joined ?? records[0], body, read.frozen) : undefined;
  const usual = named && endsEmpty(body, named.length) ? named.length : usualWidth(body);
  const width = Math.max(named?.length ?? 0, usual + (body.length > 0 && !format.wrapped ? fused - 1 : 0));
  if (width > MAX_COLUMNS) throw tooManyColumns(file, width);
  const { names, notes: nameNotes } = namesOf(columnNames(named ?? givenNames(read, width, file), width), named, read);
  context.check();
  // Names are no numbers, though some look like one.
  const all = allRecords(text, format, context).slice(header ? 1 : 0);
  const cells = format.wrapped ? all.map(apart) : all;
  const numbers = detectNumberFormat(cells, read, format.delimiter, context, fused > 1 ? undefined : names);
  context.check();
  const preview = body.slice(0, PREVIEW_ROWS).map((record) => {
    const row =
      fused > 1 && !format.wrapped ? [...record.slice(0, -1), ...splitFused(record.at(-1) ?? '', format)] : record;
    return names.map((_, j) => (row[j] ?? '').slice(0, PREVIEW_CELL));
  });
  const fewer =
    named && !read.frozen && named.length < width && fused === 1 ? [fewerNames(named.length, width, format)] : [];
  const emptyNames = Math.max(0, (records[0]?.length ?? 0) - (named?.length ?? Number.POSITIVE_INFINITY));
  const unnamed = new Set(names.filter((_, j) => named !== undefined && (named[j] ?? '').trim() === ''));
  const notes = [...formatNotes, ...headerNotes(read, header, found), ...fewer, ...nameNotes, ...numbers.doubts];
  const around = { preamble, belowNames, comments, footed, measuredFirst: measured > 0 };
  return { format, header, ...around, names, unnamed, emptyNames, fused, numbers, notes, preview };
}

/** The names of the columns, as in the file that this one is like, and the notes on them. */
function namesOf(names: readonly string[], header: readonly string[] | undefined, { frozen }: ReadRules) {
  const here = new Set(names);
  if (frozen?.columns.some(({ name }) => !here.has(name))) return namesLike(names, frozen.columns);
  const again = header !== undefined && !frozen && names.some((name) => name.endsWith(')'));
  return { names, notes: again ? repeatedNames(names, header) : [] };
}

/** Finds how lines are cut into cells; when each line is quoted as one cell, how that cell is cut. */
function detectLines(whole: string, read: ReadRules, context: RunContext): ReturnType<typeof detectCellFormat> {
  const detected = detectCellFormat(whole, read, context);
  const { format } = detected;
  const inner = textInLines(recordsWithValues(firstRecords(whole, format)), whole, format.quote);
  if (inner === undefined) return detected;
  const { format: within, notes } = detectCellFormat(inner, read, context);
  const records = recordsWithValues(firstRecords(inner, within));
  const even = records[0].length > 1 && records.every(({ length }) => length === records[0].length);
  return even ? { format: { ...within, wrapped: true }, notes } : detected;
}

/**
 * The beginning of the first line in files of Campbell's data loggers: that line is about the logger, and the names
 * come below it.
 */
const LOGGERS = ['TOA5', 'TOACI1'];
/** Matches the word before the names in logs of web servers and of networks. */
const LOGGED = /^#fields:?(?:\s|$)/i;

/** The names behind that word, which may be cut by blanks above rows that are cut by tabs; any other line as it is. */
const loggedNames = (record: readonly string[]): string[] =>
  LOGGED.test(record[0]) ? (record.length > 1 ? record : record[0].split(/\s+/)).slice(1) : [...record];

/** Matches the beginning of a remark in the first line. */
const SIGN = /^[#%!;/*]/;

/** The number of lines above the header: titles, remarks, blank rows. */
function preambleOf(first: readonly string[][], context: RunContext): number {
  if (LOGGERS.includes(first[0]?.[0])) return 1;
  const comments = SIGN.test(first[0]?.[0]) ? leadingComments(first) : 0;
  const width = usualWidth(recordsWithValues(first));
  const titled = (lines: readonly string[][]) =>
    width > 1 && (lines[0].length < width || lines[0].some((cell) => cell.trim() === ''));
  const rest = first.slice(comments);
  const titles = titled(rest) ? preambleLines(rest, width, context) : 0;
  if (titles > 0 || (comments > 0 && detectHeader(recordsWithValues(rest), context).value)) return comments + titles;
  return comments > 0 && titled(first) ? preambleLines(first, width, context) : 0;
}

/** The width of the first row if it has as many cells as names, or one more: lines below the rows may be more than these. */
const widthBelow = ({ length }: readonly string[], [first = []]: Records): number | undefined =>
  first.length === length || first.length === length + 1 ? first.length : undefined;

/** True when the cells of every row beyond the names are empty: a delimiter too many. */
const endsEmpty = (body: readonly (readonly string[])[], names: number): boolean =>
  body.length > 0 && body.every((row) => row.slice(names).every((cell) => cell.trim() === ''));

/** The number of rows, if every row begins with a number or a date and no line below them does; 0 if not, or if they are fewer than `fewest`. */
function measuredFirst(lines: Records, fewest: number): number {
  const rows = lines.findLastIndex(([cell]) => isValue(cell)) + 1;
  return rows >= fewest && lines.slice(0, rows).every(([cell]) => isValue(cell)) ? rows : 0;
}

/**
 * Whether there is a header, when the file is to be like another: true if the first record has some of its names, false
 * if the other has none, else undefined.
 */
function headerLike({ frozen }: ReadRules, first: readonly string[] = []): boolean | undefined {
  if (!frozen) return undefined;
  if (!frozen.header) return false;
  return namedIn([first], frozen) > 0 || undefined;
}

/**
 * The note on a header that is a guess, or on one that is set by hand or taken from another file, when the first row
 * says otherwise beyond doubt.
 */
function headerNotes(read: ReadRules, header: boolean, found: Detected<boolean>): readonly Note[] {
  const here = header ? 'names, and could be values' : 'values, and could be names';
  if (read.header === undefined && !read.frozen)
    return doubtBelow('header', found.margin, `The first row is read as ${here}`);
  if (found.value === header || found.margin < DOUBTS.header.limit || (header && read.header === undefined)) return [];
  return [unlikelyHeader(header, read.header === undefined)];
}

/** All records, read in pieces when no quote can hold a line end. */
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

/**
 * The header's cells, one above each cell of the rows, also when R left out the first or a delimiter too many made an
 * empty one.
 */
function columnHeads(header: readonly string[], body: Records, like: FrozenReading | undefined): readonly string[] {
  // Where the other file has a cell more than names at the end of its rows, so has this one.
  const isLonger = like?.columns.some(({ name }) => name === `c${header.length + 1}`);
  if (!isLonger && withoutFirstName(header, body, like ? 1 : 2)) return ['', ...header];
  const named = header.filter((cell) => cell.trim() !== '');
  const fits = usualWidth(body) === named.length && body.every((record) => record.length <= named.length);
  return body.length > 0 && fits ? named : header;
}

/**
 * True when R left out the name of the row names: a header one cell short of every row, and first cells that are keys,
 * in as many rows as tell.
 */
function withoutFirstName(header: readonly string[], body: Records, fewest: number): boolean {
  const keys = new Set(body.map(([first]) => first.trim()));
  if (endsEmpty(body, header.length) || body.length < fewest || keys.size < body.length) return false;
  return body.every((record) => record.length === header.length + 1) && !haveDecimalsApart(body);
}
