import { inBlocks, type RunContext } from '../../contract/context';
import type { Inspection } from '../../contract/data';
import { KernelscopeError } from '../../contract/failure';
import type { Note } from '../../contract/note';
import { loggedIn } from '../../words/logarithmName';
import { count } from '../../words/numbers';
import { counted } from '../../words/sentence';
import type { ColumnBuilder } from '../columnBuilder';
import type { ColumnSet } from '../columnSet';
import { undecorated } from '../decoration';
import { LineList } from '../lineList';
import { type NumberFormat, plainNumber } from '../numbers';
import { CELLS_BETWEEN_LOOKS, MAX_COLUMNS, PREVIEW_CELL, PREVIEW_ROWS, tooManyColumns } from '../table';
import type { Key } from './keys';
import type { ObjectSink } from './objectLines';

/** The state of a column besides its cells. */
interface JsonColumn {
  readonly name: string;
  /** The number of rows that its builder holds; the gaps before the next value are added with that value. */
  rows: number;
  /** The number of rows with the key, and of those among them with another value than null. */
  met: number;
  values: number;
}

/** The most keys that a note names. */
const NAMED = 6;

/**
 * Puts the values of objects into columns: one for each key, in the order in which they first appear, with names such
 * as "size.width" for the keys of objects within objects. Lists are left out. Rows without a key have a gap there.
 * Throws `data/malformed` for a key that occurs twice in an object.
 */
export class JsonColumns implements ObjectSink {
  private readonly columns: JsonColumn[] = [];
  private readonly positions = new Map<string, number>();
  /** The names of keys that hold lists, and the lines of these. */
  private readonly lists = new Map<string, LineList>();
  private readonly shown: string[][] = [];
  private line = 1;
  /** The number of cells that this row has. */
  private written = 0;
  /** The number of rows before this one. */
  private row = 0;
  private left = 0;
  /**
   * The number of columns that are there before the first row: those wanted, or those of files read before this one.
   */
  private readonly given: number;

  /**
   * With `fixed`, only the columns of the set are read. `signs` are those of texts that are numbers: in all columns
   * with `everywhere`, else in columns that are numbers in a file that this one is to be read like.
   */
  constructor(
    private readonly set: ColumnSet,
    private readonly fixed: boolean,
    private readonly file: string,
    private readonly context: RunContext,
    private readonly signs?: NumberFormat,
    private readonly everywhere = false,
  ) {
    set.names.forEach((name, j) => {
      this.know((set.builders[j].logarithm && loggedIn(name)) || name, 0);
    });
    this.given = set.names.length;
  }

  begin(line: number): void {
    this.line = line;
    this.left -= 1 + this.columns.length;
    if (this.left > 0) return;
    this.left = CELLS_BETWEEN_LOOKS;
    this.context.check();
  }

  number(key: Key, value: number, text: string, start: number, end: number): void {
    const builder = this.cell(key);
    if (builder === undefined) return;
    const plain = Number.isNaN(value) || Math.abs(value) >= 2 ** 53 ? undefined : builder.plainNumbers;
    if (plain) plain.push(value);
    else builder.add(text.slice(start, end), this.line);
    if (this.row < PREVIEW_ROWS) this.show(key, text.slice(start, end));
  }

  word(key: Key, word: string): void {
    const builder = this.cell(key);
    const signs = this.everywhere || builder?.frozen?.kind === 'number' ? this.signs : undefined;
    builder?.add(signs ? pointed(word, signs) : word, this.line);
    if (builder && this.row < PREVIEW_ROWS) this.show(key, word);
  }

  null(key: Key): void {
    const builder = this.cell(key);
    if (builder === undefined) return;
    builder.addGaps(1);
    this.columns[key.column].values--;
  }

  nested(key: Key): void {
    let lines = this.lists.get(key.name);
    if (lines === undefined) {
      lines = new LineList();
      this.lists.set(key.name, lines);
    }
    lines.add(this.line);
  }

  end(): void {
    this.set.lines.push(this.line);
    this.row++;
    // Whoever names the columns knows how many there are.
    if (!this.fixed) this.set.cells.add(1, this.written, this.columns.length);
    this.written = 0;
  }

  /** The builder that takes the value of this key in this row; undefined for a key that is not wanted. */
  private cell(key: Key): ColumnBuilder | undefined {
    if (key.column < 0) key.column = this.positions.get(key.name) ?? this.open(key.name);
    if (key.column < 0) return undefined;
    const column = this.columns[key.column];
    if (column.rows > this.row) throw this.repeated(key);
    if (column.rows < this.row) this.fill(key.column);
    column.rows++;
    column.met++;
    this.written++;
    column.values++;
    return this.set.builders[key.column];
  }

