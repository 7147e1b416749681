import { nodeAlone } from '../../../platform/platform';
import type { FileSource, FileStamp } from '../../contract/data';
import { checkUnchanged } from '../byteSource';
import { openFailure } from '../openFailure';

/** A file of which any part can be read. Whoever opens it closes it. */
export interface RandomAccess {
  readonly stamp: FileStamp;
  /** The bytes from `from` to before `to`. Throws `file/changed` when there are fewer, and the errors of reading. */
  read(from: number, to: number): Promise<Uint8Array>;
  /** Throws `file/changed` when the file is no longer the one that was opened. */
  check(): Promise<void>;
  close(): Promise<unknown>;
}

export async function openRandomly(source: FileSource, stamp: FileStamp): Promise<RandomAccess> {
  const check = () => checkUnchanged(source, stamp);
  if (source.kind === 'bytes') {
    const { bytes } = source;
    return { stamp, read: async (from, to) => bytes.subarray(from, to), check, close: async () => {} };
  }
  const failed = (error: unknown) => {
    throw openFailure(stamp.name, error);
  };
  const file = await nodeAlone().files.open(source.path).catch(failed);
  const read = async (from: number, to: number) => {
    const bytes = new Uint8Array(to - from);
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at).catch(failed);
      // The file has become shorter.
      if (bytesRead === 0) await check();
      if (bytesRead === 0) throw new RangeError('the file ends early');
      at += bytesRead;
    }
    return bytes;
  };
  return { stamp, read, check, close: () => file.close() };
}
