import { inBlocks, type RunContext } from '../../contract/context';
import type { Dialect, FileSource, FileStamp, Inspection, UnreadableColumn } from '../../contract/data';
import { KernelscopeError } from '../../contract/failure';
import type { Note } from '../../contract/note';
import { spareMemory } from '../../machine/memory';
import { memorySize } from '../../words/quantities';
import { quoted } from '../../words/sentence';
import type { ColumnBuilder } from '../columnBuilder';
import type { ColumnSet } from '../columnSet';
import { columnNames } from '../header';
import { namesLike } from '../oddNames';
import type { OpenTable, RowBatch, WantedOfFile } from '../openTable';
import { MAX_COLUMNS, PREVIEW_CELL, PREVIEW_ROWS, tooManyColumns } from '../table';
import { bytesWithin, expands, REASON } from '../unzip';
import { type RowGroup, readFooter } from './footer';
import { type DataPage, pagesOf } from './pages';
import { openRandomly, type RandomAccess } from './randomAccess';
import type { ParquetColumn } from './schema';
import type { Oddities } from './values';

/** A column that is read, with its name in the table and its position among the columns of single values. */
interface NamedColumn extends ParquetColumn {
  readonly name: string;
  readonly place: number;
  readonly odd: Oddities;
}

/** The bytes below which memory is not checked: a page has a megabyte. */
const LITTLE = 32e6;
/** The cost of a row in simple steps, for checks for cancellation. */
const STEPS = 16;
/** The most rows, and characters of their cells, that are handed out as text at a time. */
const BATCH = 4096;
const BATCH_TEXT = 4e6;

/** A group of rows, and the range of bytes that holds its columns. */
interface GroupPlace {
  readonly rows: number;
  readonly from: number;
  readonly to: number;
}

/** The groups of rows of a Parquet file, as its footer has them. Throws as `openParquet`. */
export async function groupPlaces(source: FileSource, stamp: FileStamp): Promise<readonly GroupPlace[]> {
  const file = await openRandomly(source, stamp);
  try {
    const { groups } = await sound(stamp.name, () => readFooter(file, (bytes) => checkMemory(bytes, stamp.name)));
    return groups.map(({ rows, chunks }) => ({
      rows,
      from: chunks.reduce((least, { from }) => Math.min(least, from), stamp.bytes),
      to: chunks.reduce((most, { to }) => Math.max(most, to), 0),
    }));
  } finally {
    await file.close();
  }
}

/**
 * Opens a Parquet file: reads its footer, and nothing else yet. Only the columns of these names are read from it, and
 * only these groups of rows. Throws `file/unreadable`, `data/…` and `memory/too-large`.
 */
export async function openParquet(
  source: FileSource,
  stamp: FileStamp,
  { names: wanted, groups: range, bound = REASON, frozen }: WantedOfFile,
  context: RunContext,
): Promise<OpenTable> {
  const file = await openRandomly(source, stamp);
  const need = (bytes: number) => checkMemory(bytes, stamp.name);
  try {
    const { columns, leftOut, groups } = await sound(stamp.name, () => readFooter(file, need));
    if (columns.length > MAX_COLUMNS) throw tooManyColumns(stamp.name, columns.length);
    if (columns.length === 0) throw noColumn(stamp.name, leftOut);
    const written = columnNames(
      columns.map(({ header }) => header),
      columns.length,
    );
    const { names, notes } = namesLike(written, frozen?.columns ?? []);
    const only = wanted && new Set(wanted);
    const named = columns.map((column, place) => ({
      ...column,
      name: names[place],
      place,
      odd: { rounded: false, noDate: false },
    }));
    const chosen = named.filter(({ name }) => only?.has(name) ?? true);
    // At least one column is read, to count the rows by it.
    const taken = chosen.length > 0 ? chosen : named.slice(0, 1);
    const [from, to] = range ?? [0, groups.length];
    const before = groups.slice(0, from).reduce((sum, { rows }) => sum + rows, 0);
    const most = bytesWithin(bound, stamp.bytes);
    return new ParquetTable(
      file,
      { columns: taken, leftOut, groups: groups.slice(from, to), before, most, notes },
      context,
    );
  } catch (error) {
    await file.close();
    throw error;
  }
}

interface TakenGroups {
  readonly columns: readonly NamedColumn[];
  readonly leftOut: readonly UnreadableColumn[];
  readonly groups: readonly RowGroup[];
  readonly before: number;
  /** The number of bytes that the file may expand to. */
  readonly most: number;
  /** Notes on the names of its columns. */
  readonly notes: readonly Note[];
}

