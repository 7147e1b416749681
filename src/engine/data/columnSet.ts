import type { ColumnReading, ReadRules } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { isLogarithm, logarithmOf, loggedIn } from '../words/logarithmName';
import { count } from '../words/numbers';
import { ColumnBuilder, type ColumnOptions } from './columnBuilder';
import { type Growing, growingUint32 } from './growing';
import { keptTokens } from './keptTokens';
import type { MemoryBudget } from './memoryBudget';
import { MissingTokens } from './missing';
import type { NumberFormat } from './numbers';
import { LogarithmAfterAll } from './readAgain';
import { unknownColumn } from './unknownColumn';

export interface ColumnSetOptions {
  readonly budget?: MemoryBudget;
  /** Further options with which the column of this name is read. */
  readonly column?: (name: string) => Pick<ColumnOptions, 'tally' | 'kept' | 'hashed'>;
  /** Columns of texts that are never read as numbers. */
  readonly words?: ReadonlySet<string>;
  /** Names that were made up. */
  readonly unnamed?: ReadonlySet<string>;
}

/** The columns of a table while it is read: a name and a builder for each, and the line of every row. */
export class ColumnSet {
  readonly names: string[] = [];
  readonly builders: ColumnBuilder[] = [];
  /** 1-based line of the file where each row begins. */
  readonly lines: Growing<Uint32Array>;
  readonly cells: CellCount;
  readonly missing: MissingTokens;
  /** How columns of these names were read in other files, which decides how they are understood here. */
  private readonly frozen: ReadonlyMap<string, ColumnReading>;

  constructor(
    private readonly file: string,
    readonly read: ReadRules,
    private readonly numbers: NumberFormat & { readonly undecided: boolean },
    private readonly options: ColumnSetOptions,
    shared?: Pick<ColumnSet, 'lines' | 'cells'>,
  ) {
    this.missing = new MissingTokens(read.missing);
    this.frozen = new Map(read.frozen?.columns.map(({ name, reading }) => [name, reading]));
    this.lines = shared?.lines ?? growingUint32(options.budget);
    this.cells = shared?.cells ?? new CellCount(file, read.acceptExpansion === true);
  }

  /** Adds a column under its name in the file, which no other has, with the kind that is set for it. */
  add(inFile: string): ColumnBuilder {
    const { kinds = {} } = this.read;
    const { budget, column, words, unnamed } = this.options;
    const logarithm = this.isLogged(inFile);
    const name = logarithm ? logarithmOf(inFile) : this.besideLogarithm(inFile);
    const forced = logarithm ? 'number' : Object.hasOwn(kinds, inFile) ? kinds[inFile] : undefined;
    const known = this.frozen.get(name);
    const frozen = forced === undefined || known?.kind === forced ? known : undefined;
    const { undecorated, multiplied, durations = {} } = this.read;
    const among = (list: readonly string[] | 'all' | undefined) => list === 'all' || list?.includes(name) === true;
    const like = frozen && 'words' in frozen && frozen.kind !== 'boolean' ? frozen.words : undefined;
    const kept = keptTokens(name, this.read) ?? like;
    const builder = new ColumnBuilder(this.numbers, kept ? this.missing.without(kept) : this.missing, {
      name,
      forced,
      frozen,
      logarithm,
      decorated: !among(undecorated),
      multiplied: among(multiplied),
      duration: Object.hasOwn(durations, name) ? durations[name] : undefined,
      budget,
      words: words?.has(inFile),
      unnamed: unnamed?.has(inFile),
      ...column?.(name),
    });
    this.names.push(name);
    this.builders.push(builder);
    return builder;
  }

  /** True if the logarithm of this column is to be read, and no column before it has the name that it gets. */
  private isLogged(name: string): boolean {
    const own = logarithmOf(name);
    const wanted = this.read.logarithms?.includes(name) || isLogarithm(this.frozen.get(own));
    return wanted && loggedIn(name) === undefined && !this.names.includes(own);
  }

  /**
   * The name of a column in the file, made different when the logarithm of an earlier column has it. Throws
   * `LogarithmAfterAll` when only this name asked for that logarithm.
   */
  private besideLogarithm(name: string): string {
    const column = loggedIn(name);
    if (column === undefined || !this.names.includes(name)) return name;
    if (this.read.logarithms?.includes(column)) throw new LogarithmAfterAll(column);
    return `${name} (2)`;
  }

  /** The same columns in the order in which a file has them: `places` has the place of each in that file. */
  arranged(places: readonly number[]): ColumnSet {
    const set = new ColumnSet(this.file, this.read, this.numbers, this.options, this);
    for (const [j, place] of places.entries()) {
      set.names[place] = this.names[j];
      set.builders[place] = this.builders[j];
    }
    return set;
  }

  /** Leaves out all columns but these. */
  keep(positions: readonly number[]): void {
    this.names.splice(0, Number.POSITIVE_INFINITY, ...positions.map((j) => this.names[j]));
    this.builders.splice(0, Number.POSITIVE_INFINITY, ...positions.map((j) => this.builders[j]));
  }

  /** To be called once all columns are there: throws `data/unknown-column` for a kind that is set for none of them. */
  checkKinds(): void {
    const isHere = (name: string) => this.names.includes(name) || this.names.includes(logarithmOf(name));
    const unknown = Object.keys(this.read.kinds ?? {}).find((name) => !isHere(name));
    if (unknown === undefined) return;
    throw unknownColumn(`${this.file} has no column "${unknown}" to set the kind of`, unknown, this.names);
  }
}

/** The number of cells that any table may have, written or not: 160 MB of numbers. */
const FREE = 2e7;
/** The number of further cells allowed for each one that is written. */
const EACH = 200;

/**
 * Adds up the cells of a table while it is read. Rows may be shorter than the table is wide, and JSON objects may lack
 * keys, so that a small file can ask for a huge table of gaps: beyond a reasonable proportion of gaps it is refused
 * before they take memory, until the person accepts it.
 */
class CellCount {
  private rows = 0;
  private written = 0;

  constructor(
    private readonly file: string,
    private readonly accepted: boolean,
  ) {}

  /** Adds further rows, and how many of their cells the file has. Throws `file/expands`. */
  add(rows: number, written: number, columns: number): void {
    this.rows += rows;
    this.written += written;
    const cells = this.rows * columns;
    if (this.accepted || cells <= FREE + EACH * this.written) return;
    throw new KernelscopeError(
      'file/expands',
      `${this.file} has ${count(columns)} columns, and its first ${count(this.rows)} rows write only ${count(this.written)} of their ${count(cells)} cells; all others would be gaps. Read it only if you trust where it comes from.`,
      { name: this.file, columns, rows: this.rows, written: this.written },
    );
  }
}
