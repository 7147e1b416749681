import { createReadStream, existsSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve, sep } from 'node:path';
import type { FileSource } from '../engine/contract/data';
import type { Model } from '../engine/contract/model';
import { type ByteSource, emptyFile } from '../engine/data/byteSource';
import { openFailure } from '../engine/data/openFailure';
import { readPipe } from '../engine/data/pipe';
import { patternOf } from '../engine/machine/pattern';
import { checkModelStart, modelIn, readModel } from '../engine/model/readModel';
import { isStandardInput, STANDARD } from './standardStreams';
import { type Terminal, terminalContext } from './terminal';
import { UsageError } from './usage';

/** The path that a shell substitutes for <(…). */
const DESCRIPTOR = /^\/(?:dev|proc\/[^/]+)\/fd\/\d+$/;
const NAME = 'standard input';

/**
 * The path of the table that a command reads: a file, a folder or a pattern, or several files as a pattern of their
 * names.
 */
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

/** A file as the command line names it; `opened` turns it into a source that the engine can read. */
export const inputSource = (path: string): FileSource => ({
  kind: 'path',
  path: isStandardInput(path) ? STANDARD : resolve(path),
});

/** Undefined for bytes, which have no path. */
export const pathOf = (source: FileSource): string | undefined => (source.kind === 'path' ? source.path : undefined);

/** A regular file unchanged; a pipe, standard input and any other input that can be read only once as a stream. */
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
  // Files of /proc report a size of 0 although they are not empty.
  if (!stats || stats.isDirectory() || (stats.isFile() && stats.size > 0)) return source;
  const name = DESCRIPTOR.test(path) ? path : basename(path);
  return { kind: 'stream', name, chunks: () => createReadStream(path) };
}

/** The same, with all bytes of a stream. Throws `file/empty` if the stream is empty, and the errors of reading. */
export async function opened(source: FileSource, terminal: Terminal): Promise<FileSource> {
  const found = await piped(source, terminal);
  if (found.kind !== 'stream') return found;
  const whole = await readPipe(found.chunks(), found.name, terminalContext(terminal));
  // An empty file is an empty table; but if a pipe is empty, the program that writes it has most likely failed.
  if (whole.bytes.length === 0 && !(source.kind === 'path' && isFile(source.path))) throw emptyFile(found.name);
  return whole;
}

const isFile = (path: string): boolean => path !== STANDARD && statSync(path).isFile();

/** Throws `UsageError` if standard input would be read for several inputs. */
export function checkInputFiles(paths: readonly string[]): void {
  if (paths.filter(isStandardInput).length > 1)
    throw new UsageError('standard input can be read only once, and two inputs are -: give a file for one of them.');
}

/**
 * The saved model that the command line names: from a file, a pipe or standard input. Throws `model/unreadable`,
 * `memory/too-large`.
 */
export async function savedModel(path: string, terminal: Terminal): Promise<Model> {
  const source = await piped(inputSource(path), terminal);
  if (source.kind !== 'stream') return readModel(path);
  const { bytes } = await readPipe(source.chunks(), source.name, terminalContext(terminal), undefined, checkModelStart);
  return modelIn(bytes, source.name);
}
