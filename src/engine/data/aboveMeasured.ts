import type { RunContext } from '../contract/context';
import type { FrozenReading } from '../contract/data';
import { FEWEST, isComment, type Records } from './besideRows';
import { extent } from './dialect';
import { type Look, lookOf } from './header';

/** The fraction of its cells that makes a column one of numbers or of dates. */
const MOST = 0.9;
/** A table is the first one whose rows are not this many times fewer than those of another one below it. */
const SHORTER = 4;
/** More columns are not looked into. */
const LOOKED_INTO = 50;
/** Longer words below names are no units. */
const LONGEST_UNIT = 6;
/** More lines than names in two halves and two of units are remarks, but for the last of them. */
const MOST_NAMES = 4;

const filled = (record: readonly string[]): number => record.filter((cell) => cell.trim() !== '').length;

const hasValue = (record: readonly string[]): boolean => filled(record) > 0;

/** What stands above a table whose columns are measured. */
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
    const isRow = isRowOf(record, measured);
    if (isRow && record.length >= Math.min(width, LOOKED_INTO)) {
      if (run++ === 0) first = i;
      if (run === fewest) break;
    } else if (run > 0 || isRow) return undefined;
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
  const width = records[first].length;
  const isWords = (record: readonly string[]) => {
    const isWide = 2 * filled(record) > record.length || extent(record) > 2;
    return filled(record) > 1 && isWide && measured.every((kind, j) => !kind || lookOf(record[j] ?? '') !== kind);
  };
  const isName = (record: readonly string[]) => isWords(record) && isAsWide(record, width);
  const filledAbove = (i: number): number => (i > 0 && !hasValue(records[i - 1]) ? filledAbove(i - 1) : i);
  const below = filledAbove(first);
  const top = unnamed ? below : below - namesIn(records.slice(0, below), width, isWords, isName);
  const named = top < below;
  // Names may be more or fewer than the cells of the rows, or a line above the one that is right above the rows.
  const near = records.slice(Math.max(0, below - MOST_NAMES), below);
  const isDoubtful = () => below === 1 || isWords(records[below - 1]) || (width > 2 && near.some(isName));
  if (top === 0 || (!named && !unnamed && isDoubtful())) return undefined;
  return { records: named ? top : first, named };
}

/** The number of lines at the end of these that are names and units. */
function namesIn(
  lines: Records,
  width: number,
  isWords: (record: readonly string[]) => boolean,
  isName: (record: readonly string[]) => boolean,
): number {
  const last = lines.at(-1) ?? [];
  const count = (from: number) => from - lines.findLastIndex((record, i) => i < from && !isName(record)) - 1;
  if (width === 2) {
    // Words in pairs above the names are no names, and units are short.
    const names = count(lines.length);
    return names === 2 && last.every((cell) => cell.trim().length <= LONGEST_UNIT) ? 2 : Math.min(1, names);
  }
  // Units stand above some of the columns, and a blank line may be between them and the names.
  const apart = hasValue(lines.at(-2) ?? ['?']) ? 1 : 2;
  const isUnits = isWords(last) && (last.length < width || filled(last) < width);
  const above = isUnits ? count(lines.length - apart) : 0;
  const names = above > 0 ? above + apart : count(lines.length);
  return names > MOST_NAMES ? 1 : names;
}

/** True when a line has as many cells as the rows, or one more or fewer. */
const isAsWide = (record: readonly string[], width: number): boolean =>
  Math.abs(record.length - width) <= 1 || extent(record) === width;
