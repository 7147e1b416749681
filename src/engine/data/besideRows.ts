import { parseDate } from './dates';
import { describing } from './describing';
import { isBalance } from './footers';
import { MissingTokens } from './missing';
import { looksNumeric } from './numbers';

/** Records of a file, as text. */
export type Records = readonly (readonly string[])[];

/** With fewer rows, nothing is concluded about a line below the names, or below the rows. */
export const FEWEST = 4;
const GAPS = new MissingTokens();
/** The fraction of its cells that makes a column one of numbers or dates. */
const MOST = 0.8;

/** The number of cells up to the last with a value: spreadsheets make all lines equally long. */
export const lastFilled = (record: readonly string[]): number => record.findLastIndex((cell) => cell.trim() !== '') + 1;

/** True for a row that begins with #, unless that is a spreadsheet's error value or its sign for a narrow column. */
export const isComment = ([first = '', ...others]: readonly string[]): boolean =>
  first.startsWith('#') && !GAPS.has(first.trim()) && !(/^##+$/.test(first) && others.some((cell) => cell !== ''));

/**
 * True when lines among the rows that begin with # are remarks: the other rows begin with numbers or dates, or these
 * lines are of another width.
 */
export function commentsAmong(rows: Records, width: number): boolean {
  const marked = rows.filter(isComment);
  if (marked.length === 0 || marked.length > rows.length / 2) return false;
  const others = rows.filter((row) => !isComment(row));
  const measured = others.filter(([first = '']) => isValue(first)).length >= MOST * others.length;
  return measured || marked.every(({ length }) => length !== width);
}

export const isValue = (cell: string): boolean => looksNumeric(cell.trim()) || parseDate(cell.trim()) !== undefined;

/** True for a line drawn below the names, as in Markdown and in the output of databases. */
export const isRule = (row: readonly string[]): boolean => {
  const cells = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return cells.length > 0 && cells.every((cell) => /^:?(?:-{2,}|={3,}|[-+]{5,}):?$/.test(cell));
};

/** True for a line of widths and types as hydrologists write it, 5s 20d. */
const hasWidths = (row: readonly string[]): boolean => row.every((cell) => /^\d+[sdn]$/.test(cell));

/** Tells which columns hold numbers or dates, and which of their cells are such values. */
interface Told {
  readonly measured: (column: number, rows: Records) => boolean;
  readonly isValue: (cell: string) => boolean;
}

const byRows: Told = {
  measured(j, rows) {
    const cells = rows.map((row) => (row[j] ?? '').trim()).filter((cell) => cell !== '');
    return cells.length > 0 && cells.filter(isValue).length > MOST * cells.length;
  },
  isValue,
};

/** Whether each column holds numbers or dates; undefined where another file does not tell. */
type KnownKinds = readonly (boolean | undefined)[];

/** Here "5 mg/L" is a number too, while "1/s" and "10^9/L" are units. */
const byKinds = (kinds: KnownKinds): Told => ({
  measured: (j, rows) => kinds[j] ?? byRows.measured(j, rows),
  isValue: (cell) => isValue(cell) || (looksNumeric(cell.trim(), true) && !/^10?(?:[*^]\d+)?\//.test(cell.trim())),
});

/**
 * True when the first row below the names is a rule, or when it has words above columns of numbers or dates: units, or
 * the second half of the names.
 */
function isBelowNames([first, ...rows]: Records, again: boolean, told: Told): boolean {
  if (isBalance(first) || isRule(first) || (hasWidths(first) && !hasWidths(rows[0]))) return true;
  const measured = first.map((_, j) => told.measured(j, rows));
  // A line behind a key says something of the columns: Range= 10 V.
  if (measured[0] && /[:=]$/.test(first[0].trim())) return true;
  if (first.some((cell, j) => told.isValue(cell) && measured[j])) return false;
  // Pandas writes the name of the index in a separate line below two lines of names.
  if (again && measured[0] && first.every((cell, j) => (cell.trim() === '') === j > 0)) return true;
  const above = first.map((cell) => cell.trim()).filter((_, j) => measured[j]);
  const words = above.filter((cell) => cell !== '');
  if (words.every((word) => GAPS.has(word))) return false;
  // A sign in place of a number that is not given comes again in other rows.
  const others = rows.filter((row) => row.join() !== first.join());
  if (first.some((cell, j) => measured[j] && cell.trim() !== '' && others.some((row) => row[j] === cell))) return false;
  // Answers of surveys have the part of a question there, and no respondent.
  const isFilled = ([cell]: readonly string[]) => cell.trim() !== '';
  if (measured[0] && !isFilled(first) && rows.every(isFilled)) return true;
  if (words.length < above.length / 2 && !words.every(isUnit)) return false;
  if (again && words.length === above.length) return true;
  return words.length > 1 ? new Set(words).size > 1 || words.every(isUnit) : isUnit(words[0]);
}

/** The most lines between the names and the rows. */
const MOST_BELOW = 3;

/**
 * The first records that are no rows: below a line of units there may be another, of types or descriptions. `lines`:
 * how many of them are already known; `known`: which columns hold numbers or dates, when that is known and need not be
 * found from the rows.
 */
export function linesBelow(rows: Records, lines = 0, known?: KnownKinds): Records {
  let below = lines;
  const told = known ? byKinds(known) : byRows;
  const fewest = known ? 1 : FEWEST;
  const begins = (row: readonly string[] | undefined) => isValue(row?.[0] ?? '');
  const mayDescribe = known?.[0] ?? begins(rows[rows.length >> 1]);
  const described =
    mayDescribe && !begins(rows[below]) ? describing(rows.slice(below), isValue, known !== undefined) : 0;
  if (described > 0) return rows.slice(0, below + described);
  while (below < MOST_BELOW && rows.length > below + fewest && isBelowNames(rows.slice(below), below > 0, told))
    below++;
  return rows.slice(0, below);
}

/** True for a cell in brackets, or with signs that only units have. */
const isUnit = (cell: string): boolean => /^[[(].{0,20}[\])]$|^.{0,12}[%°²³/].{0,12}$/.test(cell);
