import type { Note } from '../contract/note';
import type { TextDecoding } from './encoding';
import type { TableLayout } from './layout';
import { LineList } from './lineList';
import { type OddLines, readingWords } from './readingWords';

/** The oddities of a file's lines, gathered while they are read and put into words at the end. */
export class ReadingNotes implements OddLines {
  readonly short = new LineList();
  readonly long = new LineList();
  readonly malformed = new LineList();
  readonly repeated = new LineList();
  longWithValues = 0;
  blankTail = 0;
  preamble = 0;
  unfused = 0;
  belowNames = 0;
  readonly comments = new LineList();
  readonly footers = new LineList();
  readonly footerTexts: string[] = [];

  /** Adds a remark below the rows. */
  addFooter(line: number, record: readonly string[]): void {
    this.footers.add(line);
    if (this.footerTexts.length < 3) this.footerTexts.push(`“${record[0].trim().slice(0, 30)}”`);
  }

  words(layout: TableLayout, decoding: TextDecoding): Note[] {
    const { short, long, malformed, repeated, comments, footers } = this;
    const lists = [short, long, malformed, repeated, comments, footers].some(({ count }) => count > 0);
    const odd = lists || this.preamble + this.blankTail + this.unfused + this.belowNames + layout.emptyNames > 0;
    const words = odd || layout.format.backslashQuotes ? readingWords(this, layout) : [];
    return [...words, ...decoding.notes(), ...layout.notes];
  }
}
