import { tokenise } from '../../src/engine/data/tokenise';

/** The differences between two files of predictions, relative to the largest size in the column. */
export interface Differences {
  /** The largest among predictions, scores and probabilities. */
  readonly error: number;
  /** The largest among the intervals' ends. */
  readonly interval: number;
  /** The first cell that differs otherwise. */
  readonly other?: string;
}

export const cellsOf = (csv: string): string[][] =>
  tokenise(csv.replaceAll('\r\n', '\n').trimEnd(), { delimiter: ',', quote: '"' }, true).records;

export function compareCsv(expected: string, found: string): Differences {
  const [a, b] = [cellsOf(expected), cellsOf(found)];
  if (a[0].join() !== b[0].join() || a.length !== b.length)
    return { error: Number.NaN, interval: Number.NaN, other: `${a[0].join()} ${a.length} ≠ ${found.slice(0, 2000)}` };
  let [error, interval] = [0, 0];
  for (let j = 0; j < a[0].length; j++) {
    const column = a.map((row) => row[j]);
    const numbers = column.slice(1).map(Number).filter(Number.isFinite).map(Math.abs);
    const size = Math.max(...numbers, Number.MIN_VALUE);
    for (let i = 1; i < a.length; i++) {
      if (a[i][j] === b[i][j]) continue;
      const difference = Math.abs(Number(a[i][j]) - Number(b[i][j])) / size;
      if (Number.isNaN(difference) || a[i][j] === '' || b[i][j] === '')
        return { error, interval, other: `row ${i}, ${a[0][j]}: ${a[i][j]} ≠ ${b[i][j]}` };
      if (/^(lower|upper)/.test(a[0][j])) interval = Math.max(interval, difference);
      else error = Math.max(error, difference);
    }
  }
  return { error, interval };
}

/** For a person: DIFFERENCES=1 node scripts/unit.mjs export/everyModel */
export function differencesTable(found: ReadonlyMap<string, Differences>): string {
  const line = ([name, { error, interval, other = '' }]: [string, Differences]) =>
    `${name.padEnd(70)} ${error.toExponential(1)} ${interval.toExponential(1)} ${other}`;
  return Array.from(found, line).join('\n');
}
