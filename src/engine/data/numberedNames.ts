type Row = readonly string[];

/** True when the line below the first holds words alone, above columns of numbers or dates, and the first a word as well. */
function isAboveUnits(first: Row, [below, ...rows]: readonly Row[], isWord: (cell: string) => boolean): boolean {
  if (rows.length < 2 || !first.some(isWord) || !below.every(isWord)) return false;
  return below.every((_, j) => rows.filter((row) => isWord(row[j] ?? '')).length < 0.2 * rows.length);
}

/** Integers in this range may be years. */
const YEARS = [1500, 2200] as const;

/**
 * The votes for a header of years in even steps, such as 2019, 2020, 2021, or of numbers from 1 on as the columns of a
 * plate have them, when no row below has such a run: twice as many as its columns, and thrice beside words or gaps. The
 * columns' own votes against a header are one each.
 */
export function numberedNames(first: Row, body: readonly Row[], lookOf: (cell: string) => string): number {
  // Oscilloscopes number their channels: x-axis, 1, 2 above second, Volt, Volt.
  if (isAboveUnits(first, body, (cell) => lookOf(cell) === 'word')) return 3 * first.length;
  const longest = runOfYears(first) || (isAmongWhole(first, body) ? 0 : runFromOne(first));
  const words = first.some((cell) => lookOf(cell) === 'word' || lookOf(cell) === 'gap');
  if (longest < (words ? 2 : 3) || body.length === 0) return 0;
  return body.some((row) => runOfYears(row) >= 2 || runFromOne(row) > 0) ? 0 : (words ? 3 : 2) * longest;
}

/** True when columns hold whole numbers, and those of the first line stand among those below them: answers from 1 to 5. */
function isAmongWhole(first: Row, body: readonly Row[]): boolean {
  return first.every((name, j) => {
    if (!WHOLE.test(name)) return true;
    const values = body.map((row) => (WHOLE.test(row[j] ?? '') ? Number(row[j]) : Number.NaN));
    return Math.min(...values) <= Number(name) && Number(name) <= Math.max(...values);
  });
}

const WHOLE = /^\s*\d+\s*$/;

/** A shorter run of numbers may be values. */
const SHORTEST_RUN = 4;

/** The length of a run 1, 2, 3, 4 or 0, 1, 2, 3 up to the last cell, 0 when there is none. */
function runFromOne(cells: Row): number {
  const from = cells.findIndex((cell) => /^[01]$/.test(cell.trim()));
  const run = from < 0 ? [] : cells.slice(from);
  const even = run.every((cell, j) => cell.trim() === String(Number(cells[from]) + j));
  return even && run.length >= SHORTEST_RUN ? run.length : 0;
}

/** The length of the longest run of years in even steps. */
function runOfYears(cells: Row): number {
  let longest = 0;
  let length = 0;
  let step = 0;
  for (let j = 0; j < cells.length; j++) {
    const year = /^\s*\d{4}\s*$/.test(cells[j]) ? Number(cells[j]) : Number.NaN;
    if (!(year >= YEARS[0] && year <= YEARS[1])) {
      length = 0;
      continue;
    }
    const last = length > 0 ? year - Number(cells[j - 1]) : 0;
    length = length === 0 ? 1 : length === 1 && last !== 0 ? 2 : last === step && last !== 0 ? length + 1 : 1;
    step = last;
    longest = Math.max(longest, length);
  }
  return longest;
}
