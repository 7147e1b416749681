import { parseDate } from './dates';
import { looksNumeric } from './numbers';

/** Records of a file, as text. */
type Records = readonly (readonly string[])[];

/** Fewer rows say nothing of a line below the names. */
const FEWEST = 4;
/** Share of a column's cells that make it numbers or dates. */
const MOST = 0.8;

/** Lines at the beginning that begin with #. */
export function leadingComments(records: Records): number {
  const first = records.findIndex((record) => !isComment(record) && record.some((cell) => cell.trim() !== ''));
  return records.slice(0, Math.max(0, first)).some(isComment) ? first : 0;
}

/** What a spreadsheet writes for a value that it cannot compute is none. */
export const isComment = ([first = '']: readonly string[]): boolean =>
  /^#(?!N\/?A|DIV\/0|VALUE!|REF!|NUM!|NAME\?)/.test(first);

/** Whether lines among rows that begin with # are remarks: no other cell of their column does, or those are of another width. */
export function commentsAmong(rows: Records, width: number): boolean {
  const marked = rows.filter(isComment);
  if (marked.length === 0 || marked.length > rows.length / 2) return false;
  const others = rows.filter((row) => !isComment(row));
  const measured = others.filter(([first = '']) => isValue(first)).length >= MOST * others.length;
  return measured || marked.every(({ length }) => length !== width);
}

const isValue = (cell: string): boolean => looksNumeric(cell.trim()) || parseDate(cell.trim()) !== undefined;

/** A line that is drawn below the names, as in Markdown and in what databases print. */
const isRule = (row: readonly string[]): boolean => {
  const cells = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return cells.length > 0 && cells.every((cell) => /^:?(?:-{3,}|={3,}|[-+]{5,}):?$/.test(cell));
};

/** Whether the first row below the names holds units, or the second half of the names: words above columns of numbers or dates; or a rule. */
function isBelowNames([first, ...rows]: Records, again: boolean): boolean {
  if (!first || rows.length < FEWEST) return false;
  if (isRule(first)) return true;
  const measured = (j: number) => {
    const cells = rows.map((row) => (row[j] ?? '').trim()).filter((cell) => cell !== '');
    return cells.length > 0 && cells.filter(isValue).length > MOST * cells.length;
  };
  if (first.some((cell, j) => isValue(cell) && measured(j))) return false;
  const above = first.map((cell) => cell.trim()).filter((_, j) => measured(j));
  const words = above.filter((cell) => cell !== '');
  if (words.length === 0) return false;
  if (words.length < above.length / 2 && !words.every(isUnit)) return false;
  if (again && words.length === above.length) return true;
  return words.length > 1 ? new Set(words).size > 1 || words.every(isUnit) : isUnit(words[0]);
}

/** The most lines between the names and the rows. */
const MOST_BELOW = 3;

/** The first rows that are none: below one, of units, may stand another, of types or descriptions. */
export function linesBelowNames(rows: Records): Records {
  let lines = 0;
  while (lines < MOST_BELOW && isBelowNames(rows.slice(lines), lines > 0)) lines++;
  return rows.slice(0, lines);
}

/** In brackets, or with signs that only units have. */
const isUnit = (cell: string): boolean => /^[[(].{0,20}[\])]$|^.{0,12}[%°²³/].{0,12}$/.test(cell);

/** Names of two lines: a group stands above its first column, or again and again. */
export function joinedNames(upper: readonly string[], lower: readonly string[]): readonly string[] | undefined {
  const named = upper.filter((cell) => cell.trim() !== '');
  if (isRule(lower)) return undefined;
  if (named.length === upper.length && new Set(named).size === named.length) return undefined;
  let group = '';
  return lower.map((cell, j) => {
    group = upper[j]?.trim() || group;
    if (upper[j]?.trim() === '' && cell.trim() === '') return '';
    return `${group} ${cell}`.trim();
  });
}
