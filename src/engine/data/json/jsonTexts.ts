import type { RowBatch } from '../openTable';
import type { Key } from './keys';
import type { ObjectSink } from './objectLines';

/** The values of objects as text, in the order of these columns: numbers as they are written, nothing for gaps and lists. */
export class JsonTexts implements ObjectSink {
  private readonly positions: ReadonlyMap<string, number>;
  private rows: string[][] = [];
  private lines: number[] = [];
  private row: string[] = [];

  constructor(names: readonly string[]) {
    this.positions = new Map(names.map((name, j) => [name, j]));
  }

  begin(line: number): void {
    this.row = [];
    this.rows.push(this.row);
    this.lines.push(line);
  }

  number(key: Key, _: number, text: string, start: number, end: number): void {
    this.word(key, text.slice(start, end));
  }

  word(key: Key, word: string): void {
    const position = this.positions.get(key.name);
    if (position !== undefined) this.row[position] = word;
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
