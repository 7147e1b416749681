import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { PartSize } from '../contract/cluster';
import { type RunContext, silently } from '../contract/context';
import type { ColumnReading, Dialect, ReadOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { stampOf } from '../data/byteSource';
import { openFile } from '../data/openFile';
import type { TableReading, UnderstoodColumn } from '../data/tableReading';
import { isPattern } from '../machine/pattern';
import type { Understood } from '../parts/sampleTable';
import { counted, quoted } from '../words/sentence';
import { hasNoRows, type PartsReading } from './partBlocks';
import { type PlanPart, partOfFile, statOf } from './planPart';
import { failsByData } from './skippedParts';

/** The parts of some files, and how the first of them is written. */
interface ListedParts extends Pick<PartsReading, 'text' | 'names'> {
  readonly parts: readonly PlanPart[];
  readonly dialect: Dialect;
}

/** Files, folders and patterns to list the parts of. */
export interface ListedFiles {
  readonly paths: readonly string[];
  /** If omitted, large files are cut where they can be. */
  readonly partSize?: PartSize;
  /** The fewest bytes that files are cut to if no part size was set; 64 MB if omitted. */
  readonly leastCut?: number;
  /** True to leave out parts that fail because of their data. */
  readonly skipFailed?: boolean;
}

/** The fewest bytes of a part, if none are requested, and about the largest number of parts, if no part size was set. */
const LEAST_CUT = 64e6;
const MOST_CUT = 2000;

/**
 * The parts of files, folders and patterns: each file, or about `partSize` bytes of a larger one (lines of an uncompressed file, or groups of rows of a Parquet file). Without a size,
 * large files that can be cut are cut. A file without a header has the columns of the first in their order. With `skipFailed`, a file after the first that fails by its data is a part that says so.
 * Throws `file/…`, `parameter/invalid` for what cannot be cut, `data/unknown-column` for other columns.
 */
export async function listParts(
  { paths, partSize, skipFailed, leastCut }: ListedFiles,
  read: ReadOptions,
  context: RunContext,
): Promise<ListedParts> {
  const files = (await Promise.all(paths.map(filesOf))).flat();
  const [first, ...others] = files;
  const { names, dialect } = await peek(first, read, context);
  const text = dialect.format === undefined;
  const cut = { text, lists: [names], ...(await sizeOf(partSize, files, leastCut)) };
  const parts = [...(await cutFile(first, { names, dialect }, cut))];
  for (const path of others) {
    context.check();
    try {
      parts.push(...(await cutFile(path, await likeFirst(path, { names, dialect }, read, context), cut)));
    } catch (error) {
      if (!skipFailed || !failsByData(error)) throw error;
      parts.push({ ...(await partOfFile(path, undefined, { header: dialect.header })), failed: error.message });
    }
  }
  return { parts, dialect, text, names: cut.lists };
}

/** The size that files are cut to. If it was requested, a file that cannot be cut is refused. */
async function sizeOf(
  partSize: PartSize | undefined,
  files: readonly string[],
  leastCut = LEAST_CUT,
): Promise<Pick<Cut, 'size' | 'asked'>> {
  if (partSize !== undefined) return { size: partSize === 'file' ? Number.POSITIVE_INFINITY : partSize, asked: true };
  const bytes = await Promise.all(files.map(async (path) => (await statOf(path)).size));
  return { size: Math.max(leastCut, bytes.reduce((sum, b) => sum + b, 0) / MOST_CUT), asked: false };
}

/** The file itself, or the files of a folder or a pattern in their order. */
async function filesOf(path: string): Promise<readonly string[]> {
  const at = resolve(path);
  const stats = await stat(at).catch(() => undefined);
  const several = stats ? stats.isDirectory() : isPattern(at);
  if (!several) return [at];
  const { parts = [] } = await stampOf({ kind: 'path', path: at });
  return parts.map((part) => part.path);
}

interface Peeked {
  readonly names: readonly string[];
  readonly dialect: Dialect;
}

async function peek(path: string, read: ReadOptions, context: RunContext): Promise<Peeked> {
  const file = await openFile({ kind: 'path', path }, read, silently(context));
  try {
    return { names: file.names, dialect: file.dialect() };
  } finally {
    await file.close();
  }
}

/** The names and the dialect of a further file, which must match the first. */
async function likeFirst(path: string, first: Peeked, read: ReadOptions, context: RunContext): Promise<Peeked> {
  const { delimiter, header } = first.dialect;
  const asked = first.dialect.format === undefined ? { ...read, delimiter, ...(header && { header }) } : read;
  const found = await peek(path, asked, context).catch((error) => {
    if (hasNoRows(error)) return first;
    throw error;
  });
  const { names, dialect } = found;
  if (dialect.format !== first.dialect.format)
    throw new KernelscopeError(
      'data/malformed',
      `${basename(path)} is of another format than the first file. Name files of one format.`,
    );
  if (dialect.format !== undefined || names.some((name) => first.names.includes(name))) return found;
  if (names.length === first.names.length) return { names, dialect: { ...dialect, header: false } };
  const { dialect: own, names: cells } = await peek(path, { ...read, header: true }, context);
  if (own.delimiter !== delimiter && cells.some((name) => first.names.includes(name)))
    throw new KernelscopeError(
      'parameter/invalid',
      `The cells of ${basename(path)} are separated by ${quoted([own.delimiter])}, and those of the first file by ${quoted([delimiter])}. Write all files in one way.`,
    );
  throw new KernelscopeError(
    'data/unknown-column',
    `${basename(path)} has ${counted(names.length, 'column')} and none of those of the first file, ${quoted(first.names)}. Name files with the same columns.`,
  );
}

interface Cut extends Pick<PartsReading, 'text'> {
  /** About the largest number of bytes of a part. */
  readonly size: number;
  /** True if the size was requested. */
  readonly asked: boolean;
  /** Lists of column names: those of the first file, then each different list of another file. */
  readonly lists: (readonly string[])[];
}

async function cutFile(path: string, { names, dialect }: Peeked, cut: Cut): Promise<PlanPart[]> {
  const { format, compression, encoding, lineEnd, header } = dialect;
  const { text, size, asked, lists } = cut;
  const whole = await partOfFile(path, undefined, { header });
  if (whole.bytes <= size) return [whole];
  if (format === 'parquet') return groupParts(whole, size);
  const why =
    compression !== 'none'
      ? 'it is compressed'
      : encoding.startsWith('utf-16') || lineEnd === 'cr'
        ? 'its lines do not end in a line feed'
        : undefined;
  if (why && !asked) return [whole];
  if (why)
    throw new KernelscopeError(
      'parameter/invalid',
      `${basename(path)} cannot be cut into parts: ${why}. Leave --part-size out, or write the rows into several files.`,
    );
  const count = Math.ceil(whole.bytes / size);
  const edge = (i: number) => Math.round((i * whole.bytes) / count);
  // Every line of JSON names its cells.
  const later = text ? { header: false, names: header ? listOf(names, lists) : 0 } : { header };
  return Promise.all(
    Array.from({ length: count }, (_, i) =>
      partOfFile(path, { from: edge(i), to: edge(i + 1) }, i === 0 ? { header } : later),
    ),
  );
}

/** The index of these names among the lists; they are added as a new list if none is equal. */
function listOf(names: readonly string[], lists: (readonly string[])[]): number {
  const at = lists.findIndex((list) => list.length === names.length && list.every((name, j) => name === names[j]));
  return at >= 0 ? at : lists.push(names) - 1;
}

/** Parts of consecutive groups of rows, each of about `size` bytes at most but at least one group. */
async function groupParts({ path, header }: PlanPart, size: number): Promise<PlanPart[]> {
  const source = { kind: 'path', path } as const;
  const { groupPlaces } = await import('../data/parquet/parquetTable');
  const places = await groupPlaces(source, await stampOf(source));
  const parts: { from: number; to: number; groups: [number, number] }[] = [];
  places.forEach(({ from, to }, g) => {
    const last = parts.at(-1);
    if (last === undefined || to - last.from > size) parts.push({ from, to, groups: [g, g + 1] });
    else {
      last.to = Math.max(last.to, to);
      last.groups[1] = g + 1;
    }
  });
  return Promise.all(parts.map((part) => partOfFile(path, part, { header })));
}

/** The columns of several files understood together: those of the first file in their order, then those that only others have. */
export function mergedColumns(readings: readonly Pick<TableReading, 'columns'>[]): Understood[] {
  const found = new Map<string, UnderstoodColumn>();
  for (const { columns } of readings)
    for (const column of columns) {
      const before = found.get(column.name);
      found.set(column.name, before ? { ...column, reading: together(before.reading, column.reading) } : column);
    }
  return Array.from(found.values(), ({ name, reading }) => ({ name, reading }));
}

/** Joins two readings of a column; cells of two kinds are read as words. */
function together(a: ColumnReading, b: ColumnReading): ColumnReading {
  if (a.kind === 'empty') return b;
  if (b.kind === 'empty') return a;
  if (a.kind === 'number' && b.kind === 'number') return a.standIn === undefined ? b : a;
  if (a.kind === 'date' && b.kind === 'date') {
    if (a.guessed || b.guessed || a.monthFirst === b.monthFirst) return a.guessed ? b : a;
    return { kind: 'category' };
  }
  if (a.kind === 'boolean' && b.kind === 'boolean' && a.words[0] === b.words[0]) return a;
  return { kind: a.kind === 'text' || b.kind === 'text' ? 'text' : 'category' };
}
