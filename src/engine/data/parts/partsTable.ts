import { partOf, type RunContext } from '../../contract/context';
import type { Dialect, FileStamp, Inspection, PartStamp, ReadRules, UnreadableColumn } from '../../contract/data';
import { KernelscopeError } from '../../contract/failure';
import type { Note } from '../../contract/note';
import { FORMAT_NAMES } from '../../words/dataWords';
import { count } from '../../words/numbers';
import { counted, quoted } from '../../words/sentence';
import type { ColumnSet } from '../columnSet';
import type { OpenPart, OpenTable, RowBatch } from '../openTable';
import { LateDecimalComma } from '../readAgain';

type Stamp = FileStamp & { readonly parts: readonly PartStamp[] };

/**
 * An open part, and the place in it of each column of the whole table; no places for JSON Lines, whose keys name the
 * columns.
 */
interface Part {
  readonly table: OpenTable;
  readonly places?: readonly number[];
}

/**
 * Several files read as one table, one after another: columns are matched by their names; the delimiter, header and
 * encoding are found for each part separately, the contents of a column over all parts. Line numbers continue from part
 * to part.
 */
export class PartsTable implements OpenTable {
  readonly names: readonly string[];
  readonly numbers;
  readonly words;
  readonly leftOut: readonly UnreadableColumn[] | undefined;
  ended = false;
  private readonly parts: PartStamp[];
  private current: Part;
  private readonly remarks: (readonly [part: string, notes: readonly Note[]])[] = [];
  private first: Dialect;
  private shown: Inspection['preview'] = [];
  /** The last line of the rows so far. */
  private last = 0;

  static async open(stamp: Stamp, openPart: OpenPart, read: ReadRules, context: RunContext): Promise<PartsTable> {
    const sources = new PartSources(stamp, openPart, read, context);
    return new PartsTable(stamp, sources, await sources.open(0));
  }

  private constructor(
    private readonly whole: Stamp,
    private readonly sources: PartSources,
    table: OpenTable,
  ) {
    const { names, numbers, words, leftOut } = table;
    this.names = names;
    this.numbers = numbers;
    this.words = words;
    this.leftOut = leftOut;
    this.parts = [...whole.parts];
    this.first = table.dialect();
    this.current = { table };
  }

  get stamp(): FileStamp {
    return { ...this.whole, parts: [...this.parts] };
  }

  async *fill(columns: ColumnSet): AsyncGenerator<void, void, undefined> {
    const { builders, lines } = columns;
    for await (const [{ table, places }, before, name] of this.eachPart()) {
      const rows = table.fill(places ? columns.arranged(places) : columns);
      const met = () =>
        builders.reduce((sum, { odd, amounts }) => sum + (odd ? 1 : 0) + (amounts.limits.first ? 1 : 0), 0);
      let odd = met();
      for (;;) {
        const held = lines.length;
        const next = await rows.next();
        if (next.done) break;
        this.last = Math.max(this.last, lines.raise(held, before));
        const now = met();
        if (now > odd) for (const builder of builders) builder.oddIn(name);
        odd = now;
        yield;
      }
      if (this.shown.length === 0) this.shown = table.preview().map((row) => places?.map((at) => row[at] ?? '') ?? row);
    }
    this.ended = true;
    const width = columns.names.length;
    this.shown = this.shown.map((row) => Array.from({ length: width }, (_, j) => row[j] ?? ''));
    yield;
  }

  async *batches(): AsyncGenerator<RowBatch, void, undefined> {
    for await (const [{ table, places }, before] of this.eachPart())
      for await (const { rows, lines } of table.batches()) {
        this.last = before + (lines.at(-1) ?? 0);
        yield {
          rows: places ? rows.map((row) => places.map((at) => row[at] ?? '')) : rows,
          lines: lines.map((line) => before + line),
        };
      }
    this.ended = true;
  }

  dialect(): Dialect {
    return this.first;
  }

  /** The notes of the parts, one of each kind, with the name of the first part that has it. */
  notes(): readonly Note[] {
    const kinds = new Map<string, { readonly note: Note; readonly part: string; others: number }>();
    for (const [part, notes] of this.remarks)
      for (const note of notes) {
        const known = kinds.get(note.code);
        if (known === undefined) kinds.set(note.code, { note, part, others: 0 });
        else if (known.part !== part) known.others++;
      }
    return [...kinds.values()].map(({ note, part, others }) => {
      const more = others === 0 ? '' : ` So in ${counted(others, 'other part')}.`;
      return { ...note, text: `${part}: ${note.text}${more}` };
    });
  }

