import { type Growing, growingUint32 } from './growing';
import { ownCopy } from './labels';
import type { MemoryBudget } from './memoryBudget';
import { MAX_LEVELS } from './table';

/** Cells of this many rows may be of another kind before a column's share of them counts. */
export const FEW = 1000;

/** A column is of a kind where nine cells in ten with a value are: others are then at most one for this many. */
const ODDS = 9;

/** The text of all cells beyond the different ones that are kept. */
const BEYOND = '\u2026';

/** The first cell that is not of the kind of its column, for the report. */
export interface OddCell {
  readonly text: string;
  readonly line: number;
  /** Of several files the one that it stands in. */
  readonly part?: string;
  /** Values read before it. */
  readonly after: number;
}

/** Rows of cells among those that were taken out, and what stands in them. */
export interface OddRows {
  readonly rows: Uint32Array;
  readonly texts: readonly string[];
}

/** Cells of a column of numbers that are none: gaps, or words of a column that turns out to hold words. */
export class OddCells {
  total = 0;
  /** How often each text stands there, rows that were taken out among them. */
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

  /** Those of the first rows, counted from there on; the others move to the front. */
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

/** Whether cells of another kind are too many for a column to be of a kind, at the end of it. */
export const tooOdd = (odd: number, fitting: number): boolean => odd * ODDS > fitting;

/** The same on the way, where what comes may still make up for it. */
export const tooOddAlready = (odd: number, fitting: number): boolean => odd > FEW && tooOdd(odd, fitting);
