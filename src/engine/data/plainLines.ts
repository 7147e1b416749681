import type { RunContext } from '../contract/context';
import { ByteSpellings } from './byteSpellings';
import type { ColumnBuilder } from './columnBuilder';
import { BALANCE } from './footers';
import type { Growing } from './growing';
import { longDecimal } from './longDecimal';
import { POWERS } from './numbers';
import type { RowBatch } from './openTable';
import type { PlainReader, RecordStream } from './recordStream';
import type { ShortRows } from './shortRows';
import { CELLS_BETWEEN_LOOKS } from './table';

const LF = 10;
const CR = 13;
const BLANK = 32;
const HASH = 35;
const PLUS = 43;
const MINUS = 45;
const ZERO = 48;
/** An int32 holds this many digits. */
const INT_DIGITS = 9;

/**
 * The short cut for plain lines: bytes go straight into the typed columns, without strings for cells. A line is plain
 * when it has as many cells as the table has columns, and quotes only around entire cells without quotes or line ends
 * inside. Everything else is left to the tokeniser: ragged and blank lines one by one, and from any other quote on, the
 * rest of the block. A property test holds both ways equal, cell by cell.
 */
export class PlainLines implements PlainReader {
  private readonly codes: { readonly delimiter: number; readonly quote: number; readonly point: number };
  private readonly row: Float64Array;
  /** Cells of the current line that are not plain numbers: column, start, end, hash. */
  private readonly odd: Int32Array;
  /** The number of cells of the current line, and of entries in `odd`. */
  private readonly current = { cells: 0, odds: 0 };
  private readonly numbers: (Growing<Float64Array> | undefined)[];
  private readonly spellings: (ByteSpellings | undefined)[];

  /** `add` takes the rows that the tokeniser reads from single lines, `gaps` those of them that are short. */
  constructor(
    private readonly builders: readonly ColumnBuilder[],
    private readonly lines: Growing<Uint32Array>,
    private readonly records: RecordStream,
    private readonly rows: { readonly add: (batch: RowBatch) => void; readonly gaps: ShortRows },
    private readonly context: RunContext,
  ) {
    const { delimiter, quote, decimal } = records.dialect();
    this.codes = {
      delimiter: delimiter.charCodeAt(0),
      quote: quote === '' ? -1 : quote.charCodeAt(0),
      // Comma-separated files with decimal commas quote their numbers; those are read as text.
      point: decimal === delimiter ? -1 : decimal.charCodeAt(0),
    };
    this.row = new Float64Array(builders.length);
    this.odd = new Int32Array(4 * builders.length);
    this.numbers = builders.map((builder) => builder.plainNumbers);
    this.spellings = builders.map(() => undefined);
  }

  /**
   * Reads complete lines from the front of `bytes`; returns the position where it stopped: after the last LF, or at a
   * line for the tokeniser.
   */
  read(bytes: Uint8Array, firstLine: number): { readonly position: number; readonly line: number } {
    const { records, current } = this;
    const { delimiter, quote } = this.codes;
    this.refresh();
    let crlf = 0;
    const width = this.numbers.length;
    const end = bytes.lastIndexOf(LF) + 1;
    let p = 0;
    let line = firstLine;
    const linesBetweenLooks = Math.max(1, Math.floor(CELLS_BETWEEN_LOOKS / width));
    while (p < end) {
      const lineStart = p;
      const lineEnd = this.readCells(bytes, lineStart);
      // A CR alone is also a line end, a rare one.
      const cr = lineEnd >= 0 && bytes[lineEnd] === CR;
      if (lineEnd < 0 || (cr && bytes[lineEnd + 1] !== LF)) return this.stopped(lineStart, line, firstLine, crlf);
      if (cr) crlf++;
      p = lineEnd + (cr ? 2 : 1);
      if (
        current.cells !== width ||
        this.leavesOut(bytes, current.odds, line, lineStart) ||
        blank(bytes, lineStart, lineEnd, delimiter, quote)
      ) {
        this.rows.add(records.readLine(bytes.subarray(lineStart, lineEnd), line));
        this.refresh();
      } else {
        this.addLine(bytes, current.odds, line);
      }
      line++;
      if ((line - firstLine) % linesBetweenLooks === 0) this.context.check();
    }
    return this.stopped(end, line, firstLine, crlf);
  }

