import type { DayOrder } from './calendar';
import { OPEN_STEP, openPlace, parseDate } from './dates';
import { type Growing, growingFloat64, growingUint32, takeFirst } from './growing';
import { ownCopy } from './labels';
import type { MemoryBudget } from './memoryBudget';
import { firstOf, type OddCell, tooOdd, tooOddAlready } from './oddCells';
import type { TakenCells } from './takenCells';

/** The most different words that are kept of those that are no dates. */
const MOST_WORDS = 50;

/** The words of a column as dates, for as long as nine in ten of them may be. */
export class DatedWords {
  /** Which comes first, the day or the month; open while every date can be read both ways. */
  dayOrder: DayOrder | undefined;
  /** True when the dates are times of day. */
  clock: boolean | undefined;
  /** Some dates can only have the day first, and others only the month. */
  twoOrders = false;
  /** Dates whose year of two digits is taken for one after 2049. */
  late = 0;
  /** Cells of None, which are gaps among dates. */
  nones = 0;
  /** How often each word that is no date stands there, the first of these, and how many there are. */
  readonly words = new Map<string, number>();
  odd: OddCell | undefined;
  oddTotal = 0;
  private dates = 0;
  /** Days since 1970-01-01, the day first where either may be; undefined once too many cells are no dates. */
  private days: Growing<Float64Array> | undefined;
  /** Places of dates that can be read both ways. */
  private open: Growing<Uint32Array> | undefined;

  /** `settled`: the kind of the column is set, so that cells that are no dates are gaps and change nothing. */
  constructor(
    private readonly settled: boolean,
    private readonly budget: MemoryBudget | undefined,
  ) {
    this.days = growingFloat64(budget);
  }

  /** False once too many cells are no dates. */
  get plausible(): boolean {
    return this.days !== undefined;
  }

  get rows(): number {
    return this.days?.length ?? 0;
  }

  addGaps(count: number): void {
    this.days?.fill(Number.NaN, count);
  }

  addNone(): void {
    this.addGaps(1);
    this.nones++;
  }

  /** Returns false for a cell that is no date, or none like those before it: a gap. */
  add(text: string, line: number): boolean {
    const { days } = this;
    if (!days) return false;
    const date = parseDate(text);
    const clock = date?.clock ?? false;
    const alike = (this.clock ?? clock) === clock;
    const order = date?.order;
    const turned =
      (order === 'month-first' && this.dayOrder === 'day-first') ||
      (order === 'day-first' && this.dayOrder === 'month-first');
    if (date === undefined || !alike || turned) {
      this.twoOrders ||= date !== undefined && alike;
      days.push(Number.NaN);
      if (!this.settled) this.countOdd(text, line);
      return false;
    }
    this.dates++;
    if (date.late) this.late++;
    this.clock = clock;
    if (order !== undefined && this.dayOrder !== 'day-first' && this.dayOrder !== 'month-first') this.dayOrder = order;
    if (order === 'open') {
      this.open ??= growingUint32(this.budget);
      this.open.push(openPlace(days.length, date.zoneDays));
    }
    days.push(date.days);
    return true;
  }

  /** Settles, once all rows are there, whether these are dates. */
  settle(): void {
    if (!this.settled && tooOdd(this.oddTotal, this.dates)) this.days = undefined;
  }

  /** Takes the first rows out. */
  take(rows: number): Pick<TakenCells, 'dates' | 'open'> {
    return { dates: this.days?.shift(rows), open: takeFirst(this.open, OPEN_STEP * rows) };
  }

  private countOdd(text: string, line: number): void {
    this.odd ??= firstOf(text, line);
    this.oddTotal++;
    const count = this.words.get(text);
    if (count !== undefined) this.words.set(text, count + 1);
    else if (this.words.size < MOST_WORDS) this.words.set(ownCopy(text), 1);
    if (this.twoOrders || tooOddAlready(this.oddTotal, this.dates)) this.days = undefined;
  }
}
