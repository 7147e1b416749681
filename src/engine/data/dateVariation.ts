import { exchangeDayAndMonth } from './dates';

/** How much the dates of a column change from row to row, as they were read and with day and month exchanged. */
export class DateVariation {
  private readonly asRead = new Variation();
  private readonly exchanged = new Variation();

  /** Further rows, in their order; NaN for those without a date. Those at the places `open`, which ascend, can be read both ways. */
  add(days: Float64Array, open: Uint32Array = new Uint32Array()): void {
    let next = 0;
    days.forEach((value, i) => {
      const both = open[next] === i;
      if (both) next++;
      this.asRead.add(value);
      this.exchanged.add(both ? exchangeDayAndMonth(value) : value);
    });
  }

  /** Whether steps are smaller with the month first. */
  get monthFirst(): boolean {
    return this.exchanged.sum < this.asRead.sum;
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
