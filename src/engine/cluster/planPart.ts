import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { crcOf } from '../contract/crc32';
import { KernelscopeError } from '../contract/failure';
import { finite, flag, natural, type Of, optional, pairOf, struct, such, text } from '../contract/schema';
import type { ByteSource } from '../data/byteSource';
import { openFailure } from '../data/openFailure';

/** Bytes at each end of a part that its checksum covers. */
const ENDS = 2 ** 16;

/** A part of the rows: a file, the lines of a file that begin between two of its bytes, or groups of rows of a Parquet file. */
export interface PlanPart extends Of<typeof PLAN_PART> {}
export const PLAN_PART = such(
  struct({
    /** Absolute path. */
    path: text(),
    from: natural(),
    to: natural(),
    /** Bytes of the file, and its time of change in milliseconds since 1970. */
    bytes: natural(),
    modified: finite(),
    /** CRC-32 of the first and the last 64 kB between `from` and `to`. */
    checksum: natural(),
    /** True if the first line holds the names of the columns. */
    header: flag(),
    /** Index of its column names among the plan's lists, if it is text without a header. */
    names: optional(natural()),
    /** The reason why the plan leaves the part out. */
    failed: optional(text()),
    /** The row groups of a Parquet file that make up the part. */
    groups: optional(pairOf(natural())),
  }),
  ({ from, to, bytes }) => from <= to && to <= bytes,
);

const isWhole = ({ from, to, bytes }: PlanPart): boolean => from === 0 && to === bytes;

/** The part between two bytes of a file; throws `file/…` for what cannot be read. */
export async function partOfFile(
  path: string,
  range: Pick<PlanPart, 'from' | 'to' | 'groups'> | undefined,
  columns: Pick<PlanPart, 'header' | 'names'>,
): Promise<PlanPart> {
  const stats = await statOf(path);
  const { from, to, groups }: Pick<PlanPart, 'from' | 'to' | 'groups'> = range ?? { from: 0, to: stats.size };
  const checksum = await checksumOf(path, from, to);
  return {
    path,
    from,
    to,
    bytes: stats.size,
    modified: stats.mtimeMs,
    checksum,
    ...columns,
    ...(groups && { groups }),
  };
}

/** Throws `file/changed` if a part is no longer what it was when the plan was made. `path` is its place now; at another path its time may differ. */
export async function checkPart(part: PlanPart, number: number, path = part.path): Promise<void> {
  const stats = await statOf(path);
  const how =
    stats.size !== part.bytes
      ? `has ${stats.size} bytes and had ${part.bytes}`
      : path === part.path && stats.mtimeMs !== part.modified
        ? 'was written again'
        : (await checksumOf(path, part.from, part.to)) !== part.checksum
          ? 'has other content'
          : undefined;
  if (how !== undefined) throw changed(number, path, how);
}

const changed = (number: number, path: string, how: string): KernelscopeError =>
  new KernelscopeError(
    'file/changed',
    `Part ${number}, ${basename(path)}, ${how} since the plan was made. Make the plan again, and begin with the first map.`,
    { part: number, name: basename(path) },
  );

export async function statOf(path: string) {
  const stats = await stat(path).catch((error) => {
    throw openFailure(basename(path), error);
  });
  if (stats.isFile()) return stats;
  throw new KernelscopeError(
    'file/unreadable',
    `${basename(path)} is not a regular file. Name files, one for each part.`,
  );
}

async function checksumOf(path: string, from: number, to: number): Promise<number> {
  const file = await open(path).catch((error) => {
    throw openFailure(basename(path), error);
  });
  try {
    const ends = [await bytesAt(from), await bytesAt(Math.max(from, to - ENDS))];
    return checksum(ends[0], ends[1]);
  } finally {
    await file.close();
  }

  async function bytesAt(position: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.min(ENDS, to - position));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, position);
    return bytes.subarray(0, bytesRead);
  }
}

const checksum = (first: Uint8Array, last: Uint8Array): number =>
  ~crcOf(crcOf(-1, first, 0, first.length), last, 0, last.length) >>> 0;

