import type { RunContext } from '../contract/context';
import type { FileStamp, ReadRules } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { JSON_LINES_FILES } from '../words/fileName';
import { type ByteSource, emptyFile, type OpenBytes, openBytes, stampOf } from './byteSource';
import { detectLayout } from './layout';
import { LineEnds } from './lineEnds';
import type { OpenPart, OpenTable, WantedOfFile } from './openTable';
import { isParquet } from './parquet/signature';
import { readPipe } from './pipe';
import { RecordStream } from './recordStream';
import { RecordTable } from './recordTable';
import { openText } from './textBlocks';
import { NO_BOUND, REASON } from './unzip';

export interface OpenOptions extends WantedOfFile {
  /** For delimited text: false sends every line through the tokeniser, for comparison. */
  readonly shortCut?: boolean;
}

/** Match the beginning of an object, and of a list of objects. */
const OBJECT = /^\s*\{\s*["}]/;
const OBJECTS = /^\s*\[\s*\{/;

/**
 * Opens a file or a stream and finds out from its first megabyte what it holds and how it is written. Throws `file/…`
 * and `data/…` for a file that cannot be read.
 */
export async function openFile(
  source: ByteSource,
  read: ReadRules,
  context: RunContext,
  { names, groups, shortCut = true }: OpenOptions = {},
): Promise<OpenTable> {
  const stamp = await stampOf(source);
  const { name } = stamp;
  if (stamp.parts) {
    const { PartsTable } = await import('./parts/partsTable');
    const open: OpenPart = (path, again, part) => openFile({ kind: 'path', path }, again, part, { names, shortCut });
    return PartsTable.open({ ...stamp, parts: stamp.parts }, open, read, context);
  }
  if (stamp.bytes === 0) throw emptyFile(name);
  const bound = read.acceptExpansion ? NO_BOUND : REASON;
  const bytes = await openBytes(source, stamp, context, bound);
  if (isParquet(bytes.start))
    return openColumns(source, stamp, bytes, { names, groups, bound, frozen: read.frozen }, context);
  const { facts, blocks } = await openText(bytes, name, read);
  try {
    const first = await blocks.next();
    // This is only a sample: its line ends are counted when it is read.
    const text = first.done ? '' : first.value.text(new LineEnds());
    if (first.done || text.trim() === '')
      throw new KernelscopeError('file/empty', `${name} holds nothing but blank lines. Choose another file.`);
    if (OBJECTS.test(text))
      throw new KernelscopeError(
        'data/malformed',
        `${name} is one list of JSON objects. Write one object on each line in its place (JSON Lines; in pandas to_json with orient="records" and lines=True).`,
        { name },
      );
    // A person who sets the delimiter has delimited text, whatever the file's name.
    if (OBJECT.test(text) || (JSON_LINES_FILES.test(name) && read.delimiter === undefined)) {
      const { JsonTable } = await import('./json/jsonTable');
      return new JsonTable({ stamp, facts, first: first.value, sample: text, blocks }, names, read, context);
    }
    const records = new RecordStream(stamp, detectLayout(text, read, name, context), facts, first.value, blocks);
    return new RecordTable(records, read, context, shortCut);
  } catch (error) {
    await blocks.return();
    throw error;
  }
}

/** The contents of a Parquet file are described at its end, so a stream is first read completely. */
async function openColumns(
  source: ByteSource,
  stamp: FileStamp,
  { chunks }: OpenBytes,
  wanted: WantedOfFile,
  context: RunContext,
): Promise<OpenTable> {
  const { openParquet } = await import('./parquet/parquetTable');
  if (source.kind !== 'stream') {
    await chunks.return();
    return openParquet(source, stamp, wanted, context);
  }
  const whole = await readPipe(chunks, stamp.name, context);
  return openParquet(whole, { ...stamp, bytes: whole.bytes.length }, wanted, context);
}
