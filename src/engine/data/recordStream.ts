import type { RunContext } from '../contract/context';
import type { Dialect, FileSource, FileStamp, ReadOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { Note } from '../contract/note';
import { stampOf } from './byteSource';
import { detectCellFormat, sampleRecords, usualWidth } from './dialect';
import { detectFusedCells, splitFused } from './fusedCells';
import { columnNames, detectHeader } from './header';
import { LineList } from './lineList';
import { detectNumberFormat, type NumberFormat } from './numbers';
import { MAX_COLUMNS } from './table';
import { MAX_RECORD, openText, type TextFacts, tooManyColumns } from './textBlocks';
import { type CellFormat, repair, tokenise } from './tokenise';

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
  readonly numbers: NumberFormat & { readonly undecided: boolean };
  /** Encoding and line ends are final once the batches have been read to the end. */
  dialect(): Dialect;
  notes(): Note[];
  readonly batches: AsyncGenerator<RowBatch, void, undefined>;
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
  if (first.done || first.value.text.trim() === '') {
    throw new KernelscopeError('file/empty', `${stamp.name} holds nothing but blank lines. Choose another file.`);
  }
  const format = detectCellFormat(first.value.text, read);
  const records = sampleRecords(first.value.text, format);
  const header = read.header ?? detectHeader(records);
  const fused = detectFusedCells(records, format, header);
  const body = header ? records.slice(1) : records;
  // R leaves out the name of the row names: a header one cell short of every row.
  const unnamed = header && body.length > 1 && body.every((record) => record.length === records[0].length + 1);
  const named = header ? [...(unnamed ? [''] : []), ...records[0]] : undefined;
  const width = Math.max(named?.length ?? 0, usualWidth(body) + (body.length > 0 ? fused - 1 : 0));
  if (width > MAX_COLUMNS) throw tooManyColumns(stamp.name, width);
  const names = columnNames(named, width);
  const numbers = detectNumberFormat(tokenise(first.value.text, format, true).records, read);
  const { decimal, thousands } = numbers;
  const state = new StreamState(facts, { format, header, width, fused });
  return {
    stamp,
    names,
    numbers,
    batches: state.batches(first.value, blocks),
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
    private readonly facts: TextFacts,
    private readonly layout: Layout,
  ) {
    this.headerSeen = !layout.header;
  }

  async *batches(
    first: { text: string; last: boolean },
    blocks: AsyncGenerator<{ text: string; last: boolean }>,
  ): AsyncGenerator<RowBatch, void, undefined> {
    let rest = '';
    for (let block = first; ; ) {
      const text = rest === '' ? block.text : rest + block.text;
      let tokens = tokenise(text, this.layout.format, block.last);
      // A quote that is still open after so much text was never meant as one.
      if (tokens.rest.length > MAX_RECORD) tokens = repair(text, this.layout.format, false);
      rest = tokens.rest;
      for (const at of tokens.malformed) this.malformed.add(this.line + at);
      yield this.batch(tokens.records, text.includes(this.layout.format.quote || '\0'));
      if (block.last) break;
      const next = await blocks.next();
      if (next.done) break;
      block = next.value;
    }
    this.dropped = this.pending.length;
  }

  private batch(records: string[][], quoted: boolean): RowBatch {
    const rows: (readonly string[])[] = [];
    const lines: number[] = [];
    for (const record of records) {
      const at = this.line;
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
