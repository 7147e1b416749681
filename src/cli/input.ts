import { createReadStream, existsSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve, sep } from 'node:path';
import type { FileSource } from '../engine/contract/data';
import { type ByteSource, emptyFile } from '../engine/data/byteSource';
import { openFailure } from '../engine/data/openFailure';
import { readPipe } from '../engine/data/pipe';
import { patternOf } from '../engine/machine/pattern';
import { isStandardInput, STANDARD } from './standardStreams';
import { type Terminal, terminalContext } from './terminal';
import { UsageError } from './usage';

/** What a shell puts in place of <(…). */
const DESCRIPTOR = /^\/(?:dev|proc\/[^/]+)\/fd\/\d+$/;
const NAME = 'standard input';

/** The path of the table that a command reads: of a file, a folder or a pattern, or of several files as a pattern of their names. */
export function tablePath(operands: readonly string[]): string {
  if (operands.length === 1) return operands[0];
  if (operands.some(isStandardInput)) throw new UsageError('standard input cannot be one of several files.');
  const absent = operands.find((path) => !existsSync(path));
  if (absent !== undefined) throw openFailure(basename(absent), { code: 'ENOENT' });
  const folder = operands.find((path) => statSync(path).isDirectory());
  if (folder !== undefined)
    throw new UsageError(`a folder cannot be one of several files: give '${folder}/*' or only ${folder}.`);
  const paths = operands.map((path) => resolve(path));
  return patternOf(sep === '/' ? paths : paths.map((path) => path.replaceAll(sep, '/')));
}

/** A file as the command line names it; `opened` makes of it what the engine can read. */
export const inputSource = (path: string): FileSource => ({
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

/** The same with the bytes of a stream, whole. Throws `file/empty` where nothing comes, and what reading throws. */
export async function opened(source: FileSource, terminal: Terminal): Promise<FileSource> {
  const found = await piped(source, terminal);
  if (found.kind !== 'stream') return found;
  const whole = await readPipe(found.chunks(), found.name, terminalContext(terminal));
  // An empty file is a table of nothing; of a pipe, the program that writes it has most likely failed.
  if (whole.bytes.length === 0 && !(source.kind === 'path' && isFile(source.path))) throw emptyFile(found.name);
  return whole;
}

const isFile = (path: string): boolean => path !== STANDARD && statSync(path).isFile();

/** Throws `UsageError` where standard input is to be read for several. */
export function checkInputs(paths: readonly string[]): void {
  if (paths.filter(isStandardInput).length > 1)
    throw new UsageError('standard input can be read only once, and two inputs are -: give a file for one of them.');
}
