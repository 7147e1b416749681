import type { RunContext } from '../contract/context';
import type { Dialect, FileSource, FileStamp, ReadOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { Note } from '../contract/note';
import { stampOf } from './byteSource';
import { detectCellFormat, sampleRecords, usualWidth } from './dialect';
import { binaryFile } from './encoding';
import { detectFusedCells, splitFused } from './fusedCells';
import { columnNames, detectHeader } from './header';
import { LineEnds } from './lineEnds';
import { LineList } from './lineList';
import { detectNumberFormat, type NumberFormat } from './numbers';
import { MAX_COLUMNS } from './table';
import { MAX_RECORD, openText, type TextBlock, type TextFacts, textOf, tooManyColumns } from './textBlocks';
import { type CellFormat, repair, type Tokens, tokenise } from './tokenise';

/** Rows, and characters of a cell, that are shown as text. */
const PREVIEW_ROWS = 20;
const PREVIEW_CELL = 200;

/** Rows of one block. Blank lines are gone; a row may be shorter or longer than the table is wide. */
export interface RowBatch {
  readonly rows: readonly (readonly string[])[];
  /** 1-based line of the file where each row begins. */
  readonly lines: readonly number[];
}

export interface RecordStream {
  readonly stamp: FileStamp;
  /** Unique names, one per column of the table. */
  readonly names: readonly string[];
  /** The first rows as text, rows without any value left out. */
  readonly preview: readonly (readonly string[])[];
  readonly numbers: NumberFormat & { readonly undecided: boolean };
  /** Encoding and line ends are final once the batches have been read to the end. */
  dialect(): Dialect;
  notes(): Note[];
  /** Whether lines may be read as bytes: one byte per delimiter, no fused cells, no runs of blanks. */
  readonly plain: boolean;
  /** The rows, block by block. With `plain`, lines are first offered to it as bytes, and only the others come as rows. */
  batches(plain?: PlainReader): AsyncGenerator<RowBatch, void, undefined>;
  /** Reads one line that came as bytes. */
  readLine(bytes: Uint8Array, line: number): RowBatch;
  /** Text of a cell that came as bytes. */
  decode(bytes: Uint8Array): string;
  /** Line ends of lines that were read as bytes. */
  countLineEnds(lf: number, crlf: number): void;
  /** Rows of gaps have come that count only if a row follows. */
  readonly waiting: boolean;
  /** Closes the file. */
  close(): Promise<void>;
}

/** Reads lines from the front of `bytes`, the first of which has this number; says where it stopped. */
export interface PlainReader {
  read(bytes: Uint8Array, firstLine: number): { readonly position: number; readonly line: number };
}

interface Layout {
  readonly format: CellFormat;
  readonly header: boolean;
  readonly width: number;
  /** Cells that the last cell of a record stands for. */
  readonly fused: number;
}

/** Opens a file, finds out how it is written from its first megabyte, and hands out its rows. */
export async function openRecords(source: FileSource, read: ReadOptions, context: RunContext): Promise<RecordStream> {
  const stamp = await stampOf(source);
  const { facts, blocks } = await openText(source, stamp, read.encoding, context);
  const first = await blocks.next();
  // Only a sample: its line ends are counted when it is read.
  const text = first.done ? '' : first.value.text(new LineEnds());
  if (first.done || text.trim() === '') {
    throw new KernelscopeError('file/empty', `${stamp.name} holds nothing but blank lines. Choose another file.`);
  }
  const format = detectCellFormat(text, read);
  const records = sampleRecords(text, format);
  const header = read.header ?? detectHeader(records);
  const fused = detectFusedCells(records, format, header);
  const body = header ? records.slice(1) : records;
  // R leaves out the name of the row names: a header one cell short of every row.
  const unnamed = header && body.length > 1 && body.every((record) => record.length === records[0].length + 1);
  const named = header ? [...(unnamed ? [''] : []), ...records[0]] : undefined;
  const width = Math.max(named?.length ?? 0, usualWidth(body) + (body.length > 0 ? fused - 1 : 0));
  if (width > MAX_COLUMNS) throw tooManyColumns(stamp.name, width);
  const names = columnNames(named, width);
  const numbers = detectNumberFormat(tokenise(text, format, true).records, read);
  const { decimal, thousands } = numbers;
  const state = new StreamState(stamp.name, facts, { format, header, width, fused });
  return {
    stamp,
    names,
    preview: body.slice(0, PREVIEW_ROWS).map((record) => {
      const row = fused > 1 ? [...record.slice(0, -1), ...splitFused(record.at(-1) ?? '', format)] : record;
      return names.map((_, j) => (row[j] ?? '').slice(0, PREVIEW_CELL));
    }),
    numbers,
    plain: first.value.bytes !== undefined && format.delimiter !== ' ' && format.delimiter < '\x80' && fused === 1,
    batches: (plain) => state.batches(first.value, blocks, plain),
    readLine: (bytes, line) => state.readLine(bytes, line),
    decode: (bytes) => facts.decoding.decode(bytes),
    countLineEnds: (lf, crlf) => facts.lineEnds.count(lf, crlf),
    get waiting() {
      return state.waiting;
    },
    close: async () => void (await blocks.return()),
    notes: () => state.notes(),
    dialect: () => ({
      compression: facts.compression,
      encoding: facts.decoding.encoding,
      byteOrderMark: facts.byteOrderMark,
      delimiter: format.delimiter,
      quote: format.quote as Dialect['quote'],
      lineEnd: facts.lineEnds.found(state.lineEndsInCells),
      header,
      decimal,
      thousands,
    }),
  };
}

class StreamState {
  lineEndsInCells = 0;
  private line = 1;
  private headerSeen = false;
  private pending: number[] = [];
  private readonly malformed = new LineList();
  private readonly long = new LineList();
  private readonly short = new LineList();
  private dropped = 0;
  private unfused = 0;

  constructor(
    private readonly name: string,
    private readonly facts: TextFacts,
    private readonly layout: Layout,
  ) {
    this.headerSeen = !layout.header;
  }

  async *batches(
    first: TextBlock,
    blocks: AsyncGenerator<TextBlock>,
    plain?: PlainReader,
  ): AsyncGenerator<RowBatch, void, undefined> {
    let rest = '';
    for (let block = first; ; ) {
      let text = rest;
      if (plain && block.bytes && rest === '') text = this.readPlain(block.bytes, plain);
      else text += block.text();
      let tokens = tokenise(text, this.layout.format, block.last);
      // A quote that is still open after so much text was never meant as one.
      if (tokens.rest.length > MAX_RECORD) tokens = repair(text, this.layout.format, false);
      rest = tokens.rest;
      yield this.batch(tokens, text.includes(this.layout.format.quote || '\0'));
      if (block.last) break;
      const next = await blocks.next();
      if (next.done) break;
      block = next.value;
    }
    this.dropped = this.pending.length;
  }

  get waiting(): boolean {
    return this.pending.length > 0;
  }

  readLine(bytes: Uint8Array, line: number): RowBatch {
    const after = this.line;
    this.line = line;
    const text = this.facts.decoding.decode(bytes);
    const batch = this.batch(tokenise(text, this.layout.format, true), false);
    this.line = after;
    return batch;
  }

  /** Offers lines as bytes, after the header, and returns the text of those that are left. */
  private readPlain(bytes: Uint8Array, plain: PlainReader): string {
    if (bytes.includes(0)) throw binaryFile(this.name);
    let from = 0;
    while (!this.headerSeen) {
      const end = bytes.indexOf(10, from) + 1;
      const text = end > 0 ? textOf(bytes.subarray(from, end), this.facts) : '';
      const tokens = tokenise(text, this.layout.format, false);
      // A header over several lines, or lines that end otherwise: not for the short cut.
      if (tokens.records.length !== 1 || tokens.rest !== '')
        return text + textOf(bytes.subarray(end || from), this.facts);
      this.batch(tokens, true);
      from = end;
    }
    const { position, line } = plain.read(bytes.subarray(from), this.line);
    this.line = line;
    return textOf(bytes.subarray(from + position), this.facts);
  }

  private batch({ records, malformed }: Tokens, quoted: boolean): RowBatch {
    const broken = new Set(malformed);
    const rows: (readonly string[])[] = [];
    const lines: number[] = [];
    for (const [position, record] of records.entries()) {
      const at = this.line;
      if (broken.has(position)) this.malformed.add(at);
      this.line += 1 + (quoted ? this.lineEndsIn(record) : 0);
      if (record.length === 1 && record[0].trim() === '') continue;
      if (!this.headerSeen) {
        this.headerSeen = true;
        continue;
      }
      if (record.every((cell) => cell.trim() === '')) {
        // A row of delimiters only: a row of gaps, unless nothing else follows.
        this.pending.push(at);
        continue;
      }
      for (const line of this.pending.splice(0)) {
        rows.push([]);
        lines.push(line);
      }
      rows.push(this.widened(record, at));
      lines.push(at);
    }
    return { rows, lines };
  }

  private widened(record: string[], line: number): readonly string[] {
    const { fused, format, width } = this.layout;
    if (fused > 1 && record.length === width - fused + 1) {
      const parts = splitFused(record[record.length - 1], format);
      if (parts.length === fused) {
        this.unfused++;
        record.splice(-1, 1, ...parts);
      }
    }
    if (record.length > width) this.long.add(line);
    else if (record.length < width) this.short.add(line);
    return record;
  }

  private lineEndsIn(record: readonly string[]): number {
    let count = 0;
    for (const cell of record) for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count++;
    this.lineEndsInCells += count;
    return count;
  }

  notes(): Note[] {
    const notes: Note[] = [];
    const note = (severity: Note['severity'], code: string, text: string) => notes.push({ severity, code, text });
    const { width, fused } = this.layout;
    if (this.short.count > 0) {
      note(
        'warning',
        'data/short-rows',
        `${this.short.words('row')} fewer than ${width} cells; the missing ones count as gaps.`,
      );
    }
    if (this.long.count > 0) {
      note(
        'warning',
        'data/long-rows',
        `${this.long.words('row')} more than ${width} cells; the extra ones were left out.`,
      );
    }
    if (this.malformed.count > 0) {
      note(
        'warning',
        'data/malformed-quotes',
        `${this.malformed.words('row')} quotes that do not pair up; they were read as ordinary characters.`,
      );
    }
    if (this.dropped > 0) {
      note('info', 'data/blank-tail', `${this.dropped} rows without any value at the end of the file were left out.`);
    }
    if (this.unfused > 0) {
      note(
        'warning',
        'data/fused-cells',
        `In ${this.unfused} rows the last ${fused} cells were quoted as one; they were taken apart.`,
      );
    }
    if (this.facts.decoding.replaced) {
      note(
        'warning',
        'data/broken-utf8',
        'Some bytes are not valid UTF-8; the characters they stood for are shown as \ufffd.',
      );
    }
    return notes;
  }
}
