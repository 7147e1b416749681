import type { RunContext } from '../contract/context';
import type { ColumnReading, FileSource, ReadRules, TransformInput } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { inFile } from '../words/logarithmName';
import type { ByteSource, StreamSource } from './byteSource';
import { checkReading, checkUnderstood } from './checkReading';
import type { ColumnBuilder } from './columnBuilder';
import { columnOf } from './columnReading';
import { ColumnTally } from './columnTally';
import { takeLogarithm } from './logarithm';
import { columnsAbsent } from './oddNames';
import { openFile } from './openFile';
import type { OpenTable, WantedOfFile } from './openTable';
import { ReadAgain } from './readAgain';
import { rowlessFile } from './readTable';
import type { Column, RowsTable } from './table';
import { TableReader } from './tableReader';
import { settledColumns, type TableReading, type UnderstoodColumn } from './tableReading';

/** The number of rows in a block. */
export interface BlockSize {
  /** The number is a multiple of this, unless the block is the last. */
  readonly step: number;
  /** The most rows of a block; a multiple of `step`. */
  readonly most: number;
}

/** The requirements of a model for columns, by their names. */
export interface WantedColumns {
  /** Levels to be retained however many others the file has. */
  readonly levels: ReadonlyMap<string, readonly string[]>;
  /** The kind of each input, and that of the targets, which may be any. */
  readonly kinds: ReadonlyMap<string, TransformInput['kind'] | 'any'>;
  /** A column whose words are distinguished by their hashes when they are too many for levels (`LabelOptions`). */
  readonly hashed?: string;
}

/**
 * The rows of a file whose reading is known, in their order, in bounded memory. Throws as `readTable`, and
 * `file/changed`.
 */
export async function* rowBlocks(
  source: FileSource,
  { file, rows, columns, read }: TableReading,
  size: BlockSize,
  wanted: WantedColumns,
  context: RunContext,
): AsyncGenerator<RowsTable, void, undefined> {
  const written = columns.map(inFile);
  const opened = await openFile(source, read, context, { names: written });
  try {
    const { names, stamp } = opened;
    const again = written.every((name, j) => name === names[j]) && written.length === names.length;
    if (!again || stamp.bytes !== file.bytes || stamp.modified !== file.modified) throw changed(file.name);
    const reader = new TableReader(opened, read, context, { column: (name) => labelsOf(name, wanted) });
    let found = 0;
    for await (const table of blocks(reader, size, () => columns)) {
      found += table.inspection.rows;
      yield table;
    }
    if (found !== rows) throw changed(file.name);
  } finally {
    await opened.close();
  }
}

/**
 * The rows of a stream as they come. Its columns are understood from its first block, that is its first megabyte; later
 * rows are compared with that: throws `model/columns` once a wanted column has to be read differently from rows already
 * handed out, and before the last rows when none has a column that the model needs.
 */
export async function* streamedBlocks(
  source: StreamSource,
  read: ReadRules,
  size: BlockSize,
  { levels, kinds }: WantedColumns,
  context: RunContext,
  ended?: (file: OpenTable, builders: readonly ColumnBuilder[], rows: number) => void,
): AsyncGenerator<RowsTable, void, undefined> {
  const frozen = new Map(read.frozen?.columns.map((column) => [column.name, column]));
  const named = (name: string) => inFile(frozen.get(name) ?? { name });
  const opened = await openFile(source, read, context, {
    names: [...new Set([...kinds.keys(), ...Object.keys(read.kinds ?? {})].map(named))],
  });
  try {
    // Units at numbers may change in a column that is not wanted.
    const column = (name: string) => ({
      kept: levels.get(name),
      tally: new ColumnTally(),
      decorated: kinds.has(name),
    });
    const reader = new TableReader(opened, read, context, { column });
    let before: readonly UnderstoodColumn[] | undefined;
    const understood = (line: number) => {
      const now = settledColumns(reader.columns);
      before?.forEach((column, j) => {
        checkReading(column, now[j], kinds.get(column.name), { file: source.name, line });
      });
      before = now;
      return now;
    };
    let found = 0;
    for await (const table of blocks(reader, size, understood)) {
      if (opened.ended) requireColumns(opened, kinds);
      found += table.inspection.rows;
      yield table;
    }
    if (found === 0) throw rowlessFile(opened);
    ended?.(opened, reader.columns.builders, found);
  } catch (error) {
    throw error instanceof ReadAgain ? error.failure(source.name) : error;
  } finally {
    await opened.close();
  }
}

