import { type Growing, growingUint32 } from './growing';
import { ownCopy } from './labels';
import type { MemoryBudget } from './memoryBudget';
import { areMarks } from './rareNumbers';
import { MAX_LEVELS } from './table';

/** This many cells may be of another kind before their fraction of a column counts. */
export const FEW = 1000;

/** A column is of a kind when nine in ten of its cells with a value are: then at most one other comes for this many. */
const ODDS = 9;

/** With fewer numbers it cannot be told whether the other cells are marks. */
const FEWEST_NUMBERS = 8;

/** The text for all cells beyond the different ones that are stored. */
const BEYOND = '\u2026';

/** The first cell that is not of the kind of its column, for the report. */
export interface OddCell {
  readonly text: string;
  readonly line: number;
  /** The file that it is in, when there are several. */
  readonly part?: string;
  /** The number of values read before it. */
  readonly after: number;
}

/** The first of such cells; `after`: the number of values read before it. */
export const firstOf = (text: string, line: number, after = 0): OddCell => ({
  text: ownCopy(text.slice(0, 40)),
  line,
  after,
});

/** The rows of cells among those that were taken out, and their texts. */
export interface OddRows {
  readonly rows: Uint32Array;
  readonly texts: readonly string[];
}

/** The cells of a column of numbers that are not numbers: gaps, or words if the column turns out to hold words. */
export class OddCells {
  total = 0;
  /** How often each text occurs, including in rows that were taken out. */
  readonly counts = new Map<string, number>();
  private readonly texts: string[] = [];
  private readonly codeOf = new Map<string, number>();
  private readonly rows: Growing<Uint32Array>;
  private readonly codes: Growing<Uint32Array>;

  constructor(budget: MemoryBudget | undefined) {
    this.rows = growingUint32(budget);
    this.codes = growingUint32(budget);
  }

  add(text: string, row: number): void {
    let code = this.codeOf.get(text);
    if (code === undefined) {
      code = this.texts.length;
      const kept = code <= MAX_LEVELS ? ownCopy(text) : BEYOND;
      if (code <= MAX_LEVELS) this.codeOf.set(kept, code);
      if (code <= MAX_LEVELS + 1) this.texts.push(kept);
    }
    const kept = this.texts[Math.min(code, MAX_LEVELS + 1)];
    this.counts.set(kept, (this.counts.get(kept) ?? 0) + 1);
    this.total++;
    this.rows.push(row);
    this.codes.push(Math.min(code, MAX_LEVELS + 1));
  }

  /** True if a column with `fitting` numbers has too many other cells to be one of numbers; marks may be two thirds of all cells. */
  tooMany(fitting: number): boolean {
    return fitting >= FEWEST_NUMBERS && areMarks([...this.counts.keys()])
      ? this.total > 2 * fitting
      : tooOdd(this.total, fitting);
  }

  /** Takes out the cells of the first rows; the others are counted from there on. */
  take(rows: number): OddRows {
    const all = this.takeAll();
    const first = all.rows.filter((row) => row < rows);
    const from = first.length;
    all.rows.subarray(from).forEach((row, i) => {
      this.rows.push(row - rows);
      this.codes.push(this.codeOf.get(all.texts[from + i]) ?? MAX_LEVELS + 1);
    });
    return { rows: first, texts: all.texts.slice(0, from) };
  }

  takeAll(): OddRows {
    const rows = this.rows.take();
    const codes = this.codes.take();
    return { rows, texts: Array.from(codes, (code) => this.texts[code]) };
  }
}

/** True when a whole column has too many cells of another kind to be of a kind. */
export const tooOdd = (odd: number, fitting: number): boolean => odd * ODDS > fitting;

/** The same while reading, when later cells may still make up for it. */
export const tooOddAlready = (odd: number, fitting: number): boolean => odd > FEW && tooOdd(odd, fitting);
