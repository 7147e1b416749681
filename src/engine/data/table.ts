import type { ColumnSummary, FileStamp, Inspection } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { TruthWords } from './truthWords';

/**
 * One column of a file, with one type for all of it; n values, in row order.
 * Numbers, booleans (0 and 1) and dates (days since 1970-01-01 UTC) are NaN where the cell is missing.
 * Categories have the position of their level, −1 where missing; levels are in order of first appearance.
 * A text column with more than `MAX_LEVELS` different values stores none of them: `levels` is empty and codes are 0 or
 * −1.
 */
export type Column =
  | { readonly kind: 'number' | 'date'; readonly values: Float64Array }
  | { readonly kind: 'boolean'; readonly values: Float64Array; readonly words: TruthWords }
  | { readonly kind: 'category' | 'text'; readonly codes: Int32Array; readonly levels: readonly string[] }
  | { readonly kind: 'empty' };

/** Rows of a file, with the facts about its columns that are needed to encode them. */
export interface RowsTable {
  readonly inspection: {
    readonly file: FileStamp;
    readonly rows: number;
    readonly columns: readonly Pick<ColumnSummary, 'name' | 'kind' | 'reason' | 'reading'>[];
  };
  readonly columns: readonly Column[];
  readonly lines: Uint32Array;
  /** The number of rows of the file before these; none if left out. */
  readonly before?: number;
}

/** A file that has been read: its inspection, its columns, and the 1-based physical line where each row begins. */
export interface Table extends RowsTable {
  readonly inspection: Inspection;
}

/** The most different values that a column of text stores. Nothing could be learnt from more anyway. */
export const MAX_LEVELS = 1000;

/** Wider files are refused: no method here has a use for more columns, and the first line already shows it. */
export const MAX_COLUMNS = 20_000;

/** The numbers of rows, and of characters of a cell, that are shown as text. */
export const PREVIEW_ROWS = 20;
export const PREVIEW_CELL = 200;

/** The number of cells read between two checks for cancellation: a few milliseconds. */
export const CELLS_BETWEEN_LOOKS = 20_000;

export function tooManyColumns(name: string, columns?: number): KernelscopeError {
  const many = columns === undefined ? 'more than' : `${columns}, more than`;
  return new KernelscopeError(
    'data/too-many-columns',
    `${name} has too many columns: ${many} the ${MAX_COLUMNS} that can be read. Keep only the columns you need, or transpose the table.`,
    { name, limit: MAX_COLUMNS, ...(columns !== undefined && { columns }) },
  );
}
