import type { ColumnReading, ColumnSummary, Transform, TransformInput } from '../contract/data';
import type { Model } from '../contract/model';
import type { PredictionError, Predictions } from '../contract/rpc';
import type { Column, RowsTable } from '../data/table';
import { levelOfWord } from '../data/truthWords';

/** Cells that hold something that is not of the column's kind. */
export interface Unread {
  readonly count: number;
  readonly example: string;
  readonly line: number;
}

/** A column of a model and how many of its numbers stand without the unit of the training rows. */
export interface UnitTally {
  readonly input: Pick<TransformInput, 'column'>;
  withoutUnit?: number;
}

/** The counts over the rows of a file for an input of the model. */
export interface InputTally extends UnitTally {
  readonly input: TransformInput;
  gaps: number;
  /** The rows whose level the input does not list, and the first such levels. */
  unknown: number;
  readonly examples: Set<string>;
  /** The numbers below the lowest or above the highest of the training rows. */
  outside: number;
  /** The number that all of these are; NaN if they differ. */
  alike?: number;
  reading?: ColumnReading;
  unread?: Unread;
  /** Cells that state a limit in place of a number. */
  limits?: Unread;
}

const EXAMPLES = 3;

/**
 * Counts over blocks of rows the facts to report about their predictions; its memory does not depend on their number.
 */
export class PredictionTally {
  rows = 0;
  rowsOutside = 0;
  unpredicted = 0;
  readonly inputs: readonly InputTally[];
  readonly targets: readonly ErrorTally[];

  constructor({
    transform,
    outputs,
    classes,
    taus,
    quality,
  }: Pick<Model, 'transform' | 'outputs' | 'classes' | 'taus' | 'quality'>) {
    this.inputs = transform.inputs.map((input) => ({
      input,
      gaps: 0,
      unknown: 0,
      examples: new Set<string>(),
      outside: 0,
    }));
    const each = taus?.length ?? 1;
    const names = classes ? [classes.column] : outputs.filter((_, o) => o % each === 0).map(({ name }) => name);
    this.targets = names.map(
      (column) => new ErrorTally({ column }, classes !== undefined, errorOfFit(quality, column)),
    );
  }

  add(table: RowsTable, predictions: Predictions, missing: Transform['missing']): void {
    const { rows, columns } = table.inspection;
    const outside = new Uint8Array(rows);
    const incomplete = new Uint8Array(rows);
    const at = new Map(columns.map(({ name }, j) => [name, j]));
    for (const tally of this.inputs) {
      const j = at.get(tally.input.column);
      if (j === undefined) continue;
      const { reading, unread, limits, withoutUnit } = columns[j] as Pick<
        InputTally,
        'reading' | 'unread' | 'limits' | 'withoutUnit'
      >;
      tally.reading = reading;
      tally.withoutUnit = withoutUnit;
      tally.unread = unread;
      tally.limits = limits;
      addCells(tally, table.columns[j], { rows, outside, incomplete });
    }
    for (const target of this.targets) {
      const column = columns[at.get(target.input.column) ?? -1] as Partial<ColumnSummary> | undefined;
      target.withoutUnit = column?.withoutUnit;
    }
    this.rows += rows;
    this.rowsOutside += sumOf(outside);
    if (missing === 'drop') this.unpredicted += sumOf(incomplete);
    const { outputs, classes } = predictions;
    if (classes) this.targets[0].addClasses(classes);
    else for (const [o, output] of outputs.entries()) this.targets[o]?.addNumbers(output);
  }

  /** The errors of the targets that the file holds. */
  targetErrors(): readonly PredictionError[] {
    return this.targets.flatMap((error) => error.result() ?? []);
  }
}

function errorOfFit(quality: Model['quality'], target: string): PredictionError['fit'] {
  const { target: _, ...error } = quality?.errors.find((each) => each.target === target) ?? {};
  return 'rows' in error ? error : undefined;
}

const sumOf = (flags: Uint8Array): number => flags.reduce((sum, flag) => sum + flag, 0);

interface RowFlags {
  readonly rows: number;
  readonly outside: Uint8Array;
  readonly incomplete: Uint8Array;
}

