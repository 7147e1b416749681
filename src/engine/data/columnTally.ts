import { DateVariation } from './dateVariation';
import type { Labels } from './labels';
import { Extremes } from './sentinels';
import { MAX_LEVELS } from './table';
import type { TakenCells } from './takenCells';

/**
 * A summary of the rows that were taken out of a column, so that its kind is found as if they were still there: its
 * different numbers (while they are as few as levels may be), its extremes, and how much its dates vary in either order
 * of day and month.
 */
export class ColumnTally {
  readonly extremes = new Extremes();
  readonly dates = new DateVariation();
  private readonly counts = new Map<number, number>();
  /** The count of numbers beyond those that are counted one by one. */
  private others = 0;

  add({ numbers, dates, open }: TakenCells): void {
    if (numbers) {
      this.extremes.add(numbers);
      this.count(numbers);
    }
    if (dates) this.dates.add(dates, open);
  }

  /** Adds the numbers as words to a column that has turned out to hold words. */
  intoWords(labels: Labels): void {
    for (const [value, times] of this.counts) labels.tally(String(value), times);
    labels.present += this.others;
  }

  private count(values: Float64Array): void {
    const { counts } = this;
    for (const value of values) {
      if (Number.isNaN(value)) continue;
      const known = counts.get(value);
      if (known !== undefined) counts.set(value, known + 1);
      else if (counts.size <= MAX_LEVELS) counts.set(value, 1);
      else this.others++;
    }
  }
}
