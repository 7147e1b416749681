import { crcOf } from '../../engine/contract/crc32';
import { KernelscopeError } from '../../engine/contract/failure';

/** More bytes than this need another form of archive. */
const MOST_BYTES = 2 ** 32 - 2 ** 16;
/** Date of every entry: 1980-01-01, so that the same model is the same file. */
const DATE = 0x21;

export interface ZipEntry {
  /** A name in ASCII. */
  readonly name: string;
  readonly content: Uint8Array;
}

/** A ZIP archive of entries as they are, uncompressed (APPNOTE 6.3.9). */
export function zip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const size = entries.reduce((sum, { name, content }) => sum + content.length + 76 + 2 * name.length, 22);
  if (size > MOST_BYTES)
    throw new KernelscopeError(
      'memory/too-large',
      'The arrays of this model are too large for one file: export it without intervals.',
    );
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = 0;
  const offsets = entries.map(({ name, content }) => {
    const offset = at;
    at = header(view, at, 0x04034b50, name, content);
    bytes.set(content, at);
    at += content.length;
    return offset;
  });
  const directory = at;
  entries.forEach(({ name, content }, i) => {
    at = header(view, at, 0x02014b50, name, content, offsets[i]);
  });
  view.setUint32(at, 0x06054b50, true);
  view.setUint16(at + 8, entries.length, true);
  view.setUint16(at + 10, entries.length, true);
  view.setUint32(at + 12, at - directory, true);
  view.setUint32(at + 16, directory, true);
  return bytes.subarray(0, at + 22);
}

/** A local header, or with an offset one of the directory; returns where it ends. */
function header(view: DataView, at: number, mark: number, name: string, content: Uint8Array, offset?: number): number {
  view.setUint32(at, mark, true);
  const from = offset === undefined ? at + 4 : at + 6;
  if (offset !== undefined) view.setUint16(at + 4, 20, true);
  view.setUint16(from, 20, true);
  view.setUint16(from + 8, DATE, true);
  view.setUint32(from + 10, ~crcOf(-1, content, 0, content.length) >>> 0, true);
  view.setUint32(from + 14, content.length, true);
  view.setUint32(from + 18, content.length, true);
  view.setUint16(from + 22, name.length, true);
  if (offset !== undefined) view.setUint32(at + 42, offset, true);
  const text = offset === undefined ? at + 30 : at + 46;
  for (let i = 0; i < name.length; i++) view.setUint8(text + i, name.charCodeAt(i));
  return text + name.length;
}
