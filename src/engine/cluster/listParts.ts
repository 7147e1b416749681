import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type RunContext, silently } from '../contract/context';
import type { Dialect, ReadOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { stampOf } from '../data/byteSource';
import { openFile } from '../data/openFile';
import { isPattern } from '../machine/pattern';
import { quoted } from '../words/listed';
import { hasNoRows } from './partBlocks';
import { type PlanPart, partOfFile } from './planPart';
import { failsByData } from './skippedParts';

/** The parts of some files, and how the first of them is written. */
interface ListedParts {
  readonly parts: readonly PlanPart[];
  readonly dialect: Dialect;
  readonly text: boolean;
}

/**
 * The parts that files, folders and patterns are made of: each file, or of larger ones about `partSize` bytes: lines, where they are not compressed, or groups of rows of Parquet files. A file without a header
 * has the columns of the first in their order. `skipFailed`: a file after the first that fails by its data is a part that says so. Throws `file/…`, `parameter/invalid` for what cannot be cut, `data/unknown-column` for other columns.
 */
export async function listParts(
  {
    paths,
    partSize,
    skipFailed,
  }: { readonly paths: readonly string[]; readonly partSize: number | undefined; readonly skipFailed: boolean },
  read: ReadOptions,
  context: RunContext,
): Promise<ListedParts> {
  const [first, ...others] = (await Promise.all(paths.map(filesOf))).flat();
  const { names, dialect } = await peek(first, read, context);
  const text = dialect.format === undefined;
  const cut = { partSize, text };
  const parts = [...(await cutFile(first, dialect, cut))];
  for (const path of others) {
    context.check();
    try {
      parts.push(...(await cutFile(path, await likeFirst(path, { names, dialect }, read, context), cut)));
    } catch (error) {
      if (!skipFailed || !failsByData(error)) throw error;
      parts.push({ ...(await partOfFile(path, undefined, dialect.header)), failed: error.message });
    }
  }
  return { parts, dialect, text };
}

/** A file as it is, those of a folder or a pattern in their order. */
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

/** How a further file is written. */
async function likeFirst(path: string, first: Peeked, read: ReadOptions, context: RunContext): Promise<Dialect> {
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
  if (dialect.format !== undefined || names.some((name) => first.names.includes(name))) return dialect;
  if (names.length === first.names.length) return { ...dialect, header: false };
  const { dialect: own, names: cells } = await peek(path, { ...read, header: true }, context);
  if (own.delimiter !== delimiter && cells.some((name) => first.names.includes(name)))
    throw new KernelscopeError(
      'parameter/invalid',
      `The cells of ${basename(path)} are separated by ${quoted([own.delimiter])}, and those of the first file by ${quoted([delimiter])}. Write all files in one way.`,
    );
  throw new KernelscopeError(
    'data/unknown-column',
    `${basename(path)} has ${names.length} columns and none of those of the first file, ${quoted(first.names)}. Name files with the same columns.`,
  );
}

interface Cut {
  readonly partSize: number | undefined;
  readonly text: boolean;
}

async function cutFile(
  path: string,
  { format, compression, encoding, lineEnd, header }: Dialect,
  { partSize, text }: Cut,
): Promise<PlanPart[]> {
  const whole = await partOfFile(path, undefined, header);
  if (partSize === undefined || whole.bytes <= partSize) return [whole];
  if (format === 'parquet') return groupParts(whole, partSize);
  const why = !text
    ? 'it is not delimited text'
    : compression !== 'none'
      ? 'it is compressed'
      : encoding.startsWith('utf-16') || lineEnd === 'cr'
        ? 'its lines do not end in a line feed'
        : undefined;
  if (why)
    throw new KernelscopeError(
      'parameter/invalid',
      `${basename(path)} cannot be cut into parts: ${why}. Leave --part-size out, or write the rows into several files.`,
    );
  const count = Math.ceil(whole.bytes / partSize);
  const edge = (i: number) => Math.round((i * whole.bytes) / count);
  return Promise.all(
    Array.from({ length: count }, (_, i) => partOfFile(path, { from: edge(i), to: edge(i + 1) }, header && i === 0)),
  );
}

/** Groups of rows that follow each other, together of about `partSize` bytes at most, one at least. */
async function groupParts({ path, header }: PlanPart, partSize: number): Promise<PlanPart[]> {
  const source = { kind: 'path', path } as const;
  const { groupPlaces } = await import('../data/parquet/parquetTable');
  const places = await groupPlaces(source, await stampOf(source));
  const parts: { from: number; to: number; groups: [number, number] }[] = [];
  places.forEach(({ from, to }, g) => {
    const last = parts.at(-1);
    if (last === undefined || to - last.from > partSize) parts.push({ from, to, groups: [g, g + 1] });
    else {
      last.to = Math.max(last.to, to);
      last.groups[1] = g + 1;
    }
  });
  return Promise.all(parts.map((part) => partOfFile(path, part, header)));
}
