import { decompress as unzstd } from 'fzstd';
import { snappyUncompress } from 'hyparquet/src/snappy.js';
import type { CompressionCodec } from 'hyparquet/src/types.js';
import { decompressLz4, decompressLz4Raw } from 'hyparquet-compressors/src/lz4.js';
import { platform } from '../../../platform/platform';

type Codec = (bytes: Uint8Array, length: number) => Uint8Array;

/** Decompression of pages: each codec takes no more memory than for `length` bytes. */
const CODECS: Readonly<Record<Exclude<CompressionCodec, 'LZO'>, Codec>> = {
  UNCOMPRESSED: (bytes) => bytes,
  SNAPPY: (bytes, length) => {
    const page = new Uint8Array(length);
    snappyUncompress(bytes, page);
    return page;
  },
  GZIP: (bytes, length) => platform.gunzip(bytes, length),
  BROTLI: (bytes, length) => platform.unbrotli(bytes, length),
  ZSTD: (bytes, length) => unzstd(bytes, new Uint8Array(length)),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};

export const isCodec = (codec: CompressionCodec): codec is keyof typeof CODECS => Object.hasOwn(CODECS, codec);

/** A page as it was before it was compressed. Throws when it is not of this length. */
export function unpacked(codec: CompressionCodec, bytes: Uint8Array, length: number): Uint8Array {
  if (length === 0) return new Uint8Array();
  const page = isCodec(codec) ? CODECS[codec](bytes, length) : undefined;
  if (page?.length !== length) throw new RangeError('a page has another length than it says');
  return page;
}
