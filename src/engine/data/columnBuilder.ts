import type { ColumnKind, ColumnReading, DurationParts } from '../contract/data';
import { Amounts } from './amounts';
import type { ColumnTally } from './columnTally';
import { DatedWords } from './datedWords';
import { DurationCells } from './durationCells';
import { type Growing, growingFloat64, growingUint32, takeFirst } from './growing';
import { bareCell, type LabelOptions, Labels, ownCopy } from './labels';
import { isInfinite, type MissingTokens } from './missing';
import {
  hasDecimalComma,
  isLong,
  isNumberElsewhere,
  looksNumeric,
  mayBeCode,
  type NumberFormat,
  parsePlain,
  plainNumber,
} from './numbers';
import { FEW, firstOf, type OddCell, OddCells, type OddRows, tooOdd } from './oddCells';
import { LateDecimalComma, MagnitudesAfterAll, WordsAfterAll } from './readAgain';
import type { TakenCells } from './takenCells';

export type ForcedKind = Exclude<ColumnKind, 'empty'>;

export interface ColumnOptions extends LabelOptions {
  readonly name?: string;
  /** True when the file has no name for it. */
  readonly unnamed?: boolean;
  readonly forced?: ForcedKind;
  /** Records the cells that are taken out, as the rest of the column may still change what they are. */
  readonly tally?: ColumnTally;
  /** True for a column of texts, though numbers may stand in them. */
  readonly words?: boolean;
  /** True when numbers may have a unit or be of the form 12e3; they may not once the column has turned out to hold words. */
  readonly decorated?: boolean;
  /** How its durations are read, as an earlier pass over the file has shown. */
  readonly duration?: DurationParts;
  /** How the column of this name is understood in another file, which settles what it is here. */
  readonly frozen?: ColumnReading;
  /** True when the logarithms of its numbers are taken. */
  readonly logarithm?: boolean;
  /** True when numbers without a unit stand beside 1.2M and the like, so that these are multiplied out. */
  readonly multiplied?: boolean;
}

const MAX_TOKENS = 50;
/** As many different numbers are no codes. */
const MANY_DIFFERENT = 20;
/** The factor by which the odd cells grow before the numbers are counted again. */
const LOOK_AGAIN = 1.25;

/**
 * Reads one column, cell by cell, in one pass. It holds numbers for as long as nine in ten of the cells with a value
 * may yet turn out to be numbers; then the cells read so far turn into words (1 and 1.0 are the same word from then
 * on). Words of which nine in ten may be dates are also stored as dates.
 */
export class ColumnBuilder {
  numbers: Growing<Float64Array> | undefined;
  labels: Labels | undefined;
  odd: OddCell | undefined;
  infinite = 0;
  /** The number of non-empty cells that are not of the column's kind, and so are gaps. */
  unread = 0;
  /** Its numbers that are written with units, limits or marks. */
  readonly amounts: Amounts;
  /** The count of integers with more digits than a number keeps. */
  longs = 0;
  /** True when its numbers have already lost digits. */
  rounded = false;
  /** The unread cells of numbers that are numbers with other signs: how many, and the first of them. */
  readonly elsewhere: { count: number; example?: string } = { count: 0 };
  readonly name: string;
  readonly unnamed: boolean;
  readonly logarithm: boolean;
  readonly tally: ColumnTally | undefined;
  readonly forced: ForcedKind | undefined;
  readonly frozen: ColumnReading | undefined;
  /** True when a person has set its kind. */
  readonly byHand: boolean;
  /** Counts of the rows that were taken out: all, those with a number, and those with None among numbers. */
  private readonly taken = { rows: 0, values: 0, nones: 0 };
  /** Some of its different numbers, as far as they were asked for. */
  private readonly different = new Set<number>();
  private oddCells: OddCells | undefined;
  private nextLook = FEW + 1;
  /** Its words as dates, from when it turned out to hold words, even once too many of them are no dates. */
  private dated: DatedWords | undefined;
  private readonly decorated: boolean;
  /** How durations are read; undefined where there are none. */
  readonly duration: DurationParts | undefined;
  /** Its cells as durations, while words, or cells of a column that is set to numbers, may turn out to be some. */
  private spans: DurationCells | undefined;
  private readonly counted = new Map<string, number>();
  private empty = 0;
  /** The rows with None in a column that may yet turn out to hold words. */
  private noneRows: Growing<Uint32Array> | undefined;
  private readonly point: number;
  private readonly plainOnly: boolean;