  preview(): Inspection['preview'] {
    return this.shown;
  }

  close(): Promise<unknown> {
    return this.current.table.close();
  }

  private async *eachPart(): AsyncGenerator<readonly [part: Part, before: number, name: string]> {
    const { parts } = this.whole;
    for (const [at, { name }] of parts.entries()) {
      if (at > 0) this.current = await this.next(at);
      const before = this.last;
      this.parts[at] = { ...parts[at], before };
      yield [this.current, before, name];
      // Even a part without rows counts for one line.
      this.last = Math.max(this.last, before + 1);
      if (at === 0) this.first = this.current.table.dialect();
      this.remarks.push([name, this.current.table.notes()]);
      await this.current.table.close();
    }
  }

  private async next(at: number): Promise<Part> {
    const table = await this.sources.open(at, this.names);
    try {
      return { table, ...(this.first.format !== 'json-lines' && { places: this.placesIn(table, at) }) };
    } catch (error) {
      await table.close();
      throw error;
    }
  }

  /** The places in a part of the whole table's columns. Throws `data/malformed` when the part has other columns. */
  private placesIn(table: OpenTable, at: number): readonly number[] {
    const { names, first } = this;
    const [{ name: one }] = this.whole.parts;
    const { name } = this.whole.parts[at];
    const dialect = table.dialect();
    const unlike = (what: string) => new KernelscopeError('data/malformed', `${name} ${what}`, { name });
    if (dialect.format !== first.format)
      throw unlike(
        `is ${formatOf(dialect)}, and ${one} is ${formatOf(first)}. Read them as two tables, or write both in one format.`,
      );
    if (!table.numbers.undecided && !this.numbers.undecided && table.numbers.decimal !== this.numbers.decimal)
      throw unlike(
        `has decimal ${table.numbers.decimal === ',' ? 'commas' : 'points'}, and ${one} has not. Set the decimal sign, or write both in one way.`,
      );
    // This part is the first to have decimal commas: all are read again with these.
    if (this.numbers.undecided && this.numbers.decimal !== table.numbers.decimal) throw new LateDecimalComma();
    if (!dialect.header && table.names.length === names.length) return names.map((_, j) => j);
    if (!dialect.header)
      throw unlike(
        `has ${counted(table.names.length, 'column')} without names, and ${one} has ${count(names.length)}. Give it a header, or leave it out.`,
      );
    const places = new Map(table.names.map((column, j) => [column, j]));
    const lacking = names.filter((column) => !places.has(column));
    if (lacking.length > 0)
      throw unlike(`lacks columns that ${one} has: ${quoted(lacking)}. Add them, or leave the file out.`);
    const more = table.names.filter((column) => !names.includes(column));
    if (more.length > 0)
      throw unlike(`has columns that ${one} lacks: ${quoted(more)}. Leave them out, or leave the file out.`);
    return names.map((column) => places.get(column) ?? -1);
  }
}

const formatOf = ({ format }: Dialect): string => (format === undefined ? 'delimited text' : FORMAT_NAMES[format]);

/** Opens the parts of a table one by one. */
class PartSources {
  private done = 0;

  constructor(
    private readonly stamp: Stamp,
    private readonly openPart: OpenPart,
    private readonly read: ReadRules,
    private readonly context: RunContext,
  ) {}

  /**
   * Opens a part; after the first one, its `names` identify a header. Throws the errors of opening, and `file/changed`.
   */
  async open(at: number, names: readonly string[] = []): Promise<OpenTable> {
    const { read, stamp } = this;
    const part = stamp.parts[at];
    const from = this.done / stamp.bytes;
    this.done += part.bytes;
    const context = partOf(this.context, from, this.done / stamp.bytes);
    const open = async (options: ReadRules) => {
      const table = await this.openPart(part.path, options, context);
      const { bytes, modified } = table.stamp;
      if (bytes === part.bytes && modified === part.modified) return table;
      await table.close();
      throw new KernelscopeError(
        'file/changed',
        `${part.name} was changed while the files were read. Try again once it is complete.`,
        {
          name: part.name,
        },
      );
    };
    const table = await open(read);
    const undecided = at > 0 && table.dialect().format === undefined && read.header === undefined;
    const [row = []] = table.preview();
    const again =
      undecided && !table.dialect().header && row.length === names.length && row.every((cell) => names.includes(cell));
    if (!again) return table;
    await table.close();
    return open({ ...read, header: true });
  }
}