  /** Opens a column and returns its position, or −1. */
  private open(name: string): number {
    if (this.fixed) return -1;
    if (this.columns.length === MAX_COLUMNS) throw tooManyColumns(this.file);
    this.set.add(name);
    // Rows that were taken out of the other columns have no cell in this one.
    return this.know(name, this.row - this.set.lines.length);
  }

  private know(name: string, rows: number): number {
    const position = this.columns.length;
    this.columns.push({ name, rows, met: 0, values: 0 });
    this.positions.set(name, position);
    return position;
  }

  /** Adds gaps for the rows before this one in which the key was absent. */
  private fill(position: number): void {
    const column = this.columns[position];
    const builder = this.set.builders[position];
    inBlocks(this.row - column.rows, this.context, 4, (from, to) => builder.addGaps(to - from));
    column.rows = this.row;
  }

  private show(key: Key, text: string): void {
    while (this.shown.length <= this.row) this.shown.push([]);
    this.shown[this.row][key.column] = text.slice(0, PREVIEW_CELL);
  }

  /** The names of columns that no row has had so far. */
  lacking(): ReadonlySet<string> {
    return new Set(this.columns.flatMap(({ name, met }) => (met === 0 ? [name] : [])));
  }

  /** Makes all columns as long as each other. */
  level(): void {
    for (let j = 0; j < this.columns.length; j++) this.fill(j);
  }

  /** To be called once all rows are there: the notes on them, and the first of them. */
  finish(): { readonly notes: readonly Note[]; readonly preview: Inspection['preview'] } {
    const { set, file, columns } = this;
    const parents = parentsOf([...this.positions.keys(), ...this.lists.keys()]);
    const holdsMore = ({ name }: JsonColumn) => parents.has(name) || this.lists.has(name);
    // A key without other values than objects or lists is no column.
    const kept = columns
      .map((_, j) => j)
      .filter((j) => j < this.given || columns[j].values > 0 || !holdsMore(columns[j]));
    if (kept.length === 0)
      throw new KernelscopeError(
        'data/header-only',
        `${file} has objects without a value that can be read: they are empty or hold only lists. Choose another file.`,
      );
    set.keep(kept);
    const preview = this.shown.map((row) => kept.map((j) => row[j] ?? ''));
    return { notes: this.notes(kept.map((j) => columns[j])), preview };
  }

  private notes(columns: readonly JsonColumn[]): Note[] {
    const notes: Note[] = [];
    const { row: rows } = this;
    const absent = columns
      .map(({ name, met }) => ({ name, met, cells: rows - met - (this.lists.get(name)?.count ?? 0) }))
      .filter(({ met, cells }) => met > 0 && cells > 0)
      .sort((a, b) => b.cells - a.cells);
    if (absent.length > 0) {
      const named = firstOf(absent.map(({ name, cells }) => `"${name}" (${counted(cells, 'row')})`));
      const text = `Some rows lack keys that others have, and have gaps there: ${named}.`;
      notes.push({ severity: 'info', code: 'data/absent-keys', text });
    }
    const names = new Set(columns.map(({ name }) => name));
    const whole = [...this.lists.keys()].filter((name) => !names.has(name));
    if (whole.length > 0) {
      const text = `Lists are left out: ${firstOf(whole.map((name) => `"${name}"`))}. To use their values, give each a key.`;
      notes.push({ severity: 'warning', code: 'data/lists-left-out', text });
    }
    for (const [name, lines] of [...this.lists].filter(([name]) => names.has(name)).slice(0, NAMED)) {
      const text = `In "${name}", ${lines.words('row')} a list or a deep object in place of a value; these cells are gaps.`;
      notes.push({ severity: 'warning', code: 'data/lists-in-column', text });
    }
    return notes;
  }

  private repeated({ name }: Key): KernelscopeError {
    const line = count(this.line);
    const message = `Line ${line} of ${this.file} has the key "${name}" twice. Keep one of them.`;
    return new KernelscopeError('data/malformed', message, { name: this.file, line: this.line });
  }
}

/**
 * A text that is a number with the signs of another file, rewritten with those of JSON, and its unit; any other text as
 * it is.
 */
export function pointed(word: string, signs: NumberFormat): string {
  const cell = word.trim();
  const bare = plainNumber(cell, signs) === undefined ? undecorated(cell) : undefined;
  const plain = plainNumber(bare?.text ?? cell, signs);
  if (plain === undefined) return word;
  return bare ? `${plain} ${bare.unit}` : plain;
}

const firstOf = (words: readonly string[]): string =>
  words.length > NAMED ? `${words.slice(0, NAMED).join(', ')} and ${words.length - NAMED} more` : words.join(', ');

/** The enclosing names: "a" and "a.b" for "a.b.c". */
function parentsOf(names: readonly string[]): ReadonlySet<string> {
  const parents = new Set<string>();
  for (const name of names)
    for (let at = name.lastIndexOf('.'); at > 0; at = name.lastIndexOf('.', at - 1)) parents.add(name.slice(0, at));
  return parents;
}
