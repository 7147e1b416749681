import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { FileSource } from '../engine/contract/data';
import type { ByteSource } from '../engine/data/byteSource';
import { readPipe } from '../engine/data/pipe';
import { isStandardInput, STANDARD } from './standardStreams';
import { type Terminal, terminalContext } from './terminal';
import { UsageError } from './usage';

/** What a shell puts in place of <(…). */
const DESCRIPTOR = /^\/(?:dev|proc\/[^/]+)\/fd\/\d+$/;
const NAME = 'standard input';

/** A file as the command line names it; `opened` makes of it what the engine can read. */
export const sourceOf = (path: string): FileSource => ({
  kind: 'path',
  path: isStandardInput(path) ? STANDARD : resolve(path),
});

/** Undefined for bytes, which have no path. */
export const pathOf = (source: FileSource): string | undefined => (source.kind === 'path' ? source.path : undefined);

/** A regular file as it is; a pipe, standard input and anything else that can be read only once as a stream. */
export async function piped(source: FileSource, terminal: Terminal): Promise<ByteSource> {
  if (source.kind === 'bytes') return source;
  const { path } = source;
  if (path === STANDARD) {
    const { input } = terminal;
    if (input === undefined) throw new UsageError('there is no standard input here: give a file.');
    if (input.live) terminal.err('Waiting for data on standard input.\n');
    return { kind: 'stream', name: NAME, chunks: input.chunks };
  }
  const stats = await stat(path).catch(() => undefined);
  // Files of /proc say that they are empty and are not.
  if (!stats || stats.isDirectory() || (stats.isFile() && stats.size > 0)) return source;
  const name = DESCRIPTOR.test(path) ? path : basename(path);
  return { kind: 'stream', name, chunks: () => createReadStream(path) };
}

/** The same with the bytes of a stream, whole. */
export async function opened(source: FileSource, terminal: Terminal): Promise<FileSource> {
  const found = await piped(source, terminal);
  if (found.kind !== 'stream') return found;
  return readPipe(found.chunks(), found.name, terminalContext(terminal));
}

/** Throws `UsageError` where standard input is to be read for several. */
export function checkInputs(paths: readonly string[]): void {
  if (paths.filter(isStandardInput).length > 1)
    throw new UsageError('standard input can be read only once: give a file for the others.');
}