/** The table of a Parquet file, read one group of rows at a time, and in it one column after another. */
class ParquetTable implements OpenTable {
  readonly stamp: FileStamp;
  readonly names: readonly string[];
  readonly numbers = { decimal: '.', thousands: '', undecided: false } as const;
  readonly words: ReadonlySet<string>;
  ended = false;
  private readonly shown: string[][] = [];
  private readonly need: (bytes: number) => void;
  /** The bytes of the columns to read, and of those already read. */
  private readonly bytes: number;
  private done = 0;

  private readonly columns: readonly NamedColumn[];
  readonly leftOut: readonly UnreadableColumn[];
  private readonly groups: readonly RowGroup[];
  /** The number of rows of the file before the first group. */
  private readonly before: number;
  private readonly most: number;
  private readonly ofNames: readonly Note[];
  private expanded = 0;

  constructor(
    private readonly file: RandomAccess,
    { columns, leftOut, groups, before, most, notes }: TakenGroups,
    private readonly context: RunContext,
  ) {
    this.stamp = file.stamp;
    this.columns = columns;
    this.leftOut = leftOut;
    this.groups = groups;
    this.before = before;
    this.most = most;
    this.ofNames = notes;
    this.expand(8 * columns.length * groups.reduce((sum, { rows }) => sum + rows, 0));
    this.names = columns.map(({ name }) => name);
    this.words = new Set(columns.filter(({ conversion }) => conversion.texts).map(({ name }) => name));
    this.need = (bytes) => {
      checkMemory(bytes, this.stamp.name);
      if (bytes > most) throw expands(this.stamp.name, this.stamp.bytes, bytes);
    };
    const sizes = groups.map(({ chunks }) => columns.reduce((sum, { place }) => sum + sizeOf(chunks[place]), 0));
    this.bytes = sizes.reduce((sum, size) => sum + size, 0);
  }

  async *fill({ builders, lines }: ColumnSet): AsyncGenerator<void, void, undefined> {
    for await (const { group, before } of this.eachGroup()) {
      for (const [j, column] of this.columns.entries()) {
        let row = before;
        for (const page of await this.pages(group, column)) {
          row += this.put(page, builders[j], row);
          if (row - page.rows < PREVIEW_ROWS) this.show(page, row - page.rows, j);
        }
        if (column.odd.rounded && !builders[j].rounded) builders[j].markRounded();
      }
      inBlocks(group.rows, this.context, 1, (from, to) => {
        for (let row = before + from; row < before + to; row++) lines.push(row + 1);
      });
      yield;
    }
  }

  async *batches(): AsyncGenerator<RowBatch, void, undefined> {
    for await (const { group, before } of this.eachGroup()) {
      this.need(this.columns.reduce((sum, { place }) => sum + sizeOf(group.chunks[place]), 0));
      const columns: TextReader[] = [];
      for (const column of this.columns) columns.push(new TextReader(await this.pages(group, column)));
      for (let from = 0; from < group.rows; ) {
        this.context.check();
        const rows: string[][] = [];
        for (let text = 0; from + rows.length < group.rows && rows.length < BATCH && text < BATCH_TEXT; ) {
          const row = columns.map((column) => column.next());
          const length = row.reduce((sum, cell) => sum + cell.length, 0);
          this.expand(length);
          text += length;
          rows.push(row);
        }
        yield { rows, lines: rows.map((_, i) => before + from + i + 1) };
        from += rows.length;
      }
    }
  }

  dialect(): Dialect {
    return {
      format: 'parquet',
      compression: 'none',
      encoding: 'utf-8',
      byteOrderMark: false,
      delimiter: '',
      quote: '',
      lineEnd: 'lf',
      header: true,
      decimal: '.',
      thousands: '',
    };
  }

  notes(): readonly Note[] {
    const notes = [...this.ofNames];
    const add = (code: string, columns: readonly { readonly name: string }[], what: string) => {
      if (columns.length > 0)
        notes.push({ severity: 'warning', code, text: `${quoted(columns.map(({ name }) => name))}: ${what}` });
    };
    for (const what of new Set(this.leftOut.map((column) => column.what)))
      add(
        'data/columns-left-out',
        this.leftOut.filter((column) => column.what === what),
        `${what}, which are not read.`,
      );
    add(
      'data/no-dates',
      this.columns.filter(({ odd }) => odd.noDate),
      'dates outside the years 0 to 9999 are treated as gaps.',
    );
    return notes;
  }

  preview(): Inspection['preview'] {
    return this.shown;
  }

  close(): Promise<unknown> {
    return this.file.close();
  }

  /** The groups of rows, with the number of rows before each; checks at the end that the file has not changed. */
  private async *eachGroup(): AsyncGenerator<{ readonly group: RowGroup; readonly before: number }> {
    let { before } = this;
    for (const [at, group] of this.groups.entries()) {
      const most = this.columns.reduce((size, { place }) => Math.max(size, group.chunks[place].unpacked), 0);
      this.need(most);
      this.ended = at === this.groups.length - 1;
      if (this.ended) await this.file.check();
      yield { group, before };
      before += group.rows;
    }
    await this.file.check();
  }

