import type { Axis } from '../../engine/contract/filter';
import { coordinate, isCountAxis } from '../../figures/words/filterWords';

/**
 * A slider's range of one axis: positions 0…1 are even in log10 of an amount (lambda, t) or log10(1 + ·) of a count (k,
 * r, steps), which then takes integers only.
 */
export class AxisScale {
  private readonly low: number;
  private readonly high: number;
  private readonly integer: boolean;

  /** From `least` to `greatest`; an empty range is widened by a decade, or by one for a count. */
  constructor(
    private readonly axis: Axis,
    least: number,
    greatest: number,
  ) {
    this.integer = isCountAxis(axis);
    this.low = this.decade(least);
    const end = this.decade(greatest);
    this.high = end > this.low ? end : this.integer ? this.decade(least + 1) : this.low + 1;
  }

  get least(): number {
    return this.valueOf(this.low);
  }

  get greatest(): number {
    return this.valueOf(this.high);
  }

  position(value: number): number {
    return Math.min(1, Math.max(0, (this.decade(value) - this.low) / (this.high - this.low)));
  }

  value(position: number): number {
    return this.valueOf(this.low + Math.min(1, Math.max(0, position)) * (this.high - this.low));
  }

  /** `decades` further, but not beyond the ends; a count moves by at least one. */
  moved(value: number, decades: number): number {
    const next = this.value(this.position(value) + decades / (this.high - this.low));
    const stuck = this.integer && Math.round(next) === Math.round(value);
    return this.clamped(stuck ? Math.round(value) + Math.sign(decades) : next);
  }

  clamped(value: number): number {
    const inside = Math.min(this.greatest, Math.max(this.least, value));
    return this.integer ? Math.round(inside) : inside;
  }

  private decade(value: number): number {
    return coordinate(this.axis, value) / Math.LN10;
  }

  private valueOf(decade: number): number {
    return this.integer ? Math.round(10 ** decade - 1) : 10 ** decade;
  }
}
