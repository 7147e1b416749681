import type { RunContext } from '../contract/context';
import type { FrozenReading } from '../contract/data';
import { isComment, joinedNames, linesBelow, type Records } from './besideRows';
import { columnNames, detectHeader, headsMeasured } from './header';
import { namesLike } from './oddNames';

/** The number of first records in which the names of another file are looked for. */
const FIRST = 30;
/** What a line begins with that is no row, at the beginning of a file. */
const REMARK = /^(?:[%!;*]|\/\/)/;

/** The lines of a file in which these records stand. */
const linesOf = (records: Records): number =>
  records.reduce((lines, record) => lines + record.join().split('\n').length, 0);

const filled = (record: readonly string[]): number => record.filter((cell) => cell.trim() !== '').length;

const hasValue = (record: readonly string[]): boolean => filled(record) > 0;

/** How many of these columns a header names. */
const known = (header: readonly string[], { columns }: Pick<FrozenReading, 'columns'>): number => {
  const names = new Set(namesLike(columnNames(header, header.length), columns).names);
  return columns.filter(({ name }) => names.has(name)).length;
};

/** The same of a header in two lines; 0 where the second alone says as much. */
function knownOfHalves(upper: readonly string[], lower: readonly string[] | undefined, like: FrozenReading): number {
  const joined = lower && joinedNames(upper, lower);
  const count = joined ? known(joined, like) : 0;
  return lower && count > known(lower, like) ? count : 0;
}

/** The first of these records that names most columns of another file, and how many it names. */
function headerOf(first: Records, like: FrozenReading): readonly [place: number, named: number] {
  let [place, most] = [0, 0];
  for (let i = 0; i < Math.min(FIRST, first.length) && most < like.columns.length; i++) {
    const named = Math.max(known(first[i], like), knownOfHalves(first[i], first[i + 1], like));
    if (named > most) [place, most] = [i, named];
  }
  return [place, most];
}

/** How many columns of another file a record names, of these first ones. */
export const namedIn = (first: Records, like: FrozenReading): number => headerOf(first, like)[1];

/** Lines above the header of a file like another: what names half of its columns at least; undefined where nothing does. */
export function linesAboveKnown(first: Records, like: FrozenReading): number | undefined {
  const [place, named] = headerOf(first, like);
  return named > 0 && 2 * named >= like.columns.length ? linesOf(first.slice(0, place)) : undefined;
}

/** The first rows that are none, by what the columns of another file hold: few rows tell that alone. */
export function linesBelowKnown([names, ...rows]: Records, like: FrozenReading): Records {
  const halves = knownOfHalves(names, rows[0], like) > known(names, like);
  const header = (halves && joinedNames(names, rows[0])) || names;
  const kinds = new Map(like.columns.map(({ name, reading }) => [name, reading.kind]));
  const measured = namesLike(columnNames(header, header.length), like.columns).names.map((name) =>
    ['number', 'date'].includes(kinds.get(name) ?? ''),
  );
  return linesBelow(rows, halves ? 1 : 0, measured);
}

/** Lines at the beginning that are remarks: behind #, or behind another sign and of another width than the first of the others. */
export function leadingComments(records: Records): number {
  const isRemark = (record: readonly string[]) => isComment(record) || REMARK.test(record[0] ?? '');
  const first = records.findIndex((record) => !isRemark(record) && hasValue(record));
  const above = records.slice(0, Math.max(0, first)).filter(hasValue);
  const width = records[first]?.length;
  return above.length > 0 && above.every((record) => isComment(record) || record.length !== width) ? first : 0;
}

/** Cells up to the last with a value: spreadsheets make all lines equally long. */
const extent = (record: readonly string[]): number => record.findLastIndex((cell) => cell.trim() !== '') + 1;

/**
 * Lines above the header, of these first records of a file with blank ones among them: titles, remarks, blank rows.
 * The header is the first record that is as wide as the table and has more than one cell filled. What stands above
 * it is a preamble when it is narrow, and either followed by a blank line or one cell at the table's left edge; and
 * when what follows begins with names. 0 when the header, or the first row, comes first.
 */
export function preambleLines(records: Records, width: number, context: RunContext): number {
  // A sheet may be wider than its table.
  const extents = records.map(extent).filter((cells) => cells > 0);
  const usual = Math.min(width, extents.toSorted((a, b) => a - b)[extents.length >> 1] ?? 0);
  const start = records.findIndex((record) => extent(record) >= usual && filled(record) > 1);
  if (start < 1) return 0;
  const above = records.slice(0, start);
  const left = records[start].findIndex((cell) => cell.trim() !== '');
  const lastBlank = above.findLastIndex((record) => filled(record) === 0);
  const isTitle = (record: readonly string[]) =>
    extent(record) <= left + 1 || (isComment(record) && extent(record) < usual);
  if (!above.every((record, i) => isTitle(record) || (i < lastBlank && extent(record) < usual))) return 0;
  const table = records.slice(start).filter(hasValue);
  // A header that leaves out the name of the row names may be a single word above two columns.
  const oneShort = lastBlank < 0 && above.some((record) => record.length === width - 1);
  if (!detectHeader(table, context).value || (oneShort && !headsMeasured(table))) return 0;
  return linesOf(above);
}
