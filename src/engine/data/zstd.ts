import { Decompress } from 'fzstd';
import { KernelscopeError } from '../contract/failure';
import { joinedBytes } from '../contract/joinedBytes';

/**
 * The most bytes of earlier text that a frame may refer to and that are held for it: also the zstd tool's limit, unless
 * it is told otherwise.
 */
const LARGEST_WINDOW = 1 << 27;
const FRAME = 0xfd2fb528;
/** The last four bits of this signature may be any. */
const SKIPPED_FRAME = 0x184d2a50;
/** The type of a block in the three bytes in front of it: 0 stored as it is, 1 one byte repeated, 2 compressed. */
const REPEATED = 1;

/**
 * Decompresses zstd (RFC 8878, section 3.1) block by block: at most 128 kB come at a time, and the memory that a frame
 * asks for is known before it is taken. Checksums are not compared. `name` is that of the file, `early` makes the
 * failure for bytes that are missing at its end.
 */
export async function* zstdBlocks(
  chunks: AsyncGenerator<Uint8Array>,
  name: string,
  early: () => Error,
): AsyncGenerator<Uint8Array, void, undefined> {
  const input = new Bytes(chunks, early);
  try {
    while (await input.more()) {
      const magic = await input.take(4);
      const frame = wordOf(magic);
      if (frame === FRAME) yield* blocksOf(magic, input, name);
      else if (frame - (frame % 16) === SKIPPED_FRAME) await input.skip(wordOf(await input.take(4)));
      else throw new Error('not a frame');
    }
  } finally {
    await chunks.return(undefined);
  }
}

/** Four bytes as an unsigned number, little-endian. */
const wordOf = ({ buffer }: Uint8Array): number => new DataView(buffer).getUint32(0, true);

async function* blocksOf(magic: Uint8Array, input: Bytes, name: string): AsyncGenerator<Uint8Array> {
  const [descriptor] = await input.take(1);
  const single = (descriptor >> 5) & 1;
  const sizeCode = descriptor >> 6;
  const rest = await input.take(1 - single + [0, 1, 2, 4][descriptor & 3] + (sizeCode > 0 ? 1 << sizeCode : single));
  if (windowOf(rest, single === 1, sizeCode) > LARGEST_WINDOW)
    throw new KernelscopeError(
      'file/unreadable',
      `${name} needs a window of more than 128 MB to unpack. Compress it again without zstd's option --long.`,
      { name },
    );
  const unpacked: Uint8Array[] = [];
  const decoder = new Decompress((bytes) => unpacked.push(bytes));
  decoder.push(joinedBytes([magic, Uint8Array.of(descriptor), rest]));
  for (let last = false; !last; ) {
    const head = await input.take(3);
    const bits = head[0] | (head[1] << 8) | (head[2] << 16);
    last = (bits & 1) === 1;
    const content = await input.take(((bits >> 1) & 3) === REPEATED ? 1 : bits >> 3);
    const checksum = await input.take(last && (descriptor & 4) > 0 ? 4 : 0);
    decoder.push(joinedBytes([head, content, checksum]), last);
    for (const bytes of unpacked.splice(0)) if (bytes.length > 0) yield bytes;
  }
}

/** The window of a frame, from the bytes behind its descriptor: its own, or for a frame in a single piece its size. */
function windowOf(rest: Uint8Array, single: boolean, sizeCode: number): number {
  if (!single) return 2 ** (10 + (rest[0] >> 3)) * (1 + (rest[0] & 7) / 8);
  const size = rest.subarray(-(1 << sizeCode)).reduceRight((sum, byte) => 256 * sum + byte, 0);
  return sizeCode === 1 ? size + 256 : size;
}

/** Chunks that can be taken in pieces of other lengths. */
class Bytes {
  private chunk: Uint8Array = new Uint8Array();

  constructor(
    private readonly chunks: AsyncGenerator<Uint8Array>,
    private readonly early: () => Error,
  ) {}

  async more(): Promise<boolean> {
    while (this.chunk.length === 0) {
      const next = await this.chunks.next();
      if (next.done) return false;
      this.chunk = next.value;
    }
    return true;
  }

  /** A copy of the next `length` bytes. Throws when there are fewer. */
  async take(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const taken = new Uint8Array(length);
    for (let at = 0; at < length; ) at += await this.next(length - at, (part) => taken.set(part, at));
    return taken;
  }

  async skip(length: number): Promise<void> {
    for (let left = length; left > 0; ) left -= await this.next(left, () => {});
  }

  private async next(most: number, use: (part: Uint8Array) => void): Promise<number> {
    if (!(await this.more())) throw this.early();
    const part = this.chunk.subarray(0, most);
    use(part);
    this.chunk = this.chunk.subarray(part.length);
    return part.length;
  }
}