  constructor(
    private readonly format: NumberFormat & { readonly undecided: boolean },
    private readonly missing: MissingTokens,
    private readonly options: ColumnOptions = {},
  ) {
    const { frozen, budget, words = false } = options;
    this.name = options.name ?? '';
    this.unnamed = options.unnamed ?? false;
    this.logarithm = options.logarithm ?? false;
    this.tally = options.tally;
    const forced = options.forced ?? (frozen?.kind === 'empty' ? undefined : frozen?.kind);
    this.forced = forced;
    this.frozen = frozen;
    this.byHand = options.forced !== undefined;
    this.decorated = options.decorated ?? true;
    this.duration = frozen?.kind === 'number' ? frozen.duration : this.decorated ? options.duration : undefined;
    const unit = this.duration ? 's' : frozen?.kind === 'number' ? frozen.unit : undefined;
    const { decorated, duration } = this;
    this.amounts = new Amounts(
      format,
      { decorated, duration, multiplied: options.multiplied, set: forced === 'number' },
      unit,
    );
    if (!frozen && options.duration === undefined && !words && (forced ?? 'number') === 'number')
      this.spans = new DurationCells();
    this.point = format.decimal === ',' ? 44 : 46;
    const anyNumber = !options.logarithm && (this.duration === undefined || frozen !== undefined);
    this.plainOnly = !missing.numeric && anyNumber;
    if (forced === 'number' || (forced === undefined && !words)) this.numbers = growingFloat64(budget);
    else this.startWords(frozen && 'byValue' in frozen && frozen.byValue ? format : undefined);
    if (forced === 'date' || (forced === undefined && words)) this.startDates();
  }

  /** Records in which of several files the odd cell stands, once there is one. */
  oddIn(part: string): void {
    if (this.odd && this.odd.part === undefined) this.odd = { ...this.odd, part };
    const { limits } = this.amounts;
    if (limits.first && limits.first.part === undefined) limits.first = { ...limits.first, part };
  }

  /** How often each token for "missing" occurred. */
  get tokens(): ReadonlyMap<string, number> {
    const all = new Map(this.counted);
    const nones = this.taken.nones + (this.noneRows?.length ?? 0);
    if (this.numbers && nones > 0) all.set('None', nones);
    const empty = this.empty + (all.get('') ?? 0);
    if (empty > 0) all.set('', empty);
    const odd = this.numbers ? this.oddCells?.counts : this.dates?.words;
    for (const [token, count] of odd ?? []) if (all.size < MAX_TOKENS) all.set(token, count);
    return all;
  }

  /** Its words as dates, while they may be. */
  get dates(): DatedWords | undefined {
    return this.dated?.plausible ? this.dated : undefined;
  }

  /** True if some dates can only have the day first, and others only the month: then they are words. */
  get twoOrders(): boolean {
    return this.dated?.twoOrders ?? false;
  }

  /** True when a level is a gap and no word, once the column has turned out to hold truth values. */
  isNone(level: string): boolean {
    return this.missing.isNone(level);
  }

  /** Records how many cells hold a stand-in for "missing", found once all are known. */
  countStandIns(token: string, count: number): void {
    this.counted.set(token, count);
  }

  /** The number of rows, including those taken out. */
  get rows(): number {
    return this.taken.rows + (this.numbers?.length ?? this.labels?.codes.length ?? 0);
  }

  /** True when there was a number in the rows that were taken out. */
  get heldNumbers(): boolean {
    return this.taken.values > 0;
  }

  /** Decides, once all rows are there, whether the column keeps its kind despite the cells that are not of it. */
  settle(): void {
    const { numbers, oddCells, amounts } = this;
    if (numbers && this.areWords(numbers)) this.becomeWords(numbers);
    this.dated?.settle();
    const { frozen } = this;
    const unit = frozen ? frozen.kind === 'number' && !frozen.partly && frozen.unit : amounts.unit;
    if (this.numbers && unit && !this.duration) {
      amounts.withoutUnit = this.countValues(this.numbers) - amounts.withUnit;
      if (!frozen) this.settleMagnitudes(this.numbers);
    }
    if (this.numbers && oddCells) this.unread = oddCells.total;
    else if (this.dates && this.forced === undefined) {
      this.unread = this.dates.oddTotal;
      this.odd = this.dates.odd;
    }
  }

  /**
   * True if most cells are limits, or too many no numbers; more may be one mark, if the numbers are many different ones
   * and no codes.
   */
  private areWords(numbers: Growing<Float64Array>): boolean {
    const { amounts, oddCells: odd } = this;
    if (!odd && amounts.limits.count === 0) return false;
    const fitting = this.countValues(numbers);
    if (this.forced === undefined && amounts.mostlyLimits(fitting)) return true;
    if (!odd || !tooOdd(odd.total, fitting)) return false;
    numbers.each((value) => this.meet(value));
    const { size } = this.different;
    return odd.tooMany(fitting) || (size < MANY_DIFFERENT && 2 * size <= fitting);
  }

  private meet(value: number): void {
    if (this.different.size < MANY_DIFFERENT && !Number.isNaN(value)) this.different.add(value);
  }

