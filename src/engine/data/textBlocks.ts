import type { Dialect, ReadRules } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { joinedBytes } from '../contract/joinedBytes';
import type { OpenBytes } from './byteSource';
import { detectEncoding, TextDecoding } from './encoding';
import { LineEnds, lastLineEnd } from './lineEnds';
import { MAX_COLUMNS, tooManyColumns } from './table';

/** The bytes gathered before the first block is handed on, so that the dialect is found from a good sample. */
const FIRST_BLOCK = 1 << 20;

/** No line and no quoted cell is longer than this, in bytes or characters. */
export const MAX_RECORD = 16 << 20;

export interface TextBlock {
  /** Complete lines, ending in LF except perhaps in the last block. Counts their line ends into `ends`. */
  text(ends?: LineEnds): string;
  /** The same lines as bytes, with their original line ends; undefined for UTF-16. */
  readonly bytes?: Uint8Array;
  readonly last: boolean;
}

/** The facts about a file's bytes, which are final only once they have been read to the end. */
export interface TextFacts {
  readonly compression: Dialect['compression'];
  byteOrderMark: boolean;
  readonly lineEnds: LineEnds;
  decoding: TextDecoding;
}

/** Bytes as text with LF line ends, in blocks of about a megabyte. The facts are filled in as the blocks are read. */
export async function openText(
  { compression, chunks: raw }: OpenBytes,
  name: string,
  { encoding, delimiter, frozen }: Pick<ReadRules, 'encoding' | 'delimiter' | 'frozen'>,
): Promise<{ readonly facts: TextFacts; readonly blocks: AsyncGenerator<TextBlock, void, undefined> }> {
  const chunks = watched(raw, name);
  try {
    const start = await gather(chunks, new Uint8Array(), FIRST_BLOCK);
    const detected = detectEncoding(start.bytes, name, delimiter);
    const mark = encoding === undefined || encoding === detected.encoding ? detected.mark : 0;
    const facts: TextFacts = {
      compression,
      byteOrderMark: mark > 0,
      lineEnds: new LineEnds(),
      decoding: new TextDecoding(encoding ?? detected.encoding, name, encoding !== undefined || mark > 0, frozen),
    };
    const wide = facts.decoding.encoding.startsWith('utf-16');
    const first = start.bytes.subarray(mark);
    const blocks = wide ? wideBlocks(first, chunks, facts, name) : narrowBlocks(first, start.done, chunks, facts, name);
    return { facts, blocks };
  } catch (error) {
    await chunks.return(undefined);
    throw error;
  }
}

/** Reads on until there are `wanted` bytes or the file ends. */
async function gather(
  chunks: AsyncGenerator<Uint8Array>,
  before: Uint8Array,
  wanted: number,
): Promise<{ bytes: Uint8Array; done: boolean }> {
  const parts = [before];
  let length = before.length;
  while (length < wanted) {
    const next = await chunks.next();
    if (next.done) return { bytes: joinedBytes(parts), done: true };
    parts.push(next.value);
    length += next.value.length;
  }
  return { bytes: joinedBytes(parts), done: false };
}

/** Blocks when an ASCII character is one byte: they are cut at line ends before they are decoded. */
async function* narrowBlocks(
  first: Uint8Array,
  firstIsAll: boolean,
  chunks: AsyncGenerator<Uint8Array>,
  facts: TextFacts,
  name: string,
): AsyncGenerator<TextBlock, void, undefined> {
  const block = async (bytes: Uint8Array, last: boolean) => {
    await facts.decoding.settle(bytes);
    return { bytes, last, text: (ends?: LineEnds) => decodedText(bytes, facts, ends) };
  };
  let carry = first;
  let done = firstIsAll;
  try {
    while (!done) {
      const cut = lastLineEnd(carry);
      if (cut > 0) yield await block(carry.subarray(0, cut), false);
      else if (carry.length > MAX_RECORD) throw endlessLine(facts.decoding.decode(carry), name);
      // A line longer than a block: read twice as much before looking for its end again.
      const rest = carry.subarray(cut);
      ({ bytes: carry, done } = await gather(chunks, rest, cut > 0 ? rest.length + 1 : 2 * rest.length));
    }
    // The end-of-file sign of DOS is no text.
    yield await block(carry.at(-1) === 0x1a ? carry.subarray(0, -1) : carry, true);
  } finally {
    await chunks.return(undefined);
  }
}

/** Decodes bytes that end where a line ends, as text with LF line ends. */
export function decodedText(bytes: Uint8Array, { decoding, lineEnds }: TextFacts, ends = lineEnds): string {
  return ends.normalise(decoding.decode(bytes));
}

/** Blocks of UTF-16: decoded as it comes, then cut. */
async function* wideBlocks(
  first: Uint8Array,
  chunks: AsyncGenerator<Uint8Array>,
  { decoding, lineEnds }: TextFacts,
  name: string,
): AsyncGenerator<TextBlock, void, undefined> {
  const block = (raw: string, last: boolean) => ({ last, text: (ends = lineEnds) => ends.normalise(raw) });
  let carry = decoding.decodeWide(first);
  for await (const chunk of chunks) {
    let cut = carry.lastIndexOf('\n') + 1;
    if (cut === 0) cut = carry.search(/\r[^\r\n][^\r]*$/) + 1;
    if (cut > 0) yield block(carry.slice(0, cut), false);
    else if (carry.length > MAX_RECORD) throw endlessLine(carry, name);
    carry = carry.slice(cut) + decoding.decodeWide(chunk);
  }
  yield block(carry, true);
}

/** Passes chunks on and closes the file when the reader stops early. */
async function* watched(chunks: AsyncGenerator<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  let any = false;
  for await (const chunk of chunks) {
    any ||= chunk.length > 0;
    yield chunk;
  }
  if (!any)
    throw new KernelscopeError('file/empty', `${name} holds nothing once unzipped. Choose another file.`, { name });
}

function endlessLine(text: string, name: string): KernelscopeError {
  for (const delimiter of [',', ';', '\t', '|', ' ']) {
    let count = 0;
    for (let at = text.indexOf(delimiter); at >= 0 && count <= MAX_COLUMNS; at = text.indexOf(delimiter, at + 1))
      count++;
    if (count > MAX_COLUMNS) return tooManyColumns(name);
  }
  const message = `${name} has a line of more than ${MAX_RECORD >> 20} MB. Check that it is a table with a line per row.`;
  return new KernelscopeError('data/malformed', message, { name });
}
