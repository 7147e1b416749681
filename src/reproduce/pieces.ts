import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KernelscopeError } from '../engine/contract/failure';
import { isRecord } from '../engine/contract/shape';
import { reasonOf } from '../engine/machine/atomicWrite';
import { settleUnfinished, unfinishedPath } from '../engine/machine/unfinished';

/** One finished measurement, and the seconds of the processor that it took. */
export interface Piece<V = unknown> {
  readonly seconds: number;
  readonly value: V;
}

/** Finished measurements by their place on each axis of a study. */
export interface Pieces {
  at(place: readonly number[]): Piece | undefined;
  keep(place: readonly number[], piece: Piece): void;
}

/** Seconds of the processor, of all threads of this process, since `started`. */
export function processorSeconds(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1e6;
}

/**
 * Pieces as files in `folder`, in a folder below it for everything that decides their numbers: `settings`, plain data.
 * Pieces measured with other settings lie elsewhere and are never joined. A piece is written in full or not at all, so
 * that a run goes on after it was killed. Reading throws `data/malformed` for a file that holds no piece, writing
 * `file/not-written`.
 */
export function piecesIn(folder: string, id: string, settings: object): Pieces {
  const text = JSON.stringify({ id, ...settings }, null, 2);
  const inner = join(folder, `${id}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`);
  const pathOf = (place: readonly number[]) => join(inner, `${place.join('-')}.json`);
  written(inner, () => mkdirSync(inner, { recursive: true }));
  writeWhole(inner, join(inner, 'settings.json'), `${text}\n`);
  return {
    at: (place) => readPiece(pathOf(place)),
    keep: (place, piece) => writeWhole(inner, pathOf(place), pieceText(piece)),
  };
}

/** Exact for numbers and `Float64Array`s. */
export const pieceText = (piece: Piece): string => `${JSON.stringify(piece, coded)}\n`;

/** The piece that `pieceText` wrote; undefined for any other text. */
export function pieceOf(text: string): Piece | undefined {
  try {
    const piece: unknown = JSON.parse(text, decoded);
    return isRecord(piece) && typeof piece.seconds === 'number' && 'value' in piece
      ? (piece as unknown as Piece)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function readPiece(path: string): Piece | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const piece = pieceOf(text);
  if (piece) return piece;
  throw new KernelscopeError(
    'data/malformed',
    `${path} does not hold a finished measurement. Delete it to compute it again.`,
    { path },
  );
}

function writeWhole(folder: string, path: string, text: string): void {
  const temporary = unfinishedPath(folder);
  written(path, () => {
    writeFileSync(temporary, text);
    renameSync(temporary, path);
  });
  void settleUnfinished(temporary);
}

function written(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new KernelscopeError(
      'file/not-written',
      `${path} was not written: ${reasonOf(error)}. Choose another folder.`,
      { path },
    );
  }
}

/** JSON has neither arrays of floating-point numbers nor those that are not finite. */
function coded(_: string, value: unknown): unknown {
  if (value instanceof Float64Array)
    return { float64: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
  return typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value;
}

function decoded(_: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  if (typeof value.float64 === 'string')
    return new Float64Array(Uint8Array.from(Buffer.from(value.float64, 'base64')).buffer);
  return typeof value.number === 'string' ? Number(value.number) : value;
}
