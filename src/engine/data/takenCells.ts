import type { OddRows } from './oddCells';

/** Cells of some rows, as far as the column had been understood by then. */
export interface TakenCells {
  readonly rows: number;
  /** Numbers, NaN where there is none. */
  readonly numbers?: Float64Array;
  /** Positions among them of None, in what may yet turn out to be words. */
  readonly nones?: Uint32Array;
  /** Cells among them that are no numbers, in what may yet turn out to be words. */
  readonly odd?: OddRows;
  /** Or words, as positions in the builder's labels. */
  readonly codes?: Int32Array;
  /** The same words as dates, while all are. */
  readonly dates?: Float64Array;
  /** Places among them of those that can be read both ways, as `openPlace` has them: here the day is first. */
  readonly open?: Uint32Array;
}