  /** Reads the cells of a line; returns where it ends, and −1 for quotes that are left to the tokeniser. */
  private readCells(bytes: Uint8Array, lineStart: number): number {
    const { row, odd, numbers } = this;
    const { delimiter, quote, point } = this.codes;
    let p = lineStart;
    let j = 0;
    let odds = 0;
    let c = bytes[p];
    for (;;) {
      const column = j < numbers.length ? numbers[j] : undefined;
      let start = p;
      let stop = -1;
      let hash = 0;
      if (c === quote) {
        start = ++p;
        c = bytes[p];
        while (c !== quote && c !== LF && c !== CR) {
          hash = (Math.imul(hash, 31) + c) | 0;
          c = bytes[++p];
        }
        stop = p;
        c = c === quote ? bytes[++p] : quote;
        // Doubled quotes, line ends in quotes and text after a closing quote are left to the tokeniser.
        if (c !== delimiter && c !== LF && c !== CR) return -1;
      } else if (column !== undefined) {
        const negative = c === MINUS;
        if (negative || c === PLUS) c = bytes[++p];
        const first = p;
        let digit = c - ZERO;
        let mantissa = 0;
        while (digit >= 0 && digit <= 9) {
          mantissa = (Math.imul(mantissa, 10) + digit) | 0;
          c = bytes[++p];
          digit = c - ZERO;
        }
        let digits = p - first;
        const padded = digits > 1 && bytes[first] === ZERO;
        let scale = 0;
        if (c === point) {
          const from = p + 1;
          c = bytes[++p];
          digit = c - ZERO;
          while (digit >= 0 && digit <= 9) {
            mantissa = (Math.imul(mantissa, 10) + digit) | 0;
            c = bytes[++p];
            digit = c - ZERO;
          }
          scale = p - from;
          digits += scale;
        }
        let value = Number.NaN;
        if ((c === delimiter || c === LF || c === CR) && digits > 0 && !padded) {
          const short = scale > 0 ? mantissa / POWERS[scale] : mantissa;
          value = digits > INT_DIGITS ? longNumber(bytes, first, p, digits, scale) : short;
          row[j] = negative ? -value : value;
        }
        if (Number.isNaN(value)) {
          while (c !== delimiter && c !== LF && c !== CR) c = bytes[++p];
          stop = p;
        }
      } else {
        while (c !== delimiter && c !== LF && c !== CR) {
          hash = (Math.imul(hash, 31) + c) | 0;
          c = bytes[++p];
        }
        stop = p;
      }
      if (stop >= 0 && j < numbers.length) {
        odd[odds++] = j;
        odd[odds++] = start;
        odd[odds++] = stop;
        odd[odds++] = hash;
      }
      j++;
      if (c !== delimiter) break;
      c = bytes[++p];
    }
    this.current.cells = j;
    this.current.odds = odds;
    return p;
  }

  /** True for a line that may repeat the header, be a comment or end the rows: only its text shows that. */
  private leavesOut(bytes: Uint8Array, odds: number, line: number, lineStart: number): boolean {
    const { odd, numbers, records } = this;
    const firstIsOdd = odds > 0 && odd[0] === 0;
    return (
      (firstIsOdd && records.startsLikeHeader(bytes, odd[1], odd[2])) ||
      records.isWaiting(line) ||
      (records.comments && bytes[lineStart] === HASH) ||
      (records.footers && firstIsOdd && odds >= 2 * numbers.length && this.mayEnd(bytes, odds))
    );
  }

