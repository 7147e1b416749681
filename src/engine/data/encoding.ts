import { isAscii } from 'node:buffer';
import type { Encoding } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { doubleByteEncoding } from './doubleBytes';
import { refuseOtherFormats } from './otherFormats';

export interface DetectedEncoding {
  readonly encoding: Encoding;
  /** Bytes of the byte-order mark at the start. */
  readonly mark: number;
}

/** Decides from the first bytes. UTF-8 may still turn out to be Windows-1252 later; see `TextDecoding`. */
export function detectEncoding(bytes: Uint8Array, name: string): DetectedEncoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', mark: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', mark: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', mark: 2 };
  refuseOtherFormats(bytes, name);
  const sample = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  let controls = 0;
  for (let i = 0; i < sample.length; i++) {
    if (sample[i] === 0) zeros[i & 1]++;
    else if (sample[i] < 9 || (sample[i] > 13 && sample[i] < 32 && sample[i] !== 27)) controls++;
  }
  // Latin text in UTF-16 has a zero in every other byte; binary files have them anywhere.
  const half = sample.length / 2;
  if (zeros[1] > 0.4 * half && zeros[0] < 0.05 * half) return { encoding: 'utf-16le', mark: 0 };
  if (zeros[0] > 0.4 * half && zeros[1] < 0.05 * half) return { encoding: 'utf-16be', mark: 0 };
  if (zeros[0] + zeros[1] > 0 || controls > 0.02 * sample.length) throw binaryFile(name);
  return { encoding: 'utf-8', mark: 0 };
}

export function binaryFile(name: string): KernelscopeError {
  return new KernelscopeError(
    'file/binary',
    `${name} is not text: it holds bytes that no text file has. Choose a CSV file, or export the data as one.`,
    { name },
  );
}

/**
 * Bytes to text, block by block; a block ends where a character ends, except in UTF-16. Plain ASCII takes a short cut.
 * A file taken for UTF-8 that is not, and held only ASCII until then, is Windows-1252 from there on.
 */
export class TextDecoding {
  private readonly wide: InstanceType<typeof TextDecoder> | undefined;
  private sawUtf8 = false;
  /** Set when broken UTF-8 had to be replaced by U+FFFD. */
  replaced = false;
  /** What a file that was taken for Windows-1252 looks like otherwise. */
  likely: string | undefined;

  constructor(
    public encoding: Encoding,
    private readonly name: string,
    private readonly fixed: boolean,
  ) {
    if (encoding.startsWith('utf-16')) this.wide = new TextDecoder(encoding);
  }

  decode(bytes: Uint8Array): string {
    if (this.wide) {
      const text = this.wide.decode(bytes, { stream: true });
      if (text.includes('\0')) throw binaryFile(this.name);
      return text;
    }
    if (bytes.includes(0)) throw binaryFile(this.name);
    if (isAscii(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    if (this.encoding === 'utf-8') {
      try {
        const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
        this.sawUtf8 = true;
        return text;
      } catch {
        if (this.sawUtf8 || this.fixed) {
          this.replaced = true;
          return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
        }
        this.encoding = 'windows-1252';
        this.likely = doubleByteEncoding(bytes);
      }
    }
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
