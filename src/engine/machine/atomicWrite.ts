import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { KernelscopeError } from '../contract/failure';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EISDIR: 'it is a directory',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/**
 * Writes a file whole or not at all: into a temporary file beside it, synced to disk, then renamed over it.
 * Whatever goes wrong, nothing partial is left. Throws `file/not-written`; errors of `write` itself pass through.
 */
export async function atomicWrite(
  path: string,
  content: Uint8Array | string | ((file: FileHandle) => Promise<void>),
  options: { readonly makeFolder?: boolean } = {},
): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  let file: FileHandle | undefined;
  try {
    if (options.makeFolder) await mkdir(dirname(path), { recursive: true });
    file = await open(temporary, 'wx');
    if (typeof content === 'function') await content(file);
    else await file.writeFile(content);
    await file.sync();
    await file.close();
    file = undefined;
    await rename(temporary, path);
  } catch (error) {
    await file?.close().catch(() => {});
    await rm(temporary, { force: true }).catch(() => {});
    const code = (error as NodeJS.ErrnoException).code;
    if (error instanceof KernelscopeError || code === undefined) throw error;
    const why = REASONS[code] ?? code;
    throw new KernelscopeError(
      'file/not-written',
      `${path} was not written: ${why}. Choose another place and try again.`,
      { path, code },
    );
  }
}
