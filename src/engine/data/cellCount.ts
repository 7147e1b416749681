import { KernelscopeError } from '../contract/failure';
import { count } from '../words/numbers';

/** Cells that any table may have, written or not: 160 MB of numbers. */
const FREE = 2e7;
/** Cells beyond these for each one that is written. */
const EACH = 200;

/**
 * Adds up the cells of a table while it is read. Rows may be shorter than the table is wide, and JSON objects may lack keys, so that a small file can
 * ask for a huge table of gaps: beyond a reasonable share of them it is refused before they take memory, until the person accepts it.
 */
export class CellCount {
  private rows = 0;
  private written = 0;

  constructor(
    private readonly file: string,
    private readonly accepted: boolean,
  ) {}

  /** Further rows, and how many cells of them the file has. Throws `file/expands`. */
  add(rows: number, written: number, columns: number): void {
    this.rows += rows;
    this.written += written;
    const cells = this.rows * columns;
    if (this.accepted || cells <= FREE + EACH * this.written) return;
    throw new KernelscopeError(
      'file/expands',
      `${this.file} has ${count(columns)} columns, and its first ${count(this.rows)} rows write only ${count(this.written)} of their ${count(cells)} cells; all others would be gaps. Read it only if you trust where it comes from.`,
      { name: this.file, columns, rows: this.rows, written: this.written },
    );
  }
}
