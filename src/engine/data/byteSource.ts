import { nodeAlone } from '../../platform/platform';
import type { RunContext } from '../contract/context';
import type { Dialect, FileSource, FileStamp } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { joinedBytes } from '../contract/joinedBytes';
import { isPattern } from '../machine/pattern';
import { openFailure } from './openFailure';
import { compressionOf, type ExpansionBound, REASON, unzipped } from './unzip';

/** Bytes per read: small enough that cancelling is felt at once, large enough that reading costs nothing. */
const CHUNK = 1 << 20;
/** The number of bytes that tell whether and how a file is compressed, and whether it is a table of another kind. */
const SIGNATURE = 5;

/** Bytes that can be read only once, from front to back: a pipe, a terminal, a device. */
export interface StreamSource {
  readonly kind: 'stream';
  readonly name: string;
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

export type ByteSource = FileSource | StreamSource;

/** The name, size (infinite for a stream) and time of change of a source. Throws when no file there can be read. */
export async function stampOf(source: ByteSource): Promise<FileStamp> {
  if (source.kind !== 'path') {
    const bytes = source.kind === 'bytes' ? source.bytes.length : Number.POSITIVE_INFINITY;
    return { name: source.name, path: '', bytes, modified: 0 };
  }
  const { files, paths } = nodeAlone();
  const { name = paths.basename(source.path) } = source;
  const stats = await files.stat(source.path).catch((error) => {
    if (!isPattern(source.path)) throw openFailure(name, error);
  });
  if (!stats || stats.isDirectory()) return (await import('./parts/partsStamp')).partsStamp(source.path);
  if (!stats.isFile()) {
    throw new KernelscopeError('file/unreadable', `${name} is not a regular file. Copy its content into one.`, {
      name,
    });
  }
  return { name, path: paths.resolve(source.path), bytes: stats.size, modified: stats.mtimeMs };
}

/** A source that is being read. Whoever opens it reads its chunks to the end, or returns them. */
export interface OpenBytes {
  readonly compression: Dialect['compression'];
  /** The first bytes, as they are in the file. */
  readonly start: Uint8Array;
  readonly chunks: AsyncGenerator<Uint8Array, void, undefined>;
}

/**
 * The bytes of a source, unzipped when they are gzip or zstd (recognised by their first bytes), chunk by chunk. Reports
 * the fraction of the file read, checks for cancellation before each chunk, and at the end that the file is still the
 * one it opened. Throws `file/expands` once a compressed file has given more than `bound` allows.
 */
export async function openBytes(
  source: ByteSource,
  stamp: FileStamp,
  context: RunContext,
  bound: ExpansionBound = REASON,
): Promise<OpenBytes> {
  const raw = rawChunks(source, stamp, context);
  const start: Uint8Array[] = [];
  let length = 0;
  for (let next = await raw.next(); !next.done; next = await raw.next()) {
    start.push(next.value);
    length += next.value.length;
    if (length >= SIGNATURE) break;
  }
  if (length === 0) throw source.kind === 'stream' ? emptyFile(stamp.name) : changed(stamp.name, 'is now empty');
  const first = joinedBytes(start);
  const whole = prepend(first, raw);
  const compression = compressionOf(first);
  return {
    compression,
    start: first,
    chunks: compression === 'none' ? whole : unzipped(compression, whole, stamp, bound),
  };
}

async function* prepend(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

async function* rawChunks(source: ByteSource, stamp: FileStamp, context: RunContext): AsyncGenerator<Uint8Array> {
  const stage = `reading ${stamp.name}`;
  let done = 0;
  for await (const chunk of chunksOf(source, stamp.name)) {
    context.check();
    done += chunk.length;
    if (done > stamp.bytes) throw changed(stamp.name, 'grew');
    yield chunk;
    context.progress(done / stamp.bytes, stage);
  }
  context.check();
  if (source.kind === 'stream') return;
  if (done < stamp.bytes) throw changed(stamp.name, 'became shorter');
  await checkUnchanged(source, stamp);
}

/** Throws `file/changed` when a file is no longer the one that was opened. */
export async function checkUnchanged(source: FileSource, stamp: FileStamp): Promise<void> {
  if (source.kind === 'bytes') return;
  const now = await nodeAlone()
    .files.stat(source.path)
    .catch(() => undefined);
  if (!now) throw changed(stamp.name, 'was moved or deleted');
  if (now.size !== stamp.bytes || now.mtimeMs !== stamp.modified) throw changed(stamp.name, 'was changed');
}

function chunksOf(source: ByteSource, name: string): AsyncIterable<Uint8Array> {
  switch (source.kind) {
    case 'bytes':
      return slices(source.bytes);
    case 'stream':
      return readable(source.chunks(), name);
    case 'path':
      return readable(nodeAlone().files.createReadStream(source.path, { highWaterMark: CHUNK }), name);
  }
}

/** The same chunks; a system error while they are read becomes a sentence. */
export async function* readable(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw openFailure(name, error);
  }
}

async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += CHUNK) yield bytes.subarray(from, from + CHUNK);
}

export function emptyFile(name: string): KernelscopeError {
  return new KernelscopeError('file/empty', `${name} is empty. Choose a file with a line per row.`, { name });
}

function changed(name: string, how: string): KernelscopeError {
  return new KernelscopeError(
    'file/changed',
    `${name} ${how} while it was being read. Try again once it is complete.`,
    {
      name,
    },
  );
}
