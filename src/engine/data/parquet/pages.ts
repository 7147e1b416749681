import { parquetHeader } from 'hyparquet/src/column.js';
import type { CompressionCodec, Encoding, PageHeader } from 'hyparquet/src/types.js';
import { crcOf } from '../../contract/crc32';
import { unpacked } from './codecs';
import { readRuns } from './runs';
import type { ParquetColumn } from './schema';
import { storedValues } from './stored';
import { endOfStruct } from './thrift';
import type { Cells, Oddities } from './values';

/** Some consecutive rows of a column. */
export interface DataPage {
  readonly rows: number;
  /** 1 for every row with a value; left out when all have one. */
  readonly defined?: Uint8Array;
  readonly cells: Cells;
  /** For each value its position in `cells`; left out when they follow one another. */
  readonly positions?: Int32Array;
}

/** The bytes of a column in a group of rows. */
interface Chunk {
  readonly column: ParquetColumn;
  readonly codec: CompressionCodec;
  readonly bytes: Uint8Array;
  /** Rows of the group. */
  readonly rows: number;
  readonly odd: Oddities;
}

/** The bytes of a row while it is read: level, position, value as it is stored and as a number. */
const BYTES_A_ROW = 24;

/**
 * The pages of a column in a group of rows. `need` is called with memory before it is taken for a while, and throws
 * when there is not enough. Throws when pages are malformed, or together have another number of rows than the group.
 */
export function* pagesOf(chunk: Chunk, need: (bytes: number) => void): Generator<DataPage, void, undefined> {
  const { bytes: all, rows, codec } = chunk;
  let dictionary: Cells | undefined;
  let row = 0;
  for (let at = 0; row < rows; ) {
    const start = endOfStruct(all, at);
    const header = parquetHeader({ view: new DataView(all.buffer, all.byteOffset, all.length), offset: at });
    const { compressed_page_size: size, uncompressed_page_size: length, crc, type } = header;
    if (!(size >= 0) || start + size > all.length || !(length >= 0)) throw new RangeError('a page ends early');
    const bytes = all.subarray(start, start + size);
    if (crc !== undefined && ~crcOf(-1, bytes, 0, size) !== crc) throw new RangeError('a page has another checksum');
    at = start + size;
    need(length);
    if (type === 'DICTIONARY_PAGE') dictionary = dictionaryOf(header, unpacked(codec, bytes, length), chunk, need);
    if (type !== 'DATA_PAGE' && type !== 'DATA_PAGE_V2') continue;
    const parts = type === 'DATA_PAGE' ? partsOfFirst(header, bytes, chunk) : partsOfSecond(header, bytes, chunk);
    row += parts.rows;
    if (row > rows) throw new RangeError('pages have more rows than their group');
    need(parts.rows * BYTES_A_ROW);
    if (parts.rows > 0) yield pageOf(parts, dictionary, chunk, need);
  }
}

function dictionaryOf(
  header: PageHeader,
  page: Uint8Array,
  { column, odd }: Chunk,
  need: (bytes: number) => void,
): Cells {
  const count = header.dictionary_page_header?.num_values ?? -1;
  // A value takes at least a bit.
  if (!(count >= 0) || count > 8 * page.length) throw new RangeError('a dictionary is malformed');
  need(count * BYTES_A_ROW);
  return column.conversion.read(storedValues('PLAIN', column.element, count, page, need), odd);
}

/** A data page taken apart: levels and values. */
interface Parts {
  readonly rows: number;
  readonly encoding: Encoding;
  /** Runs of 0 and 1, for a column with gaps. */
  readonly levels?: Uint8Array;
  readonly values: Uint8Array;
}

const isOptional = ({ column }: Chunk): boolean => column.element.repetition_type === 'OPTIONAL';

/** A page in which levels and values are compressed together. */
function partsOfFirst(
  { data_page_header: head, uncompressed_page_size: length }: PageHeader,
  bytes: Uint8Array,
  chunk: Chunk,
): Parts {
  const rows = rowsOf(head?.num_values, chunk);
  const page = unpacked(chunk.codec, bytes, length);
  if (!head) throw new RangeError('a page is malformed');
  const { encoding } = head;
  if (!isOptional(chunk)) return { rows, encoding, values: page };
  if (head.definition_level_encoding !== 'RLE') throw new RangeError('levels in an encoding that is not read');
  const end = 4 + new DataView(page.buffer, page.byteOffset, page.length).getUint32(0, true);
  if (end > page.length) throw new RangeError('levels end early');
  return { rows, encoding, levels: page.subarray(4, end), values: page.subarray(end) };
}

/** A page in which only the values are compressed. */
function partsOfSecond(
  { data_page_header_v2: head, uncompressed_page_size: length }: PageHeader,
  bytes: Uint8Array,
  chunk: Chunk,
): Parts {
  const rows = rowsOf(head?.num_values, chunk);
  const { repetition_levels_byte_length: start = 0, definition_levels_byte_length: size = 0 } = head ?? {};
  const end = start + size;
  if (!head || !(start >= 0 && size >= 0) || end > bytes.length || end > length)
    throw new RangeError('levels end early');
  const rest = bytes.subarray(end);
  const values = head.is_compressed === false ? rest : unpacked(chunk.codec, rest, length - end);
  return { rows, encoding: head.encoding, levels: isOptional(chunk) ? bytes.subarray(start, end) : undefined, values };
}

function rowsOf(rows: number | undefined, chunk: Chunk): number {
  if (!(rows !== undefined && rows >= 0 && rows <= chunk.rows)) throw new RangeError('a page is malformed');
  return rows;
}

function pageOf(
  { rows, encoding, levels, values }: Parts,
  dictionary: Cells | undefined,
  chunk: Chunk,
  need: (bytes: number) => void,
): DataPage {
  const { column, odd } = chunk;
  let defined: Uint8Array | undefined;
  let count = rows;
  if (levels) {
    defined = new Uint8Array(rows);
    readRuns(levels, 0, levels.length, 1, defined);
    count = defined.reduce((sum, level) => sum + level, 0);
    if (count === rows) defined = undefined;
  }
  if (count === 0) return { rows, defined, cells: [] };
  if (encoding !== 'PLAIN_DICTIONARY' && encoding !== 'RLE_DICTIONARY')
    return {
      rows,
      defined,
      cells: column.conversion.read(storedValues(encoding, column.element, count, values, need), odd),
    };
  if (!dictionary || values.length === 0) throw new RangeError('a dictionary is missing');
  const positions = new Int32Array(count);
  if (values[0] > 0) readRuns(values, 1, values.length, values[0], positions);
  if (!positions.every((position) => position < dictionary.length))
    throw new RangeError('a position lies outside the dictionary');
  return { rows, defined, cells: dictionary, positions };
}
