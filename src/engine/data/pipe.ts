import type { RunContext } from '../contract/context';
import type { FileSource } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { joinedBytes } from '../contract/joinedBytes';
import { plannedMemory } from '../machine/memory';
import { memorySize } from '../words/quantities';
import { detectEncoding } from './encoding';
import { openFailure } from './openFailure';
import { isParquet } from './parquet/signature';
import { compressionOf } from './unzip';

/** The length of the largest array that engines make. */
const MOST_BYTES = 2 ** 32;
/** The fraction of a fit's planned memory that these bytes may take; while they are joined they take twice as much. */
const MEMORY_SHARE = 0.4;
/**
 * The number of bytes after which the content is checked, so that a device without an end is not read until memory is
 * full.
 */
const SAMPLE = 4096;

/**
 * Reads all bytes of a source that can be read only once: a pipe, a terminal, a device, a file of /proc. Throws the
 * errors of `check` on its beginning (for text `file/binary`), `file/unreadable`, and `memory/too-large` beyond `limit`
 * bytes.
 */
export async function readPipe(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  context: RunContext,
  limit = Math.min(MEMORY_SHARE * plannedMemory(), MOST_BYTES),
  check: (start: Uint8Array, name: string) => void = checkText,
): Promise<FileSource & { readonly kind: 'bytes' }> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of chunks) {
      context.check();
      parts.push(chunk);
      const before = length;
      length += chunk.length;
      if (before < SAMPLE && length >= SAMPLE) check(joinedBytes(parts), name);
      if (length > limit) throw tooLong(name, limit);
      context.progress(0, `reading ${name}`);
    }
  } catch (error) {
    throw openFailure(name, error);
  }
  return { kind: 'bytes', name, bytes: joinedBytes(parts) };
}

/** Which of these may be a delimiter is found later. */
const CONTROLS = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('');

function checkText(start: Uint8Array, name: string): void {
  if (compressionOf(start) === 'none' && !isParquet(start)) detectEncoding(start, name, CONTROLS);
}

function tooLong(name: string, limit: number): KernelscopeError {
  return new KernelscopeError(
    'memory/too-large',
    `${name} is larger than the ${memorySize(limit)} that can be held of a stream. Save it as a file and use that.`,
    { name, limit },
  );
}
