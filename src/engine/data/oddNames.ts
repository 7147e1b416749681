import { closest } from '../contract/closest';
import type { NamedReading } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { Note } from '../contract/note';
import { counted, plural, quoted } from '../words/sentence';
import type { CellFormat } from './tokens';

/** The most names in a sentence; the others are counted. */
const NAMED = 3;

/**
 * A name without capitals, blanks, dashes, points, brackets, slashes and invisible signs, such as a byte-order mark: R
 * writes Area..m2. for Area (m2).
 */
const bare = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_.()[\]/\p{Cf}-]+/gu, '');

/** A name without the apostrophe that our CSV puts before one that a spreadsheet would run as a formula (`csvCell`). */
const unguarded = (name: string): string => (/^'[=+\-@]/.test(name) ? name.slice(1) : name);

/** The same for names that are taken for one another. */
export const bareName = (name: string): string => bare(unguarded(name));

/**
 * The names of a file's columns as another file has them: without an apostrophe before a sign of formulas, and adapted
 * when just one of each differs only in capitals, blanks and signs from a name there that this file lacks; and a note
 * that says so.
 */
export function namesLike(
  written: readonly string[],
  wanted: readonly NamedReading[],
): { readonly names: readonly string[]; readonly notes: readonly Note[] } {
  const known = new Set(wanted.map(({ name }) => name));
  const present = new Set(written);
  const names = written.map((name) => {
    const plain = unguarded(name);
    return !known.has(name) && known.has(plain) && !present.has(plain) ? plain : name;
  });
  const here = new Set(names);
  const others = byBareName(names.filter((name) => !known.has(name)));
  const absent = byBareName([...known].filter((name) => !here.has(name)));
  const renamed = names.map((name) => {
    const [like, ...more] = absent.get(bare(name)) ?? [];
    const alone = others.get(bare(name))?.length === 1 && more.length === 0;
    return like !== undefined && alone && !known.has(name) ? like : name;
  });
  const pairs = names.flatMap((name, j) => (name === renamed[j] ? [] : [`"${name}" for "${renamed[j]}"`]));
  if (pairs.length === 0) return { names, notes: [] };
  const more = pairs.length > NAMED ? ` and ${counted(pairs.length - NAMED, 'more column')}` : '';
  const text = `${pairs.slice(0, NAMED).join(', ')}${more} ${plural(pairs.length, 'is', 'are')} taken, as only capitals, blanks and signs differ. If that is wrong, rename ${plural(pairs.length, 'it', 'them')}.`;
  return { names: renamed, notes: [{ severity: 'warning', code: 'data/other-names', text }] };
}

function byBareName(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const of = new Map<string, string[]>();
  for (const name of names) {
    const alike = of.get(bare(name));
    if (alike) alike.push(name);
    else of.set(bare(name), [name]);
  }
  return of;
}

/** The note on columns that have the name of an earlier one. */
export function repeatedNames(names: readonly string[], header: readonly string[]): readonly Note[] {
  const repeated = names.filter((name, j) => / \(\d+\)$/.test(name) && header[j]?.replace(/\s+/g, ' ').trim() !== name);
  if (repeated.length === 0) return [];
  const text = `${counted(repeated.length, 'column')} ${plural(repeated.length, 'has the name of one', 'have names of others')} before ${plural(repeated.length, 'it', 'them')} and ${plural(repeated.length, 'is', 'are')} called ${quoted(repeated, NAMED)}.`;
  return [{ severity: 'info', code: 'data/repeated-names', text }];
}

/** The failure for a file with these names that lacks some of the `columns` of a model. */
export function columnsAbsent(
  file: string,
  names: readonly string[],
  absent: readonly string[],
  columns: Iterable<string>,
): KernelscopeError {
  const unnamed = names.length > 0 && names.every((name, j) => name === `c${j + 1}`);
  const own = new Set(columns);
  const others = names.filter((name) => !own.has(name));
  // To a name of one or two letters any other comes close. A name in two lines may be there by its second half.
  const half = others.find((name) => absent[0].endsWith(` ${name}`));
  const near = half ?? (absent[0].length > 2 ? closest(absent[0], others) : undefined);
  const cure = unnamed
    ? 'It has no names: add them as its first row'
    : near === undefined
      ? 'Use a file with the same columns'
      : `It has "${near}": rename that to "${absent[0]}" if it is the same`;
  const message = `${file} lacks ${plural(absent.length, 'the column', 'the columns')} ${quoted(absent)} that the model was fitted with. ${cure}.`;
  return new KernelscopeError('model/columns', message, { columns: [...absent] });
}

/** The note on a header with fewer names than most rows have cells. */
export function fewerNames(names: number, cells: number, { delimiter }: CellFormat): Note {
  const commas =
    delimiter === ',' ? ' If commas are decimal signs in this file, write semicolons between its cells.' : '';
  const text = `The header has ${counted(names, 'name')}, and most rows have ${cells} cells: names may be above other columns than theirs. Write a name for each column.${commas}`;
  return { severity: 'warning', code: 'data/fewer-names', text };
}
