import { type Growing, growingInt32 } from './growing';
import type { MemoryBudget } from './memoryBudget';
import type { MissingTokens } from './missing';
import { isLong, isNumberElsewhere, mayBeCode, type NumberFormat, plainNumber } from './numbers';
import { unguarded } from './rareNumbers';
import { MAX_LEVELS } from './table';
import { wordHash } from './wordHash';

/** The most spellings remembered per column, so that a repeat costs one look-up: levels with blanks, cases of "n/a". */
const MAX_SPELLINGS = 4 * MAX_LEVELS;

const EXAMPLES = 100;

export interface LevelCount {
  readonly level: string;
  readonly count: number;
  /** True for a number in files with other signs. */
  readonly elsewhere: boolean;
}

/** The level of all words that are too many while some levels stay known; no trimmed cell reads like this. */
const BEYOND = ' ';

export interface LabelOptions {
  readonly budget?: MemoryBudget;
  /** Levels that keep their codes however many others there are; the others beyond MAX_LEVELS all share one code. */
  readonly kept?: readonly string[];
  /**
   * With more than MAX_LEVELS different values, the codes become hashes of the words (`wordHash`) instead of 0; not
   * with `kept`.
   */
  readonly hashed?: boolean;
}

/** The part of a column that is read as words: a code per row, levels in order of appearance. */
export class Labels {
  readonly codes: Growing<Int32Array>;
  readonly levels: string[];
  readonly counts: number[];
  private readonly codeOf: Map<string, number>;
  private readonly spellings = new Map<string, number>();
  /** True with more than MAX_LEVELS different values: the levels are no longer stored. */
  overflow = false;
  /**
   * The number of cells with a value, now and when the levels overflowed: MAX_LEVELS + 1 means that no value had come
   * twice by then.
   */
  present = 0;
  presentAtOverflow = 0;
  /** Some of the levels, once they are no longer stored. */
  private examples: readonly LevelCount[] = [];
  /** The codes of levels that are numbers in files with other signs. */
  private readonly elsewhere = new Set<number>();
  private readonly kept: number;
  private readonly hashed: boolean;

  constructor(
    private readonly missing: MissingTokens,
    private readonly onMissing: (token: string) => void,
    /** Set for columns that began as numbers: 1.0 and 1 are then one level, before and after they turned into words. */
    private readonly numbers: NumberFormat | undefined,
    { budget, kept = [], hashed = false }: LabelOptions = {},
  ) {
    this.codes = growingInt32(budget);
    this.levels = [...kept];
    this.counts = kept.map(() => 0);
    this.codeOf = new Map(kept.map((level, code) => [level, code]));
    this.kept = kept.length;
    this.hashed = hashed;
  }

  /** True when levels that are numbers are distinguished by their values. */
  get byValue(): boolean {
    return this.numbers !== undefined;
  }

  /** Tokens for "missing" elsewhere that are words here. */
  get missingKept(): readonly string[] | undefined {
    return this.missing.kept;
  }

  /** The levels that some cell has had. */
  get seen(): readonly string[] {
    return this.levels.filter((_, code) => this.counts[code] > 0);
  }

  /** The levels and how often they came; when they are too many, some of them, as counted until then. */
  get counted(): readonly LevelCount[] {
    const { levels, counts, elsewhere } = this;
    if (this.overflow) return this.examples;
    return levels.map((level, code) => ({ level, count: counts[code], elsewhere: elsewhere.has(code) }));
  }

  /** Counts a word of rows that were taken out; `asWritten`: it is as it stood there, and not made from a number. */
  tally(label: string, times: number, asWritten = false): void {
    const code = this.level(label, asWritten ? label : '');
    this.present += times;
    if (!this.overflow) this.counts[code] += times;
  }

  /** Adds a cell and returns its code, −1 for missing. */
  add(cell: string): number {
    let code = this.spellings.get(cell);
    if (code === undefined) code = this.learn(cell);
    else if (code === -1) this.onMissing(cell.trim());
    if (code >= 0) {
      this.present++;
      if (!this.overflow) this.counts[code]++;
    }
    this.codes.push(code);
    return code;
  }

  /** Adds a cell whose code is known from its bytes. */
  addKnown(code: number): void {
    this.present++;
    if (!this.overflow) this.counts[code]++;
    this.codes.push(code);
  }

  /** True when cells with a value are no longer distinguished. */
  get alike(): boolean {
    return this.overflow && !this.hashed;
  }

  /** Longer cells have a value. */
  get longestGap(): number {
    return this.missing.longest;
  }

  addMissing(count: number): void {
    this.codes.fill(-1, count);
  }

  private learn(cell: string): number {
    // The same word may have accents in its letters, or as Macs write them, signs behind these.
    const trimmed = bareCell(cell).normalize();
    if (this.missing.has(trimmed)) {
      this.onMissing(trimmed);
      this.remember(cell, -1);
      return -1;
    }
    if (this.alike) return 0;
    const label = this.canonical(trimmed);
    if (this.numbers && this.missing.hasNumber(Number(label))) {
      this.onMissing(trimmed);
      this.remember(cell, -1);
      return -1;
    }
    const code = this.level(label, trimmed);
    if (!this.overflow) this.remember(cell, code);
    return code;
  }

  private canonical(trimmed: string): string {
    const plain = this.numbers && plainNumber(trimmed, this.numbers);
    if (plain === undefined || mayBeCode(trimmed) || isLong(plain, Number(plain))) return trimmed;
    return String(Number(plain));
  }

  private level(label: string, written: string): number {
    if (this.overflow) return this.hashed ? wordHash(label) : 0;
    const known = this.codeOf.get(label);
    if (known !== undefined) return known;
    if (this.kept > 0 && this.levels.length >= this.kept + MAX_LEVELS) return this.beyond();
    if (this.kept === 0 && this.levels.length === MAX_LEVELS) {
      this.examples = this.counted.slice(0, EXAMPLES);
      this.overflow = true;
      this.presentAtOverflow = this.present + 1;
      const known = this.hashed ? this.levels.map(wordHash) : [];
      this.codes.map((code) => (code < 0 ? code : (known[code] ?? 0)));
      this.levels.length = this.counts.length = 0;
      this.codeOf.clear();
      for (const [spelling, code] of this.spellings) if (code >= 0) this.spellings.delete(spelling);
      return this.level(label, written);
    }
    const copy = ownCopy(label);
    this.codeOf.set(copy, this.levels.length);
    if (this.numbers && isNumberElsewhere(written, this.numbers)) this.elsewhere.add(this.levels.length);
    this.counts.push(0);
    return this.levels.push(copy) - 1;
  }

  private beyond(): number {
    if (this.levels.length === this.kept + MAX_LEVELS) {
      this.counts.push(0);
      this.levels.push(BEYOND);
    }
    return this.levels.length - 1;
  }

  private remember(cell: string, code: number): void {
    if (this.spellings.size < MAX_SPELLINGS) this.spellings.set(ownCopy(cell), code);
  }
}

/** A cell without the blanks around it, and without the signs that guard it from spreadsheets. */
export function bareCell(cell: string): string {
  const text = cell.trim();
  const first = text.charCodeAt(0);
  return first === 39 || first === 61 ? unguarded(text) : text;
}

/** A cell cut out of a block keeps the whole block in memory, so a cell that is stored for longer is copied. */
export function ownCopy(text: string): string {
  return text.length < 13 ? text : JSON.parse(JSON.stringify(text));
}
