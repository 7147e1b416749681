import type { RunContext } from '../contract/context';
import type { FrozenReading } from '../contract/data';
import { FEWEST, isComment, lastFilled, type Records } from './besideRows';
import { type Look, lookOf } from './header';

/** The fraction of its cells that makes a column one of numbers or of dates. */
const MOST = 0.9;
/** A table is the first one whose rows are not this many times fewer than those of another one below it. */
const SHORTER = 4;
/** More columns are not looked into. */
const LOOKED_INTO = 50;
/** Matches the beginning of a line that is a remark. */
const REMARK = /^[#@%!;*\\/]/;
/** Longer words below names are no units. */
const LONGEST_UNIT = 6;
/** More lines than names in two halves and two of units are remarks, but for the last of them. */
const MOST_NAMES = 4;

const filled = (record: readonly string[]): number => record.filter((cell) => cell.trim() !== '').length;

const hasValue = (record: readonly string[]): boolean => filled(record) > 0;

/** The lines above a table whose columns are measured. */
export interface AboveMeasured {
  /** The number of records above the names, or above the rows when there are no names. */
  readonly records: number;
  readonly named: boolean;
}

/**
 * The columns of numbers and of dates, the rest undefined, by the first long run of records with as many cells each in
 * which there are such columns: what stands above these rows may be cut in any way.
 */
function measuredIn(records: Records): readonly (Look | undefined)[] {
  const runs: (readonly string[])[][] = [];
  for (const record of records) {
    if (!hasValue(record) || isComment(record)) continue;
    if (runs.at(-1)?.[0].length === record.length) runs.at(-1)?.push(record);
    else runs.push([record]);
  }
  const longest = Math.max(...runs.map(({ length }) => length));
  for (const run of runs) {
    if (run[0].length < 2 || run.length < Math.max(FEWEST, longest / SHORTER)) continue;
    // Pairs of words above two columns are as wide as these.
    const body = run.slice(run.length >> 1);
    const measured = run[0].slice(0, LOOKED_INTO).map((_, j) => kindOf(body, j));
    if (measured.some((kind) => kind !== undefined)) return measured;
  }
  return [];
}

/** The kind of a column of numbers or dates. */
function kindOf(rows: Records, j: number): Look | undefined {
  const looks = rows.map((row) => lookOf(row[j])).filter((look) => look !== 'gap');
  const isMost = (kind: Look) => looks.filter((look) => look === kind).length >= MOST * looks.length;
  return looks.length > 0 ? (['number', 'date'] as const).find(isMost) : undefined;
}

/** The same of the columns of a file without names, which are called c1, c2, … */
function kindsOf({ columns }: Pick<FrozenReading, 'columns'>): readonly (Look | undefined)[] {
  const kinds: (Look | undefined)[] = [];
  for (const { name, reading } of columns) {
    const j = Number(/^c(\d+)$/.exec(name)?.[1] ?? 0) - 1;
    if (j >= 0 && (reading.kind === 'number' || reading.kind === 'date')) kinds[j] = reading.kind;
  }
  return Array.from(kinds);
}

/** True when a record has such values in most columns of numbers and dates, the first of them included. */
function isRowOf(record: readonly string[], measured: readonly (Look | undefined)[]): boolean {
  let [sum, first] = [0, true];
  for (const [j, kind] of measured.entries()) {
    if (!kind) continue;
    const look = lookOf(record[j] ?? '');
    if (first && look !== kind) return false;
    first = false;
    if (look !== 'gap') sum += look === kind ? 1 : -1;
  }
  return sum > 0;
}

/**
 * Finds the lines above a table by its rows: several lines one below the other with numbers or dates in the columns of
 * such, above which no line is like them. The names are the lines of words right above these that are as wide.
 * `like`: another file without names, whose kinds a single row tells. Undefined when there are no
 * such rows, or only names above them.
 */
export function aboveMeasured(
  records: Records,
  context: RunContext,
  like?: Pick<FrozenReading, 'columns'>,
): AboveMeasured | undefined {
  const known = like && kindsOf(like);
  const measured = known ?? measuredIn(records);
  if (measured.every((kind) => kind === undefined)) return undefined;
  const width = measured.length;
  const fewest = known ? 1 : FEWEST;
  let [first, run] = [-1, 0];
  for (const [i, record] of records.entries()) {
    context.check();
    if (!hasValue(record) || (run > 0 && isComment(record))) continue;
    const isRow = record.length >= width && isRowOf(record, measured);
    if (isRow) {
      if (run++ === 0) first = i;
      if (run === fewest) break;
    } else {
      // A row below its own names may be settings, and more of them are rows.
      if (run > 1) return undefined;
      run = 0;
    }
  }
  return run < fewest ? undefined : namesAbove(records, first, measured, known !== undefined);
}

/** The lines of names right above the first row, and whether there are others above them. */
function namesAbove(
  records: Records,
  first: number,
  measured: readonly (Look | undefined)[],
  unnamed: boolean,
): AboveMeasured | undefined {
  const above = records.slice(0, first);
  const below = above.findLastIndex(hasValue) + 1;
  const widest = Math.max(...records.slice(first, first + FEWEST).map(lastFilled));
  const hasNoValue = (record: readonly string[]) =>
    measured.every((kind, j) => !kind || lookOf(record[j] ?? '') !== kind);
  const isWords = (record: readonly string[]) =>
    filled(record) > 1 && (2 * filled(record) > record.length || lastFilled(record) > 2) && hasNoValue(record);
  const isSheet = above.every(({ length }) => length === records[first].length);
  const isName = (record: readonly string[], shorter = 1) => {
    const cells = lastFilled(record);
    const isFull = record.length === records[first].length && (cells === record.length || (shorter === 0 && !isSheet));
    // Remarks that begin with a sign are cut by their blanks.
    return isWords(record) && (isFull || Math.abs(cells - widest) <= (REMARK.test(record[0]) ? 0 : shorter));
  };
  const isUnits = (record: readonly string[]) =>
    lastFilled(record) > 1 && (lastFilled(record) < widest || filled(record) < widest) && hasNoValue(record);
  const last = above[below - 1] ?? [];
  // The first name of a table of times may be the time at which it begins.
  const isTimed = measured[0] === 'date' && lookOf(last[0] ?? '') === 'date' && isName(['', ...last.slice(1)]);
  const near = above.slice(-MOST_NAMES).filter((record) => isName(record) && !REMARK.test(record[0]));
  const names = namesIn(above.slice(0, below), widest, isName, isUnits);
  const named = unnamed ? 0 : isTimed && near.length === 0 ? 1 : names;
  const top = below - named;
  const begin = above.findIndex(hasValue);
  // Names may be more or fewer than the cells of the rows, or at the beginning of the file above what is said of them.
  const isDoubtful = () =>
    below === 1 ||
    (isWords(last) && 2 * filled(last) > widest && !REMARK.test(last[0])) ||
    (widest > 2 && near.length > 0);
  if (begin < 0 || top <= begin || (named === 0 && !unnamed && isDoubtful())) return undefined;
  const areRows = above.slice(0, top).some((record) => record.length >= measured.length && isRowOf(record, measured));
  const heads = (above[top] ?? []).filter((cell) => cell.trim() !== '');
  if (areRows && (named === 0 || new Set(heads).size < heads.length)) return undefined;
  if (isSheet && isName(above[begin])) return undefined;
  return { records: named > 0 ? top : first, named: named > 0 };
}

/** The number of lines at the end of these that are names and units. */
function namesIn(
  lines: Records,
  width: number,
  isName: (record: readonly string[], shorter?: number) => boolean,
  isUnits: (record: readonly string[]) => boolean,
): number {
  const last = lines.at(-1) ?? [];
  // The line right above the rows may lack the name of the first column, or have an empty one too many.
  const count = (from: number) =>
    from - lines.findLastIndex((line, i) => i < from && !isName(line, i === lines.length - 1 ? 1 : 0)) - 1;
  // A blank line may be between names and units.
  const apart = width === 2 || hasValue(lines.at(-2) ?? ['?']) ? 1 : 2;
  const above = isUnits(last) ? count(lines.length - apart) : 0;
  if (width > 2) {
    const names = above > 0 ? above + apart : count(lines.length);
    return names > MOST_NAMES ? 1 : names;
  }
  // Words in pairs above the names are no names, and units are short.
  if (above > 0) return 2;
  const names = count(lines.length);
  return names === 2 && last.every((cell) => cell.trim().length <= LONGEST_UNIT) ? 2 : Math.min(1, names);
}

/** True when the last cells of rows are digits behind whole numbers, some with a zero first: decimals behind a comma. */
export function haveDecimalsApart(body: Records): boolean {
  const ends = body.map((row) => row.slice(-2));
  return (
    ends.every((end) => end.every((cell) => /^\s*-?\d+\s*$/.test(cell))) &&
    ends.some(([, last]) => /^\s*0\d/.test(last))
  );
}
