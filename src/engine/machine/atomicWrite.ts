import { existsSync, type Stats } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, readlink, rename, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { KernelscopeError } from '../contract/failure';
import { settleUnfinished, sweepUnfinished, unfinishedPath } from './unfinished';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EEXIST: 'its folder is a file',
  EISDIR: 'it is a directory',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'it would be larger than a file may be here',
  ELOOP: 'its links lead in a circle',
  ELINKED: 'its folder is a link, or lies behind one',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EBUSY: 'another program is using it',
  EPIPE: 'its reader has gone',
};

/**
 * The milliseconds between attempts, since another program, such as a virus scanner, may hold the file for a moment.
 */
const WINDOWS_WAITS = [10, 20, 50, 100, 200, 400];
const HELD = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** A file that this process already has open, by its number. */
const DESCRIPTOR = /^\/(proc\/[^/]+|dev)\/fd\/\d+$/;
/** The most symbolic links that are followed, as in Linux. */
const LINKS = 40;

/** The reason why the system refuses to write, as a part of a sentence. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : (REASONS[code] ?? code);
}

/** Takes one part after another, each completely: a file handle's own `write` may take less than it is given. */
export type Sink = (part: Uint8Array | string) => Promise<void>;
/** The same for text only. */
export type TextSink = (part: string) => Promise<void>;
export type Content = Uint8Array | string | ((sink: Sink) => Promise<void>);

export interface WriteOptions {
  readonly makeFolder?: boolean;
  /** True if a new file, and a folder made for it, are for their owner alone. Existing ones keep their mode. */
  readonly private?: boolean;
  /**
   * The file whose rows a new one holds, or several by their folder or a pattern: only those who may read these may
   * read it.
   */
  readonly rowsOf?: string;
  /** The function that puts a finished file in its place; tests pass their own. */
  readonly rename?: (from: string, to: string) => Promise<void>;
}

/**
 * Writes a file completely or not at all: into a temporary file beside it, synced to disk, then renamed over it. An
 * existing entry at the path keeps its nature: a symbolic link leads to the new content, mode and owner stay, a file of
 * several names is written through all of them, and a device or pipe is written in place. Whatever goes wrong, nothing
 * partial is left. Throws `file/not-written`; errors of `content` itself pass through.
 */
export const atomicWrite = (path: string, content: Content, options: WriteOptions = {}): Promise<void> =>
  inWords(path, () => write(path, content, options));

/** Rethrows errors of `work` with which the system refuses to write as `file/not-written`. */
export async function inWords<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (error instanceof KernelscopeError || code === undefined) throw error;
    const why = reasonOf(error);
    throw new KernelscopeError(
      'file/not-written',
      `${path} was not written: ${why}. Choose another place and try again.`,
      { path, code },
    );
  }
}

async function write(path: string, content: Content, options: WriteOptions): Promise<void> {
  const mode = options.private ? 0o700 : 0o777;
  if (options.makeFolder) await madeFolders(dirname(path), mode);
  const target = await linkTarget(path);
  const before = await stat(target).catch(orAbsent);
  if (before?.isDirectory()) throw Object.assign(new Error(target), { code: 'EISDIR' });
  if (DESCRIPTOR.test(target) || (before && !before.isFile())) return inPlace(target, content);
  const folder = dirname(target);
  await sweepUnfinished(folder);
  const temporary = unfinishedPath(folder);
  try {
    const sameOwner = await writeNew(temporary, content, before, await newMode(options));
    if (before && (before.nlink > 1 || !sameOwner)) await copyOver(temporary, target, folder);
    else await renamed(temporary, target, options.rename);
  } finally {
    await settleUnfinished(temporary);
  }
}

/**
 * Makes a folder and those above it that do not exist; resolves to false if something has the name. Node's own recursive
 * `mkdir` never ends where the system says of every new folder that nothing is there, as in /proc.
 */
export async function madeFolders(path: string, mode?: number): Promise<boolean> {
  if (existsSync(path)) return false;
  if (dirname(path) !== path) await madeFolders(dirname(path), mode);
  const refused = (error: NodeJS.ErrnoException) => error.code === 'EEXIST' || Promise.reject(error);
  return !(await mkdir(path, { mode }).catch(refused));
}

export function orAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** The path that links lead to, even if nothing is there yet. */
async function linkTarget(path: string): Promise<string> {
  let target = resolve(path);
  for (let links = 0; ; links++) {
    const next = DESCRIPTOR.test(target) ? undefined : await readlink(target).catch(() => undefined);
    if (next === undefined) return target;
    if (links === LINKS) throw Object.assign(new Error(path), { code: 'ELOOP' });
    target = resolve(dirname(target), next);
  }
}

/** Writes to a device, a pipe or a socket. */
async function inPlace(path: string, content: Content): Promise<void> {
  const file = await open(path, 'w');
  try {
    await fill(file, content);
  } finally {
    await file.close();
  }
}

/** Writes a new file, and tells whether it has the mode and the owner of the one that it is to replace. */
export async function writeNew(
  path: string,
  content: Content,
  before: Stats | undefined,
  mode: number,
): Promise<boolean> {
  const file = await open(path, 'wx', before ? 0o600 : mode);
  try {
    await fill(file, content);
    let sameOwner = true;
    if (before) {
      const made = await file.stat();
      if (made.uid !== before.uid || made.gid !== before.gid)
        sameOwner = await file.chown(before.uid, before.gid).then(
          () => true,
          () => false,
        );
      await file.chmod(before.mode & 0o7777);
    }
    await file.sync();
    return sameOwner;
  } finally {
    await file.close();
  }
}

/** The mode of a file where there was none, before the process's own mask. */
export async function newMode({ private: forOwner, rowsOf }: WriteOptions): Promise<number> {
  if (forOwner) return 0o600;
  if (rowsOf === undefined) return 0o666;
  const { filesNamed } = await import('./listFiles');
  const modes = (await filesNamed(rowsOf)).map(({ mode }) => mode);
  return modes.reduce((all, mode) => all & (0o600 | mode), 0o666);
}

async function fill(file: FileHandle, content: Content): Promise<void> {
  if (typeof content === 'function') await content((part) => file.writeFile(part));
  else await file.writeFile(content);
}

/**
 * Writes into the existing file, so that its other names and its owner stay; if that fails, its old content is
 * restored.
 */
async function copyOver(from: string, to: string, folder: string): Promise<void> {
  const backup = unfinishedPath(folder);
  try {
    await copyFile(to, backup);
    await copyFile(from, to).catch(async (error) => {
      await copyFile(backup, to);
      throw error;
    });
  } finally {
    await settleUnfinished(backup);
  }
}

export async function renamed(
  from: string,
  to: string,
  move: (from: string, to: string) => Promise<void> = rename,
): Promise<void> {
  const waits = move !== rename || process.platform === 'win32' ? WINDOWS_WAITS : [];
  for (let attempt = 0; ; attempt++) {
    try {
      return await move(from, to);
    } catch (error) {
      if (!HELD.has((error as NodeJS.ErrnoException).code ?? '') || attempt >= waits.length) throw error;
      await setTimeout(waits[attempt]);
    }
  }
}