function addCells(tally: InputTally, column: Column, { rows, outside, incomplete }: RowFlags): void {
  const { input } = tally;
  const gap = (i: number) => {
    tally.gaps++;
    incomplete[i] = 1;
  };
  if (input.kind === 'category') {
    addLevels(tally, column, rows, gap);
    return;
  }
  const [least, greatest] = input.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 0; i < rows; i++) {
    const value = 'values' in column ? column.values[i] : Number.NaN;
    if (Number.isNaN(value)) gap(i);
    else if (value < least || value > greatest) {
      tally.alike = tally.outside === 0 || tally.alike === value ? value : Number.NaN;
      tally.outside++;
      outside[i] = 1;
    }
  }
}

/** Counts gaps and levels that the input does not list: new ones, and rare ones of the training rows. */
function addLevels(tally: InputTally, column: Column, rows: number, gap: (row: number) => void): void {
  const { levels } = tally.input as TransformInput & { kind: 'category' };
  const known = new Set(levels);
  const unknown = (label: string | undefined) => {
    tally.unknown++;
    if (label !== undefined && tally.examples.size < EXAMPLES) tally.examples.add(label);
  };
  if ('codes' in column) {
    const isKnown = column.levels.map((level) => known.has(level));
    for (let i = 0; i < rows; i++) {
      const code = column.codes[i];
      if (code < 0) gap(i);
      else if (!isKnown[code]) unknown(column.levels[code]);
    }
    return;
  }
  const words = column.kind === 'boolean' ? column.words : undefined;
  const isWord = words?.map((word) => levelOfWord(levels, word) >= 0);
  for (let i = 0; i < rows; i++) {
    const value = 'values' in column ? column.values[i] : Number.NaN;
    if (Number.isNaN(value)) gap(i);
    else if (!(isWord?.[value] ?? known.has(String(value)))) unknown(words?.[value] ?? String(value));
  }
}

/** The error of a target over the rows that have one: sums of squares around a running mean, or hits and logarithms. */
class ErrorTally implements UnitTally {
  withoutUnit?: number;
  private rows = 0;
  private unreadable = 0;
  private seen = false;
  private mean = 0;
  private spread = 0;
  private squares = 0;
  private right = 0;
  private logs: number | undefined;

  constructor(
    readonly input: UnitTally['input'],
    private readonly classes: boolean,
    private readonly fit: PredictionError['fit'],
  ) {}

  addNumbers({ predicted, observed }: Predictions['outputs'][number]): void {
    if (!observed) return;
    this.seen = true;
    for (let i = 0; i < observed.length; i++) {
      const y = observed[i];
      if (Number.isNaN(y)) this.unreadable++;
      else if (!Number.isNaN(predicted[i])) {
        this.rows++;
        const step = y - this.mean;
        this.mean += step / this.rows;
        this.spread += step * (y - this.mean);
        this.squares += (y - predicted[i]) ** 2;
      }
    }
  }

  addClasses({ predicted, observed, probabilities }: NonNullable<Predictions['classes']>): void {
    if (!observed) return;
    this.seen = true;
    if (probabilities) this.logs ??= 0;
    for (let i = 0; i < observed.length; i++) {
      if (observed[i] < 0) this.unreadable++;
      else if (predicted[i] >= 0) {
        this.rows++;
        if (predicted[i] === observed[i]) this.right++;
        if (probabilities) this.logs = (this.logs ?? 0) - Math.log(probabilities[observed[i]][i]);
      }
    }
  }

  result(): PredictionError | undefined {
    const { rows, unreadable, fit } = this;
    if (!this.seen || rows === 0) return undefined;
    const base = { target: this.input.column, rows, unreadable, ...(fit && { fit }) };
    if (!this.classes) {
      const r2 = this.spread > 0 ? { r2: 1 - this.squares / this.spread } : {};
      return { ...base, rmse: Math.sqrt(this.squares / rows), ...r2 };
    }
    const logLoss = this.logs !== undefined && Number.isFinite(this.logs) ? { logLoss: this.logs / rows } : {};
    return { ...base, accuracy: this.right / rows, ...logLoss };
  }
}