  /** The pages of a column in a group of rows. Throws `file/unreadable` when they are damaged. */
  private async pages({ rows, chunks }: RowGroup, column: NamedColumn): Promise<Iterable<DataPage>> {
    const { context, need, file } = this;
    const { name } = this.stamp;
    const { from, to, codec } = chunks[column.place];
    context.check();
    need(to - from);
    const bytes = await file.read(from, to);
    this.done += to - from;
    context.progress(this.done / this.bytes, `reading ${name}`);
    return soundPages(name, pagesOf({ column, codec, bytes, rows, odd: column.odd }, need), context);
  }

  /** Adds the cells of a page to a column and returns how many; `before` rows of the file precede them. */
  private put(page: DataPage, builder: ColumnBuilder, before: number): number {
    const { cells } = page;
    const numbers = cells instanceof Float64Array ? cells : undefined;
    const places = placesOf(page);
    inBlocks(page.rows, this.context, STEPS, (from, to) => {
      for (let i = from; i < to; i++) {
        const place = places(i);
        const number = place < 0 || numbers === undefined ? Number.NaN : numbers[place];
        const plain = Number.isFinite(number) ? builder.plainNumbers : undefined;
        if (place < 0) builder.addGaps(1);
        else if (plain) plain.push(number);
        else {
          const text = String(cells[place]);
          this.expand(text.length);
          builder.add(text, before + i + 1);
        }
      }
    });
    return page.rows;
  }

  /** Counts bytes: texts of a dictionary come once for every row that names them. Throws `file/expands`. */
  private expand(bytes: number): void {
    this.expanded += bytes;
    if (this.expanded > this.most) throw expands(this.stamp.name, this.stamp.bytes, this.expanded);
  }

  private show(page: DataPage, before: number, column: number): void {
    const texts = new TextReader([page]);
    for (let row = before; row < Math.min(before + page.rows, PREVIEW_ROWS); row++) {
      this.shown[row] ??= [];
      this.shown[row][column] = texts.next().slice(0, PREVIEW_CELL);
    }
  }
}

/** Finds the place of a row's value in `cells`, asked row by row from the first on; −1 for a gap. */
function placesOf({ defined, positions }: DataPage): (row: number) => number {
  let value = 0;
  return (row) => {
    if (defined?.[row] === 0) return -1;
    const place = positions ? positions[value] : value;
    value++;
    return place;
  };
}

/** The cells of a column as text. */
class TextReader {
  private readonly pages: Iterator<DataPage>;
  private page: DataPage = { rows: 0, cells: [] };
  private place: (row: number) => number = () => -1;
  private row = 0;

  constructor(pages: Iterable<DataPage>) {
    this.pages = pages[Symbol.iterator]();
  }

  /** The cell of the next row. */
  next(): string {
    if (this.row === this.page.rows) this.turn();
    const place = this.place(this.row++);
    return place < 0 ? '' : String(this.page.cells[place]);
  }

  private turn(): void {
    const next = this.pages.next();
    if (next.done) return;
    this.page = next.value;
    this.place = placesOf(next.value);
    this.row = 0;
  }
}

const sizeOf = ({ from, to }: { readonly from: number; readonly to: number }): number => to - from;

function* soundPages(name: string, pages: Iterable<DataPage>, context: RunContext): Generator<DataPage> {
  try {
    for (const page of pages) {
      context.check();
      yield page;
    }
  } catch (error) {
    throw asDamage(name, error);
  }
}

async function sound<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asDamage(name, error);
  }
}

/** Any other error than a failure of ours while a file is decoded comes from bytes that no writer wrote. */
function asDamage(name: string, error: unknown): KernelscopeError {
  if (error instanceof KernelscopeError) return error;
  return new KernelscopeError(
    'file/unreadable',
    `${name} is a damaged Parquet file, or one of a kind that cannot be read. Copy or download it again, or write it as CSV.`,
    { name, defect: error instanceof Error ? error.message : String(error) },
  );
}

function checkMemory(bytes: number, name: string): void {
  if (bytes < LITTLE) return;
  const spare = spareMemory();
  if (bytes <= spare) return;
  throw new KernelscopeError(
    'memory/too-large',
    `A group of rows of ${name} needs ${memorySize(bytes)} of memory; ${memorySize(spare)} are free. Write the file with smaller row groups, or leave columns out of it.`,
    { name, bytes },
  );
}

function noColumn(name: string, leftOut: readonly UnreadableColumn[]): KernelscopeError {
  const what =
    leftOut.length === 0
      ? 'no column'
      : `only columns that cannot be read (${quoted(leftOut.map((column) => column.name))})`;
  return new KernelscopeError(
    'data/header-only',
    `${name} has ${what}. Choose a file with columns of numbers, texts or dates.`,
  );
}
