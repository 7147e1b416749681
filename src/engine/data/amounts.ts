import type { DurationParts } from '../contract/data';
import type { NumberForm } from './amountForms';
import { parseDate } from './dates';
import { undecorated } from './decoration';
import { durationOf } from './durations';
import type { Growing } from './growing';
import { ownCopy } from './labels';
import { isLong, LIMITED, type NumberFormat, plainNumber } from './numbers';
import { FEW, firstOf, type OddCell } from './oddCells';
import { withoutLimit } from './rareNumbers';
import { openNumbers, powerBetween, quantityOf, timesPower } from './units';

/** How the numbers of a column may be written. */
interface AmountOptions {
  /** True when they may have a unit or a sign of a limit. */
  readonly decorated: boolean;
  /** How they are read as durations; undefined where they are none. */
  readonly duration?: DurationParts;
  /** True when numbers without a unit stand beside 1.2M and the like, so that these are multiplied out. */
  readonly multiplied?: boolean;
  /** True when a person has said that the column holds numbers. */
  readonly set: boolean;
}

/** Reads the numbers of a column that are written with a unit, a limit's sign or marks, and records which these are. */
export class Amounts {
  /** Other units than the column's. */
  readonly others = new Set<string>();
  /** True when numbers with one of the other units are multiplied by a power of ten. */
  scaled = false;
  /** The number of cells with the unit or a related one. */
  withUnit = 0;
  /**
   * How many numbers lack the unit of their column, known once it is settled. Without a % they may be meant as fractions
   * of 1.
   */
  withoutUnit = 0;
  /** True when a K stands right behind a number, 1.2K: a thousand, unless numbers without it are as large, as temperatures are. */
  thousands = false;
  /** The number of cells that state only a limit, <0.5, and the first of them. */
  readonly limits: { count: number; first?: OddCell } = { count: 0 };
  /** The forms of cells that are read without something that may be meant otherwise: how many, and the first of each. */
  readonly forms = new Map<NumberForm, { count: number; readonly first: OddCell }>();
  /**
   * True when a number came from a cell that would be another word: parentheses or a minus behind it made it negative,
   * it is of the form 12e3, or it is a limit.
   */
  bare = false;
  /** True when some cells are of the form 5+, or 5−, which together are marks of a school. */
  private atLeast = false;
  private minusBehind = false;

  /** `unit`: the unit or sign at the numbers of the column, "$" or "kg", once it is known. */
  constructor(
    private readonly format: NumberFormat,
    private readonly options: AmountOptions,
    public unit: string | undefined,
  ) {}

  /** The number in a cell with a unit, or with the sign of a limit in front; NaN for any other. */
  numberIn(text: string, line: number): number {
    const { decorated, set } = this.options;
    const bare = decorated && LIMITED.test(text) ? withoutLimit(text) : undefined;
    if (bare === undefined) return this.numberInUnit(text, line);
    const plain = plainNumber(bare, this.format, set);
    const value = plain === undefined || isLong(plain, Number(plain)) ? this.numberInUnit(bare, line) : Number(plain);
    if (!Number.isFinite(value)) return Number.NaN;
    this.atLeast ||= text.endsWith('+');
    this.limits.count++;
    this.limits.first ??= firstOf(text, line);
    this.bare = true;
    return value;
  }

  /** The number in a cell with the column's unit, which the first such cell sets; NaN for any other. */
  private numberInUnit(text: string, line: number): number {
    const { decorated, duration, multiplied, set } = this.options;
    if (duration !== undefined) return durationOf(text, duration);
    const bare = decorated && (this.unit !== undefined || !parseDate(text)) ? undecorated(text) : undefined;
    const plain = bare && plainNumber(bare.text, this.format, set);
    if (bare === undefined || plain === undefined || isLong(plain, Number(plain))) return Number.NaN;
    if (bare.unit !== '') {
      this.unit ??= multiplied ? quantityOf(bare.unit).of : bare.unit;
      this.thousands ||= bare.unit === 'K' && text.endsWith(`${bare.text}K`);
      if (bare.unit !== this.unit) return this.otherUnit(plain, bare.unit, this.unit);
      this.withUnit++;
    }
    this.bare ||= bare.unit === '';
    this.minusBehind ||= /[-\u2212\u2013]$/.test(text);
    if (bare.form) this.countForm(bare.form, text, line);
    return Number(plain);
  }

  private countForm(form: NumberForm, text: string, line: number): void {
    const known = this.forms.get(form);
    if (known) known.count++;
    else this.forms.set(form, { count: 1, first: firstOf(text, line) });
  }

  /** A number with another unit, converted to that of the column; NaN when it is of another quantity. */
  private otherUnit(plain: string, unit: string, own: string): number {
    const power = powerBetween(unit, own);
    if (power === undefined) return Number.NaN;
    this.withUnit++;
    if (this.others.size < FEW) this.others.add(ownCopy(unit));
    if (power !== 0) this.scaled = true;
    return power === 0 ? Number(plain) : timesPower(plain, power);
  }

  /** True when most of the column's `numbers` are limits, or where they are the marks of a school. */
  mostlyLimits(numbers: number): boolean {
    return this.atLeast ? this.minusBehind : 2 * this.limits.count > numbers;
  }

  /** How numbers are meant of which only some have a unit, once all are there. */
  openReading(numbers: Growing<Float64Array>): ReturnType<typeof openNumbers> {
    const { unit, others, options } = this;
    return options.multiplied || !unit ? undefined : openNumbers(numbers, [unit, ...others], this);
  }

  /** True when numbers have lost what they had as words: a unit, a sign or an exponent. */
  get stripped(): boolean {
    return this.unit !== undefined || this.bare;
  }
}
