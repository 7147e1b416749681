import type { RunContext } from '../contract/context';
import type { ReadOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { JSON_LINES_FILES } from '../words/fileName';
import { type ByteSource, emptyFile, stampOf } from './byteSource';
import { detectLayout } from './layout';
import { LineEnds } from './lineEnds';
import type { OpenTable } from './openTable';
import { RecordStream } from './recordStream';
import { RecordTable } from './recordTable';
import { openText } from './textBlocks';

export interface OpenOptions {
  /** Names of the columns that are wanted of a format whose rows tell them one by one; left out, all are read. */
  readonly names?: readonly string[];
  /** Of delimited text: false sends every line through the tokeniser, for comparison. */
  readonly shortCut?: boolean;
}

/** The beginning of an object, and of a list of objects. */
const OBJECT = /^\s*\{\s*["}]/;
const OBJECTS = /^\s*\[\s*\{/;

/**
 * Opens a file or a stream and finds out from its first megabyte what it holds and how it is written. Throws `file/…` and `data/…` for what
 * cannot be read.
 */
export async function openFile(
  source: ByteSource,
  read: ReadOptions,
  context: RunContext,
  { names, shortCut = true }: OpenOptions = {},
): Promise<OpenTable> {
  const stamp = await stampOf(source);
  const { name } = stamp;
  if (stamp.bytes === 0) throw emptyFile(name);
  const { facts, blocks } = await openText(source, stamp, read, context);
  try {
    const first = await blocks.next();
    // Only a sample: its line ends are counted when it is read.
    const text = first.done ? '' : first.value.text(new LineEnds());
    if (first.done || text.trim() === '')
      throw new KernelscopeError('file/empty', `${name} holds nothing but blank lines. Choose another file.`);
    if (OBJECTS.test(text))
      throw new KernelscopeError(
        'data/malformed',
        `${name} is one list of JSON objects. Write one object on each line in its place (JSON Lines; in pandas to_json with orient="records" and lines=True).`,
        { name },
      );
    if (OBJECT.test(text) || JSON_LINES_FILES.test(name)) {
      const { JsonTable } = await import('./json/jsonTable');
      return new JsonTable({ stamp, facts, first: first.value, blocks }, names, context);
    }
    const records = new RecordStream(stamp, detectLayout(text, read, name, context), facts, first.value, blocks);
    return new RecordTable(records, read, context, shortCut);
  } catch (error) {
    await blocks.return();
    throw error;
  }
}
