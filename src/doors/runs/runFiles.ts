import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { atomicWrite } from '../../engine/machine/atomicWrite';

/**
 * The operations that a store needs from the place that holds its files: a disk, or the storage of an editor in a
 * browser.
 */
export interface RunFiles {
  join(folder: string, name: string): string;
  /** The names in a folder; empty if there is no folder. */
  names(folder: string): Promise<readonly string[]>;
  /** Size in bytes and milliseconds since 1970; undefined if there is no file. */
  stamp(path: string): Promise<{ readonly size: number; readonly modified: number } | undefined>;
  /** Throws an error with the code ENOENT if there is no file. */
  read(path: string): Promise<Uint8Array>;
  /** The first bytes of a file. */
  start(path: string, length: number): Promise<Uint8Array>;
  /** Writes a file completely or not at all, and creates its folder if there is none. Throws `file/not-written`. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  remove(path: string): Promise<void>;
}

export const onDisk: RunFiles = {
  join,
  names: (folder) => readdir(folder).catch(() => []),
  async stamp(path) {
    const stats = await stat(path).catch(() => undefined);
    return stats?.isFile() ? { size: stats.size, modified: stats.mtimeMs } : undefined;
  },
  read: (path) => readFile(path),
  async start(path, length) {
    const file = await open(path, 'r');
    try {
      const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  },
  // Runs hold training rows, which may be confidential: only their owner can read them.
  write: (path, bytes) => atomicWrite(path, bytes, { makeFolder: true, private: true }),
  remove: (path) => rm(path, { force: true }),
};