  /** Throws when numbers without a unit stand beside 1.2M and the like; beside other scaled units, turns to words. */
  private settleMagnitudes(numbers: Growing<Float64Array>): void {
    const open = this.amounts.openReading(numbers);
    if (open === 'magnitudes') throw new MagnitudesAfterAll(this.name);
    if (open === 'words') this.becomeWords(numbers);
  }

  /** How durations are to be read, when the column turns out to hold some and was not read so. */
  get foundDuration(): DurationParts | undefined {
    const { spans, name, numbers, dates } = this;
    const plain = spans && numbers && this.countValues(numbers);
    return spans?.partsOf(name, { numbers, plain, dates, set: this.forced === 'number' });
  }

  private countSpan(text: string): void {
    if (this.spans?.add(text) === false) this.spans = undefined;
  }

  private countValues(numbers: Growing<Float64Array>): number {
    let { values } = this.taken;
    numbers.each((value) => {
      if (!Number.isNaN(value)) values++;
    });
    return values;
  }

  /**
   * The number of cells that were taken out as numbers or are unread, or of words with a value, including those that
   * are no dates.
   */
  get valued(): number {
    return this.numbers ? this.taken.values + this.unread : (this.labels?.present ?? 0);
  }

  /** Takes out the first `rows` rows. */
  take(rows: number): TakenCells {
    // A column without a number so far may be one of dates, whose rows are taken out as such.
    if (this.numbers && this.oddCells && !this.heldNumbers && this.countValues(this.numbers) === 0)
      this.becomeWords(this.numbers);
    this.taken.rows += rows;
    const { numbers, labels, dates } = this;
    const cells = numbers
      ? { rows, numbers: numbers.shift(rows), nones: this.takeNones(rows), odd: this.oddCells?.take(rows) }
      : { rows, codes: labels?.codes.shift(rows), ...dates?.take(rows) };
    for (const value of cells.numbers ?? []) {
      if (!Number.isNaN(value)) this.taken.values++;
      this.meet(value);
    }
    this.tally?.add(cells);
    return cells;
  }

  private takeNones(rows: number): Uint32Array {
    const first = takeFirst(this.noneRows, rows);
    this.taken.nones += first.length;
    return first;
  }

  /** True when words may be recognised by their bytes alone, once they have been met. */
  get wordsOnly(): boolean {
    return this.dates === undefined && this.spans === undefined;
  }

  /** The array to which plain numbers may be written without looking at them as text; undefined for words. */
  get plainNumbers(): Growing<Float64Array> | undefined {
    return this.plainOnly ? this.numbers : undefined;
  }

  /** Adds an empty cell to a column of numbers. */
  addEmpty(): void {
    this.numbers?.push(Number.NaN);
    this.empty++;
  }

  /** Records that numbers of a file of columns have lost digits. */
  markRounded(): void {
    this.longs++;
    this.rounded = true;
  }

  /** Adds rows that have no cell in this column. */
  addGaps(count: number): void {
    this.numbers?.fill(Number.NaN, count);
    this.labels?.addMissing(count);
    this.dated?.addGaps(count);
    this.empty += count;
  }

  add(cell: string, line: number): void {
    if (this.numbers !== undefined) {
      if (this.plainOnly) {
        const value = parsePlain(cell, this.point);
        // Too many digits for a number make an infinity.
        if (Number.isFinite(value) && !isLong(cell, value)) {
          this.numbers.push(value);
          return;
        }
      }
      if (cell === '') this.addEmpty();
      else this.addUnusual(this.numbers, cell, line);
    } else this.addWord(cell, line);
  }

  /** Adds a cell that is missing, not finite, with separators or an exponent, or not a number at all. */
  private addUnusual(numbers: Growing<Float64Array>, cell: string, line: number): void {
    const text = bareCell(cell);
    if (this.missing.has(text)) {
      this.addGap(numbers, text);
      return;
    }
    if (this.missing.isNone(text)) {
      this.noneRows ??= growingUint32(this.options.budget);
      this.noneRows.push(numbers.length);
      numbers.push(Number.NaN);
      return;
    }
    const byKind = this.forced === 'number';
    // A number other than 0 lacks its unit among durations.
    const bare = this.duration !== undefined && this.frozen === undefined && text !== '0';
    const spelt = bare ? undefined : plainNumber(text, this.format, byKind);
    // Beside words 12e3 is one.
    const code = spelt !== undefined && mayBeCode(text);
    const plain = code && !this.decorated && !byKind ? undefined : spelt;
    this.amounts.bare ||= code && plain !== undefined;
    const long = plain !== undefined && isLong(plain, Number(plain));
    if (long) this.longs++;
    const value = long ? Number.NaN : plain === undefined ? this.amounts.numberIn(text, line) : Number(plain);
    const logless = this.logarithm && value <= 0;
    if (this.missing.hasNumber(value)) this.addGap(numbers, text);
    else if (Number.isFinite(value) && !logless) numbers.push(value);
    else if (!logless && ((plain !== undefined && !long) || isInfinite(text))) {
      this.infinite++;
      this.addGap(numbers, text);
    } else if (byKind) {
      this.unread++;
      this.countSpan(text);
      this.noteNoNumber(text, line, numbers.length);
      this.addGap(numbers, text);
    } else {
      if (this.format.undecided && hasDecimalComma(text)) throw new LateDecimalComma();
      this.noteNoNumber(text, line, numbers.length);
      this.countSpan(text);
      this.oddCells ??= new OddCells(this.options.budget);
      this.oddCells.add(text, numbers.length);
      numbers.push(Number.NaN);
      const { total } = this.oddCells;
      if (total < this.nextLook) return;
      this.nextLook = Math.ceil(total * LOOK_AGAIN);
      if (total > FEW && this.oddCells.tooMany(this.countValues(numbers))) this.becomeWords(numbers);
    }
  }

