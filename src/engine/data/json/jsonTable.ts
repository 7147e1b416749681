import type { RunContext } from '../../contract/context';
import type { Dialect, FileStamp, Inspection, ReadRules } from '../../contract/data';
import type { Note } from '../../contract/note';
import type { ColumnSet } from '../columnSet';
import type { NumberFormat } from '../numbers';
import { namesLike } from '../oddNames';
import type { OpenTable, RowBatch } from '../openTable';
import type { TextBlock, TextFacts } from '../textBlocks';
import { JsonColumns, pointed } from './jsonColumns';
import { type Key, KeyTable } from './keys';
import { ObjectLines, type ObjectSink } from './objectLines';

export interface JsonFile {
  readonly stamp: FileStamp;
  readonly facts: TextFacts;
  readonly first: TextBlock;
  /** The text of the first block. */
  readonly sample: string;
  readonly blocks: AsyncGenerator<TextBlock, void, undefined>;
}

/** JSON Lines as a table. Its rows determine which columns there are; with `wanted`, those are read and no others. */
export class JsonTable implements OpenTable {
  readonly stamp: FileStamp;
  readonly names: readonly string[];
  /** JSON writes numbers in one way only; texts may have the signs that are set, or those of another file. */
  readonly numbers = { decimal: '.', thousands: '', undecided: false } as const;
  ended = false;
  private readonly signs: NumberFormat | undefined;
  private readonly like: ReturnType<typeof namesLike>;
  private readonly renamed: ReadonlyMap<string, string>;
  private columns: JsonColumns | undefined;
  private found: { readonly notes: readonly Note[]; readonly preview: Inspection['preview'] } = {
    notes: [],
    preview: [],
  };

  constructor(
    private readonly file: JsonFile,
    private readonly wanted: readonly string[] | undefined,
    private readonly rules: ReadRules,
    private readonly context: RunContext,
  ) {
    const { frozen, decimal = frozen?.numbers.decimal, thousands = frozen?.numbers.thousands ?? '' } = rules;
    this.signs = decimal && { decimal, thousands: thousands || BESIDE[decimal] };
    this.stamp = file.stamp;
    this.names = wanted ?? [];
    const keys = frozen ? keysIn(file.sample, file.stamp.name) : [];
    this.like = namesLike(keys, frozen?.columns ?? []);
    this.renamed = new Map(keys.map((key, j) => [key, this.like.names[j]]));
  }

  /** True when the signs are set by hand, and so hold for every column. */
  private get set(): boolean {
    return this.rules.decimal !== undefined;
  }

  async *fill(set: ColumnSet): AsyncGenerator<void, void, undefined> {
    const { stamp, context, signs } = this;
    const columns = new JsonColumns(set, this.wanted !== undefined, stamp.name, context, signs, this.set);
    this.columns = columns;
    for await (const _ of this.read(columns)) {
      columns.level();
      if (this.ended) this.found = columns.finish();
      yield;
    }
  }

  lacking(): ReadonlySet<string> {
    return this.columns?.lacking() ?? new Set();
  }

  async *batches(): AsyncGenerator<RowBatch, void, undefined> {
    const texts = new JsonTexts(this.names, this.set ? this.signs : undefined);
    for await (const _ of this.read(texts)) yield texts.take();
  }

  /** Passes the objects on, block by block. */
  private async *read(sink: ObjectSink): AsyncGenerator<void, void, undefined> {
    const { name } = this.stamp;
    const { first, blocks } = this.file;
    const lines = new ObjectLines(new KeyTable(name, this.renamed), sink, name);
    for (let block = first; ; ) {
      lines.read(block.text());
      this.ended = block.last;
      yield;
      if (block.last) return;
      const next = await blocks.next();
      if (next.done) return;
      block = next.value;
    }
  }

  dialect(): Dialect {
    const { compression, decoding, byteOrderMark, lineEnds } = this.file.facts;
    return {
      format: 'json-lines',
      compression,
      encoding: decoding.encoding,
      byteOrderMark,
      delimiter: '',
      quote: '',
      lineEnd: lineEnds.prevailing(0),
      header: true,
      ...(this.set && this.signs ? this.signs : { decimal: '.', thousands: '' }),
    };
  }

  notes(): readonly Note[] {
    return [...this.file.facts.decoding.notes(), ...this.like.notes, ...this.found.notes];
  }

  preview(): Inspection['preview'] {
    return this.found.preview;
  }

  close(): Promise<unknown> {
    return this.file.blocks.return();
  }
}

/** The names of the columns whose keys have values in these lines. */
function keysIn(text: string, file: string): readonly string[] {
  const names = new Set<string>();
  const add = ({ name }: Key) => names.add(name);
  const sink = { begin() {}, number: add, word: add, null: add, nested() {}, end() {} };
  new ObjectLines(new KeyTable(file), sink, file).read(text);
  return [...names];
}

/** The sign between thousands that goes with each decimal sign. */
const BESIDE = { ',': '.', '.': ',' } as const;

/**
 * Collects the values of objects as text, in the order of these columns: numbers as they are written, nothing for gaps
 * and lists.
 */
class JsonTexts implements ObjectSink {
  private readonly positions: ReadonlyMap<string, number>;
  private rows: string[][] = [];
  private lines: number[] = [];
  private row: string[] = [];

  constructor(
    names: readonly string[],
    private readonly signs: NumberFormat | undefined,
  ) {
    this.positions = new Map(names.map((name, j) => [name, j]));
  }

  begin(line: number): void {
    this.row = [];
    this.rows.push(this.row);
    this.lines.push(line);
  }

  number(key: Key, _: number, text: string, start: number, end: number): void {
    const position = this.positions.get(key.name);
    if (position !== undefined) this.row[position] = text.slice(start, end);
  }

  word(key: Key, word: string): void {
    const position = this.positions.get(key.name);
    if (position !== undefined) this.row[position] = this.signs ? pointed(word, this.signs) : word;
  }

  null(): void {}

  nested(): void {}

  end(): void {}

  take(): RowBatch {
    const batch = { rows: this.rows, lines: this.lines };
    this.rows = [];
    this.lines = [];
    return batch;
  }
}
