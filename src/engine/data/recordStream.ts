import type { Dialect, FileStamp } from '../contract/data';
import type { Note } from '../contract/note';
import { isComment, isValue } from './besideRows';
import { isFooter, isRemark } from './footers';
import { splitFused } from './fusedCells';
import { lookOf } from './header';
import type { TableLayout } from './layout';
import type { RowBatch } from './openTable';
import { repair } from './quotedText';
import { ReadingNotes } from './readingNotes';
import { decodedText, MAX_RECORD, type TextBlock, type TextFacts } from './textBlocks';
import { tokenise } from './tokenise';
import type { Tokens } from './tokens';

/** The most lines that wait for a row to follow, when they may be remarks, and when they may be another table. */
const MOST_PENDING = 50;
const MOST_OF_TABLE = 1000;

/** Reads lines from the front of `bytes`, the first of which has this number; returns where it stopped. */
export interface PlainReader {
  read(bytes: Uint8Array, firstLine: number): { readonly position: number; readonly line: number };
}

/** The rows of a file of delimited text, to be read once from front to back. */
export class RecordStream {
  private lineEndsInCells = 0;
  private line = 1;
  private headerSeen: boolean;
  /** The number of lines below the names so far. */
  private below = 0;
  private header: readonly string[] | undefined;
  private firstName: Uint8Array | undefined;
  /** Rows without any value, and lines that look like remarks: rows if one follows, nothing at the end of the file. */
  private pending: { readonly line: number; readonly row: readonly string[] }[] = [];
  /** The line of the last blank row. */
  private blankAt = 0;
  /** True when remarks or another table of another width may have begun below a blank row: they wait as well. */
  private apart = false;
  /** The last line above the header. */
  private title: readonly string[] = [];
  /** True when the rows belong to other tables, of the same names and another title. */
  private ofOthers = false;
  /** True when the batch handed out is the last. */
  ended = false;
  private readonly remarks = new ReadingNotes();
  /** The number of cells in a row; 0 when nothing below the rows is a remark. */
  private footed: number;

  constructor(
    readonly stamp: FileStamp,
    readonly layout: TableLayout,
    private readonly facts: TextFacts,
    private readonly first: TextBlock,
    private readonly blocks: AsyncGenerator<TextBlock, void, undefined>,
  ) {
    this.headerSeen = !layout.header;
    this.footed = layout.footed;
  }

  /**
   * True when lines may be read as bytes: one byte per delimiter, no fused cells, no runs of blanks, no quotes behind
   * blanks or backslashes.
   */
  get plain(): boolean {
    const { format, fused } = this.layout;
    const { delimiter, initialBlanks, backslashQuotes } = format;
    if (this.first.bytes === undefined || delimiter === ' ' || delimiter >= '\x80') return false;
    return !initialBlanks && !backslashQuotes && fused === 1;
  }

  /** True when a line with this first cell may repeat the header; `readLine` decides. */
  startsLikeHeader(bytes: Uint8Array, start: number, end: number): boolean {
    const name = this.firstName;
    return name?.length === end - start && name.every((byte, i) => byte === bytes[start + i]);
  }

  /** True when a plain line may be a remark. */
  get comments(): boolean {
    return this.layout.comments;
  }

  /** True when a plain line with a single cell may be a remark below the rows. */
  get footers(): boolean {
    return this.footed > 0;
  }

  /** True when this plain line must go through `readLine` nevertheless: rows of gaps wait for it, a blank one is above it, or it belongs to another table. */
  isWaiting(line: number): boolean {
    return this.pending.length > 0 || this.ofOthers || this.blankAt === line - 1;
  }

  /** Encoding and line ends are final once the batches have been read to the end. */
  dialect(): Dialect {
    const { facts, layout } = this;
    return {
      compression: facts.compression,
      encoding: facts.decoding.encoding,
      byteOrderMark: facts.byteOrderMark,
      delimiter: layout.format.delimiter,
      quote: layout.format.quote,
      lineEnd: facts.lineEnds.prevailing(this.lineEndsInCells),
      header: layout.header,
      decimal: layout.numbers.decimal,
      thousands: layout.numbers.thousands,
    };
  }

