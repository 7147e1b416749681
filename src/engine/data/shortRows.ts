import type { ColumnBuilder } from './columnBuilder';
import { CELLS_BETWEEN_LOOKS } from './table';

/**
 * Rows that are shorter than their table, which may be thousands of columns wide: those in turn that end in the same column have their gaps
 * added together, though never more of them than a person who cancels would wait for.
 */
export class ShortRows {
  private from = 0;
  private rows = 0;

  constructor(private readonly builders: readonly ColumnBuilder[]) {}

  /** Adds a row that has cells in the first columns, before its cells are added to these. */
  add(written: number): void {
    if (written !== this.from || this.rows * this.builders.length > 50 * CELLS_BETWEEN_LOOKS) this.fill();
    this.from = written;
    this.rows++;
  }

  /** Adds the gaps that are due: to be called before anything else is added to columns or read from them. */
  fill(): void {
    if (this.rows === 0) return;
    for (let j = this.from; j < this.builders.length; j++) this.builders[j].addGaps(this.rows);
    this.rows = 0;
  }
}
