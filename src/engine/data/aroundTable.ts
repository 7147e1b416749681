import type { RunContext } from '../contract/context';
import type { FrozenReading } from '../contract/data';
import type { Note } from '../contract/note';
import { isComment, isRule, lastFilled, linesBelow, type Records } from './besideRows';
import { isBalance } from './footers';
import { columnNames, detectHeader, headsMeasured } from './header';
import { bareName, namesLike } from './oddNames';

/** The number of records at the start of a file in which another file's column names are looked for. */
const FIRST = 200;
/** Matches a line at the beginning of a file that is a remark and not a row. */
const REMARK = /^(?:[%!;*]|\/\/)/;

/** The number of lines that these records take up in the file. */
export const linesOf = (records: Records): number =>
  records.reduce((lines, record) => lines + record.join().split('\n').length, 0);

const filled = (record: readonly string[]): number => record.filter((cell) => cell.trim() !== '').length;

const hasValue = (record: readonly string[]): boolean => filled(record) > 0;

/** How many columns of another file a header names; 0 where it cannot be more than `few`. */
type Named = (header: readonly string[], few?: number) => number;

function namedOf({ columns }: Pick<FrozenReading, 'columns'>): Named {
  const wanted = new Set(columns.map(({ name }) => bareName(name)));
  return (header, few = 0) => {
    const written = columnNames(header, header.length);
    if (written.filter((name) => wanted.has(bareName(name))).length <= few) return 0;
    const names = new Set(namesLike(written, columns).names);
    return columns.filter(({ name }) => names.has(name)).length;
  };
}

/** The same count for a header of two lines; 0 when the second line alone names as many. */
function namedByHalves(upper: readonly string[], lower: readonly string[] | undefined, named: Named, few = 0): number {
  const joined = lower && joinedNames(upper, lower);
  const count = joined ? named(joined, few) : 0;
  return lower && count > 0 && count > named(lower) ? count : 0;
}

/** The place of the first record that names the most columns of another file, and how many it names. */
function headerOf(first: Records, like: FrozenReading): readonly [place: number, named: number] {
  const named = namedOf(like);
  let [place, most] = [0, 0];
  for (let i = 0; i < Math.min(FIRST, first.length) && most < like.columns.length; i++) {
    const here = Math.max(named(first[i], most), namedByHalves(first[i], first[i + 1], named, most));
    if (here > most) [place, most] = [i, here];
  }
  return [place, most];
}

/** The most columns of another file that any one of these first records names. */
export const namedIn = (first: Records, like: FrozenReading): number => headerOf(first, like)[1];

/**
 * The number of lines above the header, which is the record that names at least half of another file's columns;
 * undefined when none does.
 */
export function linesAboveKnown(first: Records, like: FrozenReading): number | undefined {
  const [place, named] = headerOf(first, like);
  return named > 0 && 2 * named >= like.columns.length ? linesOf(first.slice(0, place)) : undefined;
}

/** The first records that are no rows, judged by the kinds of another file's columns, as a few rows are not enough. */
export function linesBelowKnown([names, ...rows]: Records, like: FrozenReading): Records {
  const named = namedOf(like);
  const halves = namedByHalves(names, rows[0], named) > named(names);
  const header = (halves && joinedNames(names, rows[0])) || names;
  const kinds = new Map(like.columns.map(({ name, reading }) => [name, reading.kind]));
  const measured = namesLike(columnNames(header, header.length), like.columns).names.map((name) => {
    const kind = kinds.get(name);
    return kind && (kind === 'number' || kind === 'date');
  });
  return linesBelow(rows, halves ? 1 : 0, measured);
}

/**
 * How many records at the beginning are remarks: they begin with #, or with another sign and have another width than
 * the first record that is none.
 */
export function leadingComments(records: Records): number {
  const isRemark = (record: readonly string[]) => isComment(record) || REMARK.test(record[0] ?? '');
  const first = records.findIndex((record) => !isRemark(record) && hasValue(record));
  const above = records.slice(0, Math.max(0, first)).filter(hasValue);
  const width = records[first]?.length;
  return above.length > 0 && above.every((record) => isComment(record) || record.length !== width) ? first : 0;
}

/**
 * The number of lines above the header, found from the first records of a file, including blank ones: titles, remarks,
 * blank rows. The header is the first record that is as wide as the table and has more than one cell filled. The
 * records above it are a preamble when each is narrow and either comes before a blank line or is one cell at the
 * table's left edge, and when the records from there on begin with names. 0 when the header, or the first row, comes
 * first.
 */
export function preambleLines(records: Records, width: number, context: RunContext): number {
  // A sheet may be wider than its table.
  const extents = records.map(lastFilled).filter((cells) => cells > 0);
  const usual = Math.min(width, extents.toSorted((a, b) => a - b)[extents.length >> 1] ?? 0);
  const start = records.findIndex((record) => lastFilled(record) >= usual && filled(record) > 1 && !isBalance(record));
  if (start < 1) return 0;
  const above = records.slice(0, start);
  const left = records[start].findIndex((cell) => cell.trim() !== '');
  const lastBlank = above.findLastIndex((record) => filled(record) === 0);
  const isTitle = (record: readonly string[]) =>
    lastFilled(record) <= left + 1 || isBalance(record) || (isComment(record) && lastFilled(record) < usual);
  if (!above.every((record, i) => isTitle(record) || (i < lastBlank && lastFilled(record) < usual))) return 0;
  const table = records.slice(start).filter(hasValue);
  // A header without a name for the column of row names may be a single word above two columns.
  const oneShort = lastBlank < 0 && above.some((record) => record.length === width - 1);
  if (!detectHeader(table, context).value || (oneShort && !headsMeasured(table))) return 0;
  return linesOf(above);
}

/** The note on a header that the first row contradicts; `trained`: it is as in the training file, and not set by hand. */
export function unlikelyHeader(header: boolean, trained: boolean): Note {
  const [here, other] = header ? ['names', 'values'] : ['values', 'names'];
  const [why, cure] = trained
    ? ['as in the training file', 'leave that row out']
    : ['as was set', `set the header to ${header ? 'no' : 'yes'}`];
  const text = `The first row is read as ${here}, ${why}, and looks like ${other}. If it holds ${other}, ${cure}.`;
  return { severity: 'warning', code: 'data/unlikely-header', text };
}

/** The names of a header of two lines: a group stands above its first column, or above each of its columns. */
export function joinedNames(upper: readonly string[], lower: readonly string[]): readonly string[] | undefined {
  const named = upper.filter((cell) => cell.trim() !== '');
  if (isRule(lower)) return undefined;
  const isFull =
    named.length === upper.length || (named.length === lastFilled(upper) && lastFilled(upper) === lastFilled(lower));
  if (isFull && new Set(named).size === named.length) return undefined;
  let group = '';
  return lower.map((cell, j) => {
    group = upper[j]?.trim() || group;
    if (upper[j]?.trim() === '' && cell.trim() === '') return '';
    return `${group} ${cell}`.trim();
  });
}