/** The source of a part's rows: its file, its lines in a file, or a stream of its bytes, which is checked as it is read. */
export function sourceOfPart(
  part: PlanPart,
  number: number,
  {
    path,
    stream,
    quote,
  }: { readonly path?: string; readonly stream?: () => AsyncIterable<Uint8Array>; readonly quote: string },
): ByteSource {
  if (stream && part.groups)
    throw new KernelscopeError(
      'parameter/invalid',
      `Part ${number} is groups of rows of ${basename(part.path)}, which are found from the end of that file: name a file, and not standard input.`,
      { part: number },
    );
  if (stream) return { kind: 'stream', name: basename(part.path), chunks: () => checkedChunks(stream(), part, number) };
  const at = path ?? part.path;
  if (isWhole(part) || part.groups) return { kind: 'path', path: at };
  return { kind: 'stream', name: basename(at), chunks: () => wholeLines(at, part, quote) };
}

/** The same chunks; throws at their end if they are not those of the plan. */
async function* checkedChunks(
  chunks: AsyncIterable<Uint8Array>,
  part: PlanPart,
  number: number,
): AsyncGenerator<Uint8Array> {
  let first = new Uint8Array();
  let last = new Uint8Array();
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (first.length < ENDS) first = joined(first, chunk).slice(0, ENDS);
    last = joined(last, chunk).slice(-ENDS);
    yield chunk;
  }
  const size = part.to - part.from;
  if (bytes !== size) throw changed(number, part.path, `has ${bytes} bytes and had ${size}`);
  if (checksum(first, last) !== part.checksum) throw changed(number, part.path, 'has other content');
}

const joined = (a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> => {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
};

const NEWLINE = 10;

/** The lines that begin from byte `from` up to byte `to`. Throws `data/malformed` if a cell may continue past the end of a line. */
async function* wholeLines(path: string, { from, to }: PlanPart, quote: string): AsyncGenerator<Uint8Array> {
  const begin = Math.max(0, from - 1);
  const mark = quote === '' ? -1 : quote.charCodeAt(0);
  let position = begin;
  // The line that holds the byte before the first belongs to the part before.
  let skipping = from > 0;
  let open = false;
  for await (const chunk of createReadStream(path, { start: begin, highWaterMark: 2 ** 20 }) as AsyncIterable<Buffer>) {
    let at = 0;
    if (skipping) {
      const end = chunk.indexOf(NEWLINE);
      position += end < 0 ? chunk.length : 0;
      if (end < 0) continue;
      at = end + 1;
      skipping = false;
      if (position + at >= to) return;
    }
    // The last line is the one that holds byte `to` − 1.
    const last = chunk.indexOf(NEWLINE, Math.max(at, to - 1 - position));
    const ends = to - 1 < position + chunk.length && last >= 0;
    const piece = chunk.subarray(at, ends ? last + 1 : chunk.length);
    open = checkQuotes(piece, mark, open, path);
    yield piece;
    if (ends) return;
    position += chunk.length;
  }
}

/** Data of the failure of a part that was cut in a cell, which is no fault of the file. */
const CUT_CELL = { cut: 'cell' } as const;

export const isCutCell = (error: unknown): boolean =>
  error instanceof KernelscopeError && error.failure.data?.cut === CUT_CELL.cut;

/** True if the piece ends within quotes. Throws for a line end within quotes, since rows cannot then be told apart by lines. */
function checkQuotes(piece: Buffer, mark: number, before: boolean, path: string): boolean {
  let open = before;
  for (let at = 0; mark >= 0; ) {
    const next = piece.indexOf(mark, at);
    const end = open ? piece.indexOf(NEWLINE, at) : -1;
    if (end >= 0 && (next < 0 || end < next))
      throw new KernelscopeError(
        'data/malformed',
        `${basename(path)} has a quoted cell with a line end in it, so that it cannot be cut between lines. Say --part-size file, which leaves files whole, or write the rows into several files.`,
        CUT_CELL,
      );
    if (next < 0) return open;
    open = !open;
    at = next + 1;
  }
  return open;
}
