import { platform } from '../../platform/platform';
import { cut } from '../contract/cut';
import type { FrozenReading } from '../contract/data';
import { ENCODINGS, type Encoding } from '../contract/encodings';
import { KernelscopeError } from '../contract/failure';
import type { Note } from '../contract/note';
import { count } from '../words/numbers';
import { decodedBy } from './decoded';
import { doubtBelow } from './doubts';
import type { DetectedEncoding } from './legacyEncoding';
import { refuseOtherFormats } from './otherFormats';

/** An encoding found from the first bytes. */
export interface MarkedEncoding {
  readonly encoding: Encoding;
  /** The length in bytes of the byte-order mark at the start. */
  readonly mark: number;
}

/**
 * UTF-8 or UTF-16, by the first bytes; UTF-8 may still turn out to be wrong, see `TextDecoding`. Throws `file/binary`
 * for bytes that no text has; control characters in `allowed` do not count as such.
 */
export function detectEncoding(bytes: Uint8Array, name: string, allowed = ''): MarkedEncoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', mark: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', mark: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', mark: 2 };
  refuseOtherFormats(bytes, name);
  const sample = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  let controls = 0;
  for (let i = 0; i < sample.length; i++) {
    const c = sample[i];
    if (c === 0) zeros[i & 1]++;
    else if ((c < 9 || (c > 13 && c < 32 && c !== 27)) && !allowed.includes(String.fromCharCode(c))) controls++;
  }
  // Latin text in UTF-16 has a zero in every other byte; binary files have them anywhere.
  const half = sample.length / 2;
  if (zeros[1] > 0.4 * half && zeros[0] < 0.05 * half) return { encoding: 'utf-16le', mark: 0 };
  if (zeros[0] > 0.4 * half && zeros[1] < 0.05 * half) return { encoding: 'utf-16be', mark: 0 };
  if (sample[0] === 0 || controls > 0.02 * sample.length) throw binaryFile(name);
  if (zeros[0] + zeros[1] > 0) throw zeroBytes(name, sample.indexOf(0));
  return { encoding: 'utf-8', mark: 0 };
}

function binaryFile(name: string): KernelscopeError {
  return new KernelscopeError(
    'file/binary',
    `${name} is not text: it holds bytes that no text file has. Choose a CSV file, or export the data as one.`,
    { name },
  );
}

/**
 * The failure for a text with bytes of value 0, as a loss of power leaves them in a file, the first of them after
 * `before` other bytes.
 */
function zeroBytes(name: string, before: number): KernelscopeError {
  return new KernelscopeError(
    'file/binary',
    `${name} holds zero bytes, the first after ${count(before)} others: no text file has them. Remove them, as "tr -d '\\000'" does, or export the data again.`,
    { name },
  );
}

/** The most characters of a word that a note shows. */
const SHOWN = 24;

/**
 * Decodes bytes to text. A file taken for UTF-8 that held only ASCII is read in another encoding from the first block
 * that is not UTF-8.
 */
export class TextDecoding {
  private decoder: InstanceType<typeof TextDecoder>;
  private sawUtf8 = false;
  /** Set when bytes that are no characters had to be replaced by U+FFFD. */
  private replaced = false;
  private found: DetectedEncoding | undefined;
  /** The number of bytes that have been looked at. */
  private before = 0;
  /** The least ratio of valid to broken characters in UTF-8. */
  private readonly leastWhole: number;

  private readonly like: Encoding | undefined;

  /** `fixed`: the encoding is not to be detected. `frozen`: the reading of the file that this one is like. */
  constructor(
    public encoding: Encoding,
    private readonly name: string,
    private readonly fixed: boolean,
    private readonly frozen: FrozenReading | undefined,
  ) {
    this.like = frozen?.encoding;
    this.decoder = new TextDecoder(encoding, { ignoreBOM: true });
    this.leastWhole = this.like?.startsWith('utf') === false ? 10 : 1;
  }

  /** Looks at a block of complete lines before it is decoded. */
  async settle(bytes: Uint8Array): Promise<void> {
    const zero = bytes.indexOf(0);
    if (zero !== -1) throw zeroBytes(this.name, this.before + zero);
    this.before += bytes.length;
    if (platform.isAscii(bytes)) return;
    const whole = platform.isUtf8(bytes);
    if (this.encoding !== 'utf-8') {
      if (this.fixed) this.found ??= whole ? UTF8 : await detected(bytes, this.encoding);
    } else if (whole) this.sawUtf8 = true;
    else if (this.fixed || this.sawUtf8 || wholeToBroken(bytes) >= this.leastWhole) this.replaced = true;
    else {
      this.found = await detected(bytes, this.like, this.frozen?.columns);
      this.encoding = this.found.value;
      this.decoder = new TextDecoder(this.encoding);
    }
  }

  /** Decodes bytes that end where a character ends. */
  decode(bytes: Uint8Array): string {
    if (platform.isAscii(bytes)) return platform.latin1(bytes);
    const text = decodedBy(this.decoder, bytes);
    if (this.encoding !== 'utf-8') this.replaced ||= text.includes('\ufffd');
    return text;
  }

  /** Decodes UTF-16 bytes as they come. */
  decodeWide(bytes: Uint8Array): string {
    const text = this.decoder.decode(bytes, { stream: true });
    if (text.includes('\0')) throw binaryFile(this.name);
    return text;
  }

  /** The notes on the encoding once the file has been read. */
  notes(): readonly Note[] {
    const { title } = ENCODINGS[this.encoding];
    const text = `Some bytes are not valid ${title}; the characters they stood for are shown as \ufffd. Set the encoding if the file has another.`;
    const broken: Note[] = this.replaced ? [{ severity: 'warning', code: 'data/broken-text', text }] : [];
    return [...broken, ...this.guessed()];
  }

  /** The note on an encoding that was detected, or that was set and is hardly that of the text. */
  private guessed(): readonly Note[] {
    const { found, fixed, encoding } = this;
    const { title } = ENCODINGS[encoding];
    if (!found) return [];
    if (fixed) {
      if (found.value === encoding || !found.words) return [];
      const text = `The text is read as ${title}, as was set, and looks like ${ENCODINGS[found.value].title}. If that is wrong, let the encoding be found.`;
      return [{ severity: 'warning', code: 'data/unlikely-encoding', text }];
    }
    if (found.value === this.like && found.words) return [];
    const unlikely = found.words ? '' : ', but its characters make no words';
    const said = `The text is read as ${title}, as in “${cut(found.example, SHOWN)}”${unlikely}`;
    const [note] = doubtBelow('encoding', found.words ? found.margin : 0, said);
    return [note ?? { severity: 'info', code: 'data/encoding', text: `${said}.` }];
  }
}

const UTF8: DetectedEncoding = { value: 'utf-8', margin: 1, example: '', words: true };

async function detected(
  bytes: Uint8Array,
  like: Encoding | undefined,
  columns?: FrozenReading['columns'],
): Promise<DetectedEncoding> {
  const { legacyEncoding } = await import('./legacyEncoding');
  return legacyEncoding(bytes, like, columns);
}

/**
 * How many valid characters beyond ASCII in UTF-8 there are per broken one. Other encodings seldom have any by chance.
 */
function wholeToBroken(bytes: Uint8Array): number {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return (text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0) / (text.match(/\ufffd/g)?.length ?? 0);
}