  private noteOdd(text: string, line: number, after: number): void {
    this.odd ??= firstOf(text, line, this.taken.values + after);
  }

  private noteNoNumber(text: string, line: number, after: number): void {
    // Words are no numbers for what would still be none among numbers: 12.3 [p] has a unit or mark alone.
    if (this.decorated || !looksNumeric(text, true)) this.noteOdd(text, line, after);
    if (!isNumberElsewhere(text, this.format)) return;
    this.elsewhere.count++;
    this.elsewhere.example ??= ownCopy(text);
  }

  private addGap(numbers: Growing<Float64Array>, token: string): void {
    numbers.push(Number.NaN);
    this.countToken(token);
  }

  /** Throws `WordsAfterAll` when units, signs or exponents of the numbers have been dropped by now. */
  private becomeWords(numbers: Growing<Float64Array>): void {
    if (this.amounts.stripped) throw new WordsAfterAll(this.name);
    const labels = this.startWords(this.format);
    const nones = this.noneRows?.take() ?? new Uint32Array();
    const { taken } = this;
    this.tally?.intoWords(labels);
    if (taken.nones > 0) labels.tally('None', taken.nones);
    if (this.odd) this.odd = { ...this.odd, after: this.countValues(numbers) };
    const odd = this.takeOdd(labels);
    if (taken.values === 0) this.startDates(taken.nones);
    else this.spans = undefined;
    this.spans &&= new DurationCells();
    let next = 0;
    let nextOdd = 0;
    let row = 0;
    numbers.drain((value) => {
      if (odd.rows[nextOdd] === row) this.addWord(odd.texts[nextOdd++]);
      else if (!Number.isNaN(value)) this.addWord(this.wordOf(value));
      else if (nones[next] === row) {
        this.addWord('None');
        next++;
      } else {
        labels.addMissing(1);
        this.dated?.addGaps(1);
      }
      row++;
    });
    this.numbers = undefined;
  }

  /** Turns the cells that are no numbers into words; those of rows still there are left for the caller to add. */
  private takeOdd(labels: Labels): OddRows {
    const { oddCells } = this;
    if (!oddCells) return { rows: new Uint32Array(), texts: [] };
    const here = oddCells.takeAll();
    const left = new Map(oddCells.counts);
    for (const text of here.texts) left.set(text, (left.get(text) ?? 0) - 1);
    for (const [text, count] of left) if (count > 0) labels.tally(text, count, true);
    this.oddCells = undefined;
    return here;
  }

  /** A number of a column that has turned into words, as the file would write it. */
  private wordOf(value: number): string {
    return String(value).replace('.', this.format.decimal);
  }

  private startWords(format: NumberFormat | undefined): Labels {
    this.labels = new Labels(this.missing, (token) => this.countToken(token), format, this.options);
    return this.labels;
  }

  /** `nones`: cells of None that have been taken out. */
  private startDates(nones = 0): void {
    this.dated = new DatedWords(this.forced === 'date', this.options.budget);
    this.dated.nones = nones;
  }

  private addWord(cell: string, line = 0): void {
    const code = this.labels?.add(cell);
    if (this.spans && code !== -1) this.countSpan(bareCell(cell));
    const { dates } = this;
    if (dates === undefined) return;
    const text = bareCell(cell);
    if (code === -1) dates.addGaps(1);
    else if (this.missing.isNone(text)) dates.addNone();
    else if (!dates.add(text, line) && this.forced === 'date') {
      this.unread++;
      this.noteOdd(text, line, dates.rows - 1);
      this.countToken(text);
    }
  }

  private countToken(token: string): void {
    const count = this.counted.get(token);
    if (count !== undefined) this.counted.set(token, count + 1);
    else if (this.counted.size < MAX_TOKENS) this.counted.set(ownCopy(token), 1);
  }
}
