import { platform } from '../../platform/platform';
import type { Dialect, FileStamp } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { count } from '../words/numbers';
import { fileSize } from '../words/quantities';

type Compression = Exclude<Dialect['compression'], 'none'>;

/** How much a compressed file may unzip to: beyond both, it is refused until the person accepts it. */
export interface ExpansionBound {
  readonly bytes: number;
  /** A multiple of the file's size. */
  readonly ratio: number;
}

/**
 * Tables of text mostly shrink to a third or a tenth, seldom to a hundredth; gzip's own limit is a thousandth, zstd has
 * none.
 */
export const REASON: ExpansionBound = { bytes: 2e9, ratio: 200 };
export const NO_BOUND: ExpansionBound = { bytes: Number.POSITIVE_INFINITY, ratio: Number.POSITIVE_INFINITY };

/** The bytes to which a file of `size` bytes may expand. */
export const bytesWithin = ({ bytes, ratio }: ExpansionBound, size: number): number => Math.max(bytes, ratio * size);

/**
 * The compression by the first four bytes. zstd may begin with a frame to be skipped: 0x184D2A50 to 0x184D2A5F, as
 * pzstd writes it.
 */
export function compressionOf([a, b, c, d]: Uint8Array): Dialect['compression'] {
  if (a === 0x1f && b === 0x8b) return 'gzip';
  const frame =
    (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) || (a >> 4 === 5 && b === 0x2a && c === 0x4d && d === 0x18);
  return frame ? 'zstd' : 'none';
}

/**
 * The unzipped bytes of a file or stream, chunk by chunk. Throws `file/unreadable`, and `file/expands` beyond `bound`.
 */
export async function* unzipped(
  compression: Compression,
  chunks: AsyncGenerator<Uint8Array>,
  { name, bytes }: FileStamp,
  bound: ExpansionBound,
): AsyncGenerator<Uint8Array, void, undefined> {
  const unreadable = (what: string) =>
    new KernelscopeError('file/unreadable', `${name} is ${what}. Copy or download it again.`, { name });
  const early = () => unreadable(`a ${compression} file that ends too early`);
  let come = 0;
  const counted = async function* () {
    for await (const chunk of chunks) {
      come += chunk.length;
      yield chunk;
    }
  };
  let length = 0;
  try {
    for await (const chunk of await UNZIP[compression](counted(), name, early)) {
      length += chunk.length;
      // For a stream, the size is the bytes received so far.
      const size = Number.isFinite(bytes) ? bytes : come;
      if (length > bytesWithin(bound, size)) throw expands(name, size, length);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof KernelscopeError) throw error;
    throw (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR'
      ? early()
      : unreadable(`a damaged ${compression} file`);
  }
}

type Unzip = (chunks: AsyncGenerator<Uint8Array>, name: string, early: () => Error) => AsyncIterable<Uint8Array>;

const UNZIP: Readonly<
  Record<Compression, (...given: Parameters<Unzip>) => ReturnType<Unzip> | Promise<ReturnType<Unzip>>>
> = {
  gzip: (chunks) => platform.gunzipped(chunks),
  zstd: async (...given) => (await import('./zstd')).zstdBlocks(...given),
};

export function expands(name: string, bytes: number, unzipped: number): KernelscopeError {
  const ratio = Math.floor(unzipped / bytes);
  return new KernelscopeError(
    'file/expands',
    `${name} takes ${fileSize(bytes)} and expands to more than ${fileSize(unzipped)}, over ${count(ratio)} times as much; tables seldom do. Read it only if you trust where it comes from.`,
    { name, bytes, unzipped, ratio },
  );
}
