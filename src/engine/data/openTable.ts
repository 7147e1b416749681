import type { RunContext } from '../contract/context';
import type { Dialect, FileStamp, Inspection, ReadRules, UnreadableColumn } from '../contract/data';
import type { Note } from '../contract/note';
import type { ColumnSet } from './columnSet';
import type { NumberFormat } from './numbers';
import type { ExpansionBound } from './unzip';

/** A range of the groups of rows in a file, counted from 0: the first, and the one after the last. */
export type GroupRange = readonly [from: number, to: number];

/** The parts of a file that are read. */
export interface WantedOfFile {
  /** The names of the columns to read from JSON Lines or a Parquet file; all are read if left out. */
  readonly names?: readonly string[];
  /** How much a Parquet file may expand to. */
  readonly bound?: ExpansionBound;
  /** The groups of rows to read from a Parquet file; all if left out. */
  readonly groups?: GroupRange;
  /** For a Parquet file: the reading of the file that this one is like. */
  readonly frozen?: ReadRules['frozen'];
}

/** Rows of one block as text. A row may be shorter or longer than the table is wide. */
export interface RowBatch {
  readonly rows: readonly (readonly string[])[];
  /** 1-based line of the file where each row begins. */
  readonly lines: readonly number[];
}

/**
 * A table in an open file of any format, to be read once, from front to back, in one of two ways. Whoever opens it
 * closes it.
 */
export interface OpenTable {
  readonly stamp: FileStamp;
  /** The names of the columns that are known before the first row. */
  readonly names: readonly string[];
  /** How numbers are written in texts. */
  readonly numbers: NumberFormat & { readonly undecided: boolean };
  /** The names of the columns that the file declares as texts: they are never read as numbers. */
  readonly words?: ReadonlySet<string>;
  /** Names that were made up for columns without one. */
  readonly unnamed?: ReadonlySet<string>;
  /** Columns that cannot be read. */
  readonly leftOut?: readonly UnreadableColumn[];
  /** The wanted names that no row so far has, in a format whose rows name the columns. */
  lacking?(): ReadonlySet<string>;
  /** True when the rows handed out are the last. */
  readonly ended: boolean;
  /** Puts the rows into columns; each time it yields, another block of them has been added. */
  fill(columns: ColumnSet): AsyncGenerator<void, void, undefined>;
  /** The rows as text, in blocks. */
  batches(): AsyncGenerator<RowBatch, void, undefined>;
  /** Final once all rows have been read; so are the notes. */
  dialect(): Dialect;
  notes(): readonly Note[];
  /** The first rows as text, once they have been read. */
  preview(): Inspection['preview'];
  close(): Promise<unknown>;
}

/** Opens one of the files of a table. */
export type OpenPart = (path: string, read: ReadRules, context: RunContext) => Promise<OpenTable>;
