import type { ColumnKind } from '../contract/data';
import type { ColumnTally } from './columnTally';
import { type DayOrder, exchangeDayAndMonth, parseDate } from './dates';
import { type Growing, growingFloat64, growingUint32 } from './growing';
import { type LabelOptions, Labels, ownCopy } from './labels';
import { isInfinite, type MissingTokens } from './missing';
import { hasDecimalComma, type NumberFormat, parsePlain, plainNumber } from './numbers';
import type { TakenCells } from './takenCells';

export type ForcedKind = Exclude<ColumnKind, 'empty'>;

/** The first cell that kept a column from being numbers, for the report. */
interface OddCell {
  readonly text: string;
  readonly line: number;
  /** Of several files the one that it stands in. */
  readonly part?: string;
  /** Values read before it. */
  readonly after: number;
}

export interface ColumnOptions extends LabelOptions {
  readonly forced?: ForcedKind;
  /** Hears of the cells that are taken out, for what the rest of the column may still make of them. */
  readonly tally?: ColumnTally;
  /** Texts, though numbers may stand in them. */
  readonly words?: boolean;
}

const MAX_TOKENS = 50;

/** Thrown when the first decimal comma of a file comes so late that its numbers were taken to have points. */
export class LateDecimalComma extends Error {}

/**
 * Reads one column, cell by cell, in one pass. It is numbers for as long as every cell is a number or missing; the first
 * other cell turns what was read into words (1 and 1.0 are the same word from then on). Words that are all dates are
 * kept as dates too, until one is not.
 */
export class ColumnBuilder {
  numbers: Growing<Float64Array> | undefined;
  labels: Labels | undefined;
  dates: Growing<Float64Array> | undefined;
  dayOrder: DayOrder | undefined;
  odd: OddCell | undefined;
  infinite = 0;
  readonly forced: ForcedKind | undefined;
  /** Of the rows that were taken out: how many, how many held a number, and how many held None among numbers. */
  private readonly taken = { rows: 0, values: 0, nones: 0 };
  private readonly counted = new Map<string, number>();
  private empty = 0;
  /** Rows of None in what may yet turn out to be words. */
  private noneRows: Growing<Uint32Array> | undefined;
  /** Cells of None in a column of dates; of other words they are a level. */
  datedNones = 0;
  private clock: boolean | undefined;
  private readonly point: number;
  private readonly plainOnly: boolean;

  constructor(
    private readonly format: NumberFormat & { readonly undecided: boolean },
    private readonly missing: MissingTokens,
    private readonly options: ColumnOptions = {},
  ) {
    const { forced, budget, words = false } = options;
    this.forced = forced;
    this.point = format.decimal === ',' ? 44 : 46;
    this.plainOnly = !missing.numeric;
    if (forced === 'number' || (forced === undefined && !words)) this.numbers = growingFloat64(budget);
    else this.startWords(undefined);
    if (forced === 'date' || (forced === undefined && words)) this.dates = growingFloat64(budget);
  }

  /** Says in which of several files the odd cell stands, once it has been met. */
  oddIn(part: string): void {
    if (this.odd && this.odd.part === undefined) this.odd = { ...this.odd, part };
  }

  /** How often each token for "missing" stood there. */
  get tokens(): ReadonlyMap<string, number> {
    const all = new Map(this.counted);
    const nones = this.taken.nones + (this.noneRows?.length ?? 0);
    if (this.numbers && nones > 0) all.set('None', nones);
    const empty = this.empty + (all.get('') ?? 0);
    if (empty > 0) all.set('', empty);
    return all;
  }

  get tally(): ColumnTally | undefined {
    return this.options.tally;
  }

  /** Whether a level is no word but a gap, once the column has turned out to hold truth values. */
  isNone(level: string): boolean {
    return this.missing.isNone(level);
  }

  /** Cells that hold a stand-in for "missing", found once all are known. */
  countStandIns(token: string, count: number): void {
    this.counted.set(token, count);
  }

  /** All rows, those taken out among them. */
  get rows(): number {
    return this.taken.rows + (this.numbers?.length ?? this.labels?.codes.length ?? 0);
  }

  /** Whether a number stood in the rows that were taken out. */
  get heldNumbers(): boolean {
    return this.taken.values > 0;
  }

  /** Takes the first rows out. */
  take(rows: number): TakenCells {
    this.taken.rows += rows;
    const { numbers, labels, dates, dayOrder } = this;
    const cells = numbers
      ? { rows, numbers: numbers.shift(rows), nones: this.takeNones(rows) }
      : { rows, codes: labels?.codes.shift(rows), dates: dates?.shift(rows), dayOrder };
    if (cells.numbers) for (const value of cells.numbers) if (!Number.isNaN(value)) this.taken.values++;
    this.options.tally?.add(cells);
    return cells;
  }

  private takeNones(rows: number): Uint32Array {
    const nones = this.noneRows?.take() ?? new Uint32Array();
    const first = nones.filter((row) => row < rows);
    for (const row of nones.subarray(first.length)) this.noneRows?.push(row - rows);
    this.taken.nones += first.length;
    return first;
  }

