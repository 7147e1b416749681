import type { ColourColumn } from '../../contract/components';
import type { FileColumn } from '../../contract/data';

/** The most columns that are offered, and the most levels that have a colour each. */
export const MOST_COLUMNS = 20;
const LEVELS = 12;
/** The name of an unknown level, and of all levels without a colour. */
export const OTHER = 'other';

/** Columns over the rows that are shown (1-based), those of the file first, then the held-out ones, which may be of a second file. */
export interface ShownRows {
  readonly rows: Uint32Array;
  /** Columns of the file that these rows are in. */
  readonly columns: readonly FileColumn[];
}

/** The columns that the shown rows can be coloured by: the first ones in the order of the first part of `shown`. */
export function colourColumns(shown: readonly ShownRows[]): ColourColumn[] {
  const [{ columns }] = shown;
  return columns.slice(0, MOST_COLUMNS).map((column): ColourColumn => {
    const parts = shown.map((part) => ({
      rows: part.rows,
      column: part.columns.find(({ name }) => name === column.name),
    }));
    return column.kind === 'number'
      ? { column: column.name, kind: 'number', values: Float32Array.from(parts.flatMap(numbers)) }
      : { column: column.name, kind: 'category', ...categories(parts.map(labels)) };
  });
}

interface Part {
  readonly rows: Uint32Array;
  readonly column: FileColumn | undefined;
}

function numbers({ rows, column }: Part): number[] {
  return Array.from(rows, (row) => (column?.kind === 'number' ? column.values[row - 1] : Number.NaN));
}

function labels({ rows, column }: Part): (string | undefined)[] {
  return Array.from(rows, (row) => (column?.kind === 'category' ? column.levels[column.codes[row - 1]] : undefined));
}

/** The commonest levels, by name; all others together. */
function categories(parts: readonly (string | undefined)[][]): { codes: Int16Array; levels: string[] } {
  const cells = parts.flat();
  const counts = new Map<string, number>();
  for (const cell of cells) if (cell !== undefined) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  const unnamed = counts.delete(OTHER);
  const common = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([level]) => level);
  const levels = common.slice(0, LEVELS).sort();
  const codes = new Map(levels.map((level, code) => [level, code]));
  const others = unnamed || common.length > LEVELS;
  return {
    codes: Int16Array.from(cells, (cell) => (cell === undefined ? -1 : (codes.get(cell) ?? levels.length))),
    levels: others ? [...levels, OTHER] : levels,
  };
}