  notes(): Note[] {
    return this.remarks.words(this.layout, this.facts.decoding);
  }

  close(): Promise<unknown> {
    return this.blocks.return();
  }

  /**
   * The rows, block by block. With `plain`, lines are first offered to it as bytes, and only the others come as rows.
   */
  async *batches(plain?: PlainReader): AsyncGenerator<RowBatch, void, undefined> {
    const { format } = this.layout;
    let rest = '';
    for (let block = this.first; ; ) {
      const bytes = rest === '' ? block.bytes : undefined;
      const text = plain && bytes ? this.readPlain(bytes, plain) : rest + block.text();
      let tokens = tokenise(text, format, block.last);
      // A quote that is still open after so much text was never meant as one.
      if (tokens.rest.length > MAX_RECORD) tokens = repair(text, format, false);
      rest = tokens.rest;
      this.ended = block.last;
      yield this.batch(tokens, format.quote !== '' && text.includes(format.quote));
      if (block.last) break;
      const next = await this.blocks.next();
      if (next.done) break;
      block = next.value;
    }
    this.leaveFooters();
    this.remarks.blankTail = this.pending.length;
  }

  /** Reads one line that came as bytes. */
  readLine(bytes: Uint8Array, line: number): RowBatch {
    const after = this.line;
    this.line = line;
    if (bytes.length === 0) this.blankAt = line;
    const batch = this.batch(tokenise(this.decode(bytes), this.layout.format, true), false);
    this.line = after;
    return batch;
  }

  /** The text of a cell that came as bytes. */
  decode(bytes: Uint8Array): string {
    return this.facts.decoding.decode(bytes);
  }

  /** Counts the ends of lines that were read as bytes. */
  countLineEnds(lf: number, crlf: number): void {
    this.facts.lineEnds.count(lf, crlf);
  }

  /** Offers lines as bytes, after the header, and returns the text of those that are left. */
  private readPlain(bytes: Uint8Array, plain: PlainReader): string {
    const { preamble, belowNames } = this.layout;
    let from = 0;
    while (this.line <= preamble || !this.headerSeen || this.below < belowNames.length) {
      const end = bytes.indexOf(10, from) + 1;
      const text = end > 0 ? decodedText(bytes.subarray(from, end), this.facts) : '';
      const tokens = tokenise(text, this.layout.format, false);
      if (tokens.records.length !== 1 || tokens.rest !== '') {
        // A header over several lines, or lines with other ends, are not for the short cut.
        return text + decodedText(bytes.subarray(end || from), this.facts);
      }
      this.batch(tokens, true);
      from = end;
    }
    const { position, line } = plain.read(bytes.subarray(from), this.line);
    this.line = line;
    return decodedText(bytes.subarray(from + position), this.facts);
  }

  private batch({ records, malformed }: Tokens, quoted: boolean): RowBatch {
    const broken = new Set(malformed);
    const rows: (readonly string[])[] = [];
    const lines: number[] = [];
    for (const [position, record] of records.entries()) {
      const at = this.line;
      if (broken.has(position)) this.remarks.malformed.add(at);
      this.line += 1 + (quoted ? this.lineEndsIn(record) : 0);
      if (record.length === 1 && record[0].trim() === '') {
        this.blankAt = at;
        continue;
      }
      if (at <= this.layout.preamble) {
        if (record.some((cell) => cell.trim() !== '')) {
          this.remarks.preamble = this.layout.preamble;
          this.title = record;
        }
        continue;
      }
      if (!this.headerSeen) {
        this.keepHeader(record);
        continue;
      }
      const blank = record.every((cell) => cell.trim() === '');
      if (this.below < this.layout.belowNames.length) {
        if (!blank && this.below++ === 0) this.remarks.belowNames = at;
        continue;
      }
      if (this.layout.comments && isComment(record)) {
        this.remarks.comments.add(at);
        if (this.blankAt === at - 1) this.blankAt = at;
        continue;
      }
      if (blank) this.blankAt = at;
      if (blank || this.mayEnd(record, at)) {
        this.pending.push({ line: at, row: blank ? [] : record });
        continue;
      }
      if (this.repeatsHeader(record)) {
        this.ofOthers ||= this.isTitled();
        if (!this.ofOthers) this.remarks.repeated.add(at);
        this.leaveFooters();
        if (!this.ofOthers) continue;
      }
      if (this.ofOthers) {
        this.remarks.addFooter(at, record);
        continue;
      }
      for (const { line, row } of [...this.pending.splice(0), { line: at, row: record }]) {
        const whole = this.unfused(row);
        rows.push(whole);
        lines.push(line);
        if (row.length > 0) this.checkWidth(whole, line);
      }
      this.apart = false;
    }
    return { rows, lines };
  }