  /** Where plain numbers may be written without looking at them as text; undefined for words. */
  get plainNumbers(): Growing<Float64Array> | undefined {
    return this.plainOnly ? this.numbers : undefined;
  }

  /** A cell of a column of numbers that is empty. */
  addEmpty(): void {
    this.numbers?.push(Number.NaN);
    this.empty++;
  }

  /** Rows that have no cell in this column. */
  addGaps(count: number): void {
    this.numbers?.fill(Number.NaN, count);
    this.labels?.addMissing(count);
    this.dates?.fill(Number.NaN, count);
    this.empty += count;
  }

  add(cell: string, line: number): void {
    if (this.numbers !== undefined) {
      if (this.plainOnly) {
        const value = parsePlain(cell, this.point);
        // Too many digits for a number make an infinity.
        if (Number.isFinite(value)) {
          this.numbers.push(value);
          return;
        }
      }
      this.addUnusual(this.numbers, cell, line);
    } else this.addWord(cell);
  }

  /** Missing, not finite, with separators or an exponent, or not a number at all. */
  private addUnusual(numbers: Growing<Float64Array>, cell: string, line: number): void {
    const text = cell.trim();
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
    const plain = plainNumber(text, this.format, this.forced === 'number');
    const value = plain === undefined ? Number.NaN : Number(plain);
    if (this.missing.hasNumber(value)) this.addGap(numbers, text);
    else if (Number.isFinite(value)) numbers.push(value);
    else if (plain !== undefined || isInfinite(text)) {
      this.infinite++;
      this.addGap(numbers, text);
    } else if (this.forced === 'number') this.addGap(numbers, text);
    else {
      if (this.format.undecided && hasDecimalComma(text)) throw new LateDecimalComma();
      this.becomeWords(numbers, cell, line);
      this.addWord(cell);
    }
  }

  private addGap(numbers: Growing<Float64Array>, token: string): void {
    numbers.push(Number.NaN);
    this.countToken(token);
  }

  private becomeWords(numbers: Growing<Float64Array>, cell: string, line: number): void {
    const labels = this.startWords(this.format);
    const nones = this.noneRows?.take() ?? new Uint32Array();
    const { taken } = this;
    this.options.tally?.intoWords(labels, (value) => this.wordOf(value));
    if (taken.nones > 0) labels.tally('None', taken.nones);
    this.datedNones = taken.nones + nones.length;
    let { values } = taken;
    let next = 0;
    numbers.drain((value) => {
      if (!Number.isNaN(value)) {
        labels.add(this.wordOf(value));
        values++;
      } else if (nones[next] === labels.codes.length) {
        labels.add('None');
        next++;
      } else labels.addMissing(1);
    });
    this.numbers = undefined;
    this.odd = { text: ownCopy(cell.trim().slice(0, 40)), line, after: values };
    if (values > 0) return;
    this.dates = growingFloat64(this.options.budget);
    this.dates.fill(Number.NaN, labels.codes.length);
  }

  /** A number of a column that has turned into words. */
  wordOf(value: number): string {
    return String(value).replace('.', this.format.decimal);
  }

  private startWords(format: NumberFormat | undefined): Labels {
    this.labels = new Labels(this.missing, (token) => this.countToken(token), format, this.options);
    return this.labels;
  }

  private addWord(cell: string): void {
    const code = this.labels?.add(cell);
    if (this.dates === undefined) return;
    if (code === -1) this.dates.push(Number.NaN);
    else if (this.missing.isNone(cell.trim())) {
      this.dates.push(Number.NaN);
      this.datedNones++;
    } else this.addDate(this.dates, cell.trim());
  }

  private addDate(dates: Growing<Float64Array>, text: string): void {
    const date = parseDate(text);
    const clock = date?.clock ?? false;
    const order = date?.order;
    const fits =
      date !== undefined &&
      (this.clock ?? clock) === clock &&
      !(order === 'month-first' && this.dayOrder === 'day-first') &&
      !(order === 'day-first' && this.dayOrder === 'month-first');
    if (!fits) {
      if (this.forced === 'date') {
        dates.push(Number.NaN);
        this.countToken(text);
        return;
      }
      this.dates = undefined;
      return;
    }
    this.clock = clock;
    if (order === 'month-first' && this.dayOrder !== 'month-first') dates.map(exchangeKept);
    if (order !== undefined && this.dayOrder !== 'day-first' && this.dayOrder !== 'month-first') this.dayOrder = order;
    dates.push(order === 'open' && this.dayOrder === 'month-first' ? exchangeDayAndMonth(date.days) : date.days);
  }

  private countToken(token: string): void {
    const count = this.counted.get(token);
    if (count !== undefined) this.counted.set(token, count + 1);
    else if (this.counted.size < MAX_TOKENS) this.counted.set(ownCopy(token), 1);
  }
}

function exchangeKept(days: number): number {
  return !Number.isNaN(days) ? exchangeDayAndMonth(days) : days;
}
