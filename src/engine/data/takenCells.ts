import type { OddRows } from './oddCells';

/** The cells of some rows, in the form in which the column was understood by then. */
export interface TakenCells {
  readonly rows: number;
  /** The numbers, NaN where a cell has none. */
  readonly numbers?: Float64Array;
  /** Positions of None among them, in a column that may yet turn out to hold words. */
  readonly nones?: Uint32Array;
  /** Cells among them that are no numbers, in a column that may yet turn out to hold words. */
  readonly odd?: OddRows;
  /** Words instead, as positions in the builder's labels. */
  readonly codes?: Int32Array;
  /** The same words as dates, while the column may hold dates. */
  readonly dates?: Float64Array;
  /** The places among them of dates that can be read both ways, as `openPlace` has them: here the day is first. */
  readonly open?: Uint32Array;
}