  /** Adds the numbers and the other cells of the current line. */
  private addLine(bytes: Uint8Array, odds: number, line: number): void {
    const { row, odd, numbers } = this;
    this.rows.gaps.fill();
    this.lines.push(line);
    for (let k = 0, next = 0; k < numbers.length; k++) {
      if (next < odds && odd[next] === k) {
        this.addOdd(bytes, k, odd[next + 1], odd[next + 2], odd[next + 3], line);
        next += 4;
      } else {
        const values = numbers[k] as Growing<Float64Array>;
        if (values.used === values.current.length) values.grow();
        values.current[values.used++] = row[k];
      }
    }
  }

  /** True when all cells but the first are empty, or half of them beside the word for a balance. */
  private mayEnd(bytes: Uint8Array, odds: number): boolean {
    const { odd, numbers, records } = this;
    let empty = 0;
    for (let k = 4; k < odds; k += 4) if (odd[k + 1] === odd[k + 2]) empty++;
    const others = numbers.length - 1;
    if (2 * empty < others) return false;
    return empty === others || BALANCE.test(records.decode(bytes.subarray(odd[1], odd[2])).trim());
  }

  private stopped(position: number, line: number, firstLine: number, crlf: number) {
    this.records.countLineEnds(line - firstLine - crlf, crlf);
    return { position, line };
  }

  /** Columns may have turned from numbers into words. */
  private refresh(): void {
    for (let j = 0; j < this.builders.length; j++) this.numbers[j] = this.builders[j].plainNumbers;
  }

  private addOdd(bytes: Uint8Array, j: number, start: number, end: number, hash: number, line: number): void {
    const builder = this.builders[j];
    if (this.numbers[j] !== undefined) {
      if (start === end) builder.addEmpty();
      else builder.add(this.records.decode(bytes.subarray(start, end)), line);
      this.numbers[j] = builder.plainNumbers;
      return;
    }
    const { labels } = builder;
    const read = labels !== undefined && builder.wordsOnly;
    const padded = bytes[start] <= BLANK || bytes[end - 1] <= BLANK;
    if (read && labels.alike && end - start > labels.longestGap && !padded) {
      labels.addKnown(0);
      return;
    }
    if (!read || labels.overflow) {
      builder.add(this.records.decode(bytes.subarray(start, end)), line);
      return;
    }
    let known = this.spellings[j];
    if (known === undefined) {
      known = new ByteSpellings();
      this.spellings[j] = known;
    }
    const code = known.find(bytes, start, end, hash);
    if (code >= 0) {
      labels.addKnown(code);
      return;
    }
    const learnt = labels.add(this.records.decode(bytes.subarray(start, end)));
    if (learnt >= 0 && !labels.overflow) known.learn(bytes, start, end, hash, learnt);
  }
}

/**
 * True for a line of only delimiters, quotes, and bytes that blanks of any kind contain: whether it is blank shows only
 * as text.
 */
function blank(bytes: Uint8Array, start: number, end: number, delimiter: number, quote: number): boolean {
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if (byte > BLANK && byte !== delimiter && byte !== quote && !inBlank(byte)) return false;
  }
  return true;
}

/** True for a byte of U+00A0, U+1680, U+2000 and those after it, U+3000 or U+FEFF in UTF-8, or of one-byte U+00A0. */
const inBlank = (byte: number): boolean =>
  (byte >= 0x80 && byte < 0xc0) || byte === 0xc2 || (byte >= 0xe1 && byte <= 0xe3) || byte === 0xef;

/** The value of more digits than an int32 holds. NaN when they must be read as text after all. */
function longNumber(bytes: Uint8Array, first: number, end: number, digits: number, scale: number): number {
  let high = 0;
  let low = 0;
  let left = digits;
  for (let i = first; i < end; i++) {
    const digit = bytes[i] - ZERO;
    // The decimal point, a comma or a full stop, lies below the digits.
    if (digit < 0) continue;
    if (left > INT_DIGITS) high = high * 10 + digit;
    else low = low * 10 + digit;
    left--;
  }
  const value = longDecimal(high, low, scale);
  // With more digits than a number keeps, the text decides.
  return scale === 0 && value >= 2 ** 53 ? Number.NaN : value;
}