/** Throws `model/columns` when no row has a column that the model needs, as for a file that lacks it. */
function requireColumns(file: OpenTable, kinds: WantedColumns['kinds']): void {
  const lacking = file.lacking?.() ?? new Set();
  const [absent, here] = [true, false].map((is) => file.names.filter((name) => lacking.has(name) === is));
  const needed = absent.filter((name) => (kinds.get(name) ?? 'any') !== 'any');
  if (needed.length > 0) throw columnsAbsent(file.stamp.name, here, needed, kinds.keys());
}

/** The rules for reading rows whose columns are those of other files. */
interface UnderstoodRows extends Pick<WantedOfFile, 'groups'> {
  readonly read: ReadRules;
  readonly known: ReadonlyMap<string, ColumnReading>;
}

/**
 * The rows of a file whose columns are those of other files read before, in any order, in bounded memory. Throws
 * `model/columns` when they cannot be read like those.
 */
export async function* understoodBlocks(
  source: ByteSource,
  { read, known, groups }: UnderstoodRows,
  size: BlockSize,
  wanted: WantedColumns,
  context: RunContext,
): AsyncGenerator<RowsTable, void, undefined> {
  const { kinds } = wanted;
  const opened = await openFile(source, read, context, {
    names: Array.from(known, ([name, reading]) => inFile({ name, reading })),
    groups,
  });
  try {
    const reader = new TableReader(opened, read, context, {
      column: (name) => ({
        ...labelsOf(name, wanted),
        tally: new ColumnTally(),
        decorated: known.get(name)?.kind === 'number',
      }),
    });
    const understood = (line: number) => {
      const place = { file: opened.stamp.name, line };
      return settledColumns(reader.columns).map((now, j): UnderstoodColumn => {
        const before = known.get(now.name);
        if (before === undefined) return { ...now, kind: 'empty', reading: { kind: 'empty' } };
        if (kinds.has(now.name)) checkUnderstood(before, now, reader.columns.builders[j], place);
        return { ...now, kind: before.kind, reading: before };
      });
    };
    yield* blocks(reader, size, understood);
  } catch (error) {
    throw error instanceof ReadAgain ? error.failure(opened.stamp.name) : error;
  } finally {
    await opened.close();
  }
}

const labelsOf = (name: string, { levels, hashed }: WantedColumns) => ({
  kept: levels.get(name),
  hashed: name === hashed,
});

/** `understood` gives the columns once rows from this line of the file on have been taken out. */
async function* blocks(
  reader: TableReader,
  { step, most }: BlockSize,
  understood: (line: number) => readonly UnderstoodColumn[],
): AsyncGenerator<RowsTable, void, undefined> {
  const { file } = reader;
  const { builders, lines } = reader.columns;
  let before = 0;
  for await (const _ of reader.blocks()) {
    const rows = file.ended ? lines.length : lines.length - (lines.length % step);
    if (rows === 0) continue;
    const taken = reader.take(rows);
    const columns = understood(taken.lines[0]);
    const table: RowsTable = {
      inspection: { file: file.stamp, rows, columns },
      columns: columns.map(({ reading }, j) => takeLogarithm(columnOf(reading, taken.cells[j], builders[j]), reading)),
      lines: taken.lines,
      before,
    };
    for (let from = 0; from < rows; from += most) yield partOf(table, from, Math.min(rows, from + most));
    before += rows;
  }
}

function partOf(table: RowsTable, from: number, to: number): RowsTable {
  const part = (column: Column): Column => {
    if ('values' in column) return { ...column, values: column.values.subarray(from, to) };
    return 'codes' in column ? { ...column, codes: column.codes.subarray(from, to) } : column;
  };
  return {
    inspection: { ...table.inspection, rows: to - from },
    columns: table.columns.map(part),
    lines: table.lines.subarray(from, to),
    before: (table.before ?? 0) + from,
  };
}

const changed = (name: string): KernelscopeError =>
  new KernelscopeError('file/changed', `${name} was changed while it was read. Predict it again.`);
