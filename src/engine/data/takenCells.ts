import type { DayOrder } from './dates';
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
  /** The order of day and month that these dates were read in. */
  readonly dayOrder?: DayOrder;
}
