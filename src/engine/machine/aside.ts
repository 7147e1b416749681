import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { KernelscopeError } from '../contract/failure';
import { reasonOf } from './atomicWrite';
import { asidePath, settleUnfinished } from './unfinished';

/**
 * Bytes set aside on disk because they would not fit in memory, in the system's folder for temporary files. Their owner alone may read them, and
 * they are gone once this is closed or the process ends.
 */
export class Aside {
  private end = 0;

  private constructor(
    readonly path: string,
    private readonly file: FileHandle,
  ) {}

  /** Throws `file/not-written`. */
  static async open(): Promise<Aside> {
    const path = asidePath();
    try {
      return new Aside(path, await open(path, 'wx+', 0o600));
    } catch (error) {
      await settleUnfinished(path);
      throw notKept(error);
    }
  }

  /** Appends bytes, and returns the position where they begin. Throws `file/not-written`. */
  async append(bytes: Uint8Array): Promise<number> {
    const at = this.end;
    // Reads give a position, so that the file's own position stays behind the last byte.
    await this.file.writeFile(bytes).catch((error) => {
      throw notKept(error);
    });
    this.end += bytes.length;
    return at;
  }

  async read(at: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      const { bytesRead } = await this.file.read(bytes, done, length - done, at + done);
      if (bytesRead === 0) throw notKept(new Error('the file has become shorter'));
      done += bytesRead;
    }
    return bytes;
  }

  async close(): Promise<void> {
    await this.file.close();
    await settleUnfinished(this.path);
  }
}

function notKept(error: unknown): KernelscopeError {
  return new KernelscopeError(
    'file/not-written',
    `What has to be read twice was not kept in ${tmpdir()}: ${reasonOf(error)}. Let TMPDIR name a folder with room.`,
  );
}