  /** True when a line is a remark if no row follows. More of them than a table has below it are rows. */
  private mayEnd(record: readonly string[], at: number): boolean {
    if (this.pending.length >= (this.apart ? MOST_OF_TABLE : MOST_PENDING)) this.footed = 0;
    const isWord = this.layout.measuredFirst && this.footed > 1 && lookOf(record[0]) === 'word';
    const isOther = this.footed > 1 && record.length !== this.footed;
    const begins = at === this.blankAt + 1 && (isWord || !record.some(isValue));
    this.apart = (isOther || isWord) && (this.apart || begins);
    if ((at === this.blankAt + 1 || this.pending.at(-1)?.row.length) && isRemark(record, this.footed)) return true;
    // A single word may be a row that was cut off.
    const isLong = record.length > this.footed || /\S\s+\S/.test(record[0]);
    return this.apart || (isOther && isWord && isLong) || isFooter(record, this.footed);
  }

  /** The table ends here: lines that wait for a row are remarks. Rows without any value are left waiting. */
  private leaveFooters(): void {
    for (const { line, row } of this.pending) if (row.length > 0) this.remarks.addFooter(line, row);
    this.pending = this.pending.filter(({ row }) => row.length === 0);
  }

  /** A header is looked for further down only if it begins with a plain word, which distinguishes it from most rows. */
  private keepHeader(record: readonly string[]): void {
    this.headerSeen = true;
    if (record.length < 2 || !/^[ -~]*[A-Za-z_][ -~]*$/.test(record[0])) return;
    this.header = record;
    this.firstName = new TextEncoder().encode(record[0]);
  }

  /** True for the header again, or that of a second table with fewer or more columns at its end. */
  private repeatsHeader(record: readonly string[]): boolean {
    const { header } = this;
    const shared = Math.min(header?.length ?? 0, record.length);
    return shared > 1 && record.every((cell, j) => j >= shared || cell === header?.[j]);
  }

  /** True when the line above a header that comes again begins as the one above the first, and differs: DataType:, Count. */
  private isTitled(): boolean {
    const [title, other] = [this.title, this.pending.at(-1)?.row ?? []];
    return title.length > 1 && title[0] === other[0] && title.join('\n') !== other.join('\n');
  }

  private unfused(record: readonly string[]): readonly string[] {
    const { fused, format, names } = this.layout;
    if (fused === 1 || record.length !== names.length - fused + 1) return record;
    const parts = splitFused(record[record.length - 1], format);
    if (parts.length !== fused) return record;
    this.remarks.unfused++;
    return [...record.slice(0, -1), ...parts];
  }

  private checkWidth(record: readonly string[], line: number): void {
    const width = this.layout.names.length;
    if (record.length === width) return;
    if (record.length < width) this.remarks.short.add(line);
    else {
      this.remarks.long.add(line);
      if (record.slice(width).some((cell) => cell.trim() !== '')) this.remarks.longWithValues++;
    }
  }

  private lineEndsIn(record: readonly string[]): number {
    let count = 0;
    for (const cell of record) for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count++;
    this.lineEndsInCells += count;
    return count;
  }
}
