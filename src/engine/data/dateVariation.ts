import { exchangeDayAndMonth, rowOfOpen, zoneDaysOfOpen } from './dates';
import type { Detected } from './doubts';

/** How much the dates of a column change from row to row, as they were read and with day and month exchanged. */
export class DateVariation {
  private readonly asRead = new Variation();
  private readonly exchanged = new Variation();
  private differs = false;

  /**
   * Adds further rows, in their order; NaN for those without a date. Rows at the places `open`, which ascend, can be
   * read both ways.
   */
  add(days: Float64Array, open: Uint32Array = new Uint32Array()): void {
    let next = 0;
    days.forEach((value, i) => {
      const both = next < open.length && rowOfOpen(open[next]) === i;
      const exchanged = both ? exchangeDayAndMonth(value, zoneDaysOfOpen(open[next++])) : value;
      this.asRead.add(value);
      this.exchanged.add(exchanged);
      this.differs ||= both && exchanged !== value;
    });
  }

  /**
   * True when steps are smaller with the month first; the margin is 1 when day and month are the same in every date.
   */
  get order(): Detected<boolean> {
    const [day, month] = [this.asRead.sum, this.exchanged.sum];
    return { value: month < day, margin: this.differs ? Math.abs(day - month) / (1 + day + month) : 1 };
  }
}

class Variation {
  sum = 0;
  private before = Number.NaN;

  add(value: number): void {
    if (Number.isNaN(value)) return;
    if (!Number.isNaN(this.before)) this.sum += Math.abs(value - this.before);
    this.before = value;
  }
}
