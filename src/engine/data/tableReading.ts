import type { RunContext } from '../contract/context';
import type { ColumnReading, ColumnSummary, Dialect, FileStamp, ReadRules } from '../contract/data';
import type { Note } from '../contract/note';
import type { ByteSource } from './byteSource';
import type { ColumnBuilder } from './columnBuilder';
import { readingOf } from './columnReading';
import type { ColumnSet } from './columnSet';
import { missingTokensOf, oddReason, unreadOf, unusual } from './columnSummary';
import { ColumnTally } from './columnTally';
import { countNones } from './finishColumns';
import { openFile } from './openFile';
import type { GroupRange } from './openTable';
import { readingAgain } from './readAgain';
import { rowlessFile } from './readTable';
import { reconsider } from './reconsider';
import { findSentinels } from './sentinels';
import { TableReader } from './tableReader';

/** A column as it is understood from all rows that were read. */
export interface UnderstoodColumn
  extends Pick<ColumnSummary, 'name' | 'kind' | 'reason' | 'missingTokens' | 'unread' | 'limits' | 'withoutUnit'> {
  readonly reading: ColumnReading;
  /** The least and the greatest number of the rows so far, including stand-ins for "missing". */
  readonly ends: readonly [number, number];
}

/** The reading of a complete file: all that is needed to read its rows again, block by block, as `readTable` does. */
export interface TableReading {
  readonly file: FileStamp;
  readonly dialect: Dialect;
  readonly rows: number;
  readonly columns: readonly UnderstoodColumn[];
  /** The rules, with the decimal sign if only a late row shows it. */
  readonly read: ReadRules;
  /** Notes on the file, not on its columns. */
  readonly notes: readonly Note[];
}

interface ReadingMore {
  /** The row groups of a Parquet file to read; all if omitted. */
  readonly groups?: GroupRange | undefined;
  /** Further notes on the columns. */
  readonly notesOn?: (builders: readonly ColumnBuilder[], rows: number) => readonly Note[];
}

/** Reads a file to its end and stores none of its rows. Throws as `readTable`, also for a header alone. */
export function readingOfFile(
  source: ByteSource,
  read: ReadRules,
  context: RunContext,
  { groups, notesOn }: ReadingMore = {},
): Promise<TableReading> {
  return readingAgain(read, async (decided) => {
    const opened = await openFile(source, decided, context, groups && { groups });
    try {
      const reader = new TableReader(opened, decided, context, { column: () => ({ tally: new ColumnTally() }) });
      let rows = 0;
      for await (const _ of reader.blocks()) {
        const { length } = reader.columns.lines;
        rows += length;
        reader.take(length);
      }
      if (rows === 0) throw rowlessFile(opened);
      reconsider(reader.columns, decided);
      return {
        file: opened.stamp,
        dialect: opened.dialect(),
        rows,
        columns: settledColumns(reader.columns),
        read: decided,
        notes: [...opened.notes(), ...(notesOn?.(reader.columns.builders, rows) ?? [])],
      };
    } finally {
      await opened.close();
    }
  });
}

/** The columns, each with a tally, as they are understood from the rows taken so far. */
export function settledColumns({ names, builders, missing }: ColumnSet): readonly UnderstoodColumn[] {
  for (const builder of builders) builder.settle();
  const tallies = builders.map(({ tally }) => tally ?? new ColumnTally());
  const readings = builders.map((builder, j) => readingOf(builder, () => tallies[j].dates));
  const free = ({ kind }: ColumnReading, j: number) => kind === 'number' && !builders[j].frozen;
  const numbers = readings.map((reading, j) => (free(reading, j) ? tallies[j].extremes : undefined));
  const standIns = missing.alone ? [] : findSentinels(numbers);
  return builders.map((builder, j) => {
    const standIn = standIns[j]?.value;
    const reading: ColumnReading =
      readings[j].kind === 'number' && standIn !== undefined ? { ...readings[j], standIn } : readings[j];
    return { ...settledColumn(names[j], reading, builder), ends: tallies[j].extremes.ends };
  });
}

function settledColumn(name: string, reading: ColumnReading, builder: ColumnBuilder): Omit<UnderstoodColumn, 'ends'> {
  const { kind } = reading;
  countNones(builder, reading);
  const unread = unreadOf(kind, builder);
  const missingTokens = missingTokensOf(builder);
  if (reading.kind === 'number' && reading.standIn !== undefined)
    missingTokens.push({ token: String(reading.standIn), count: 0 });
  return { name, kind, reason: oddReason(kind, builder) ?? '', missingTokens, reading, ...unusual(builder, unread) };
}
