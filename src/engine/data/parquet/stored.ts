import { deltaBinaryUnpack, deltaByteArray, deltaLengthByteArray } from 'hyparquet/src/delta.js';
import { byteStreamSplit } from 'hyparquet/src/encoding.js';
import { readPlain } from 'hyparquet/src/plain.js';
import type { DataReader, Encoding, ParquetType, SchemaElement } from 'hyparquet/src/types.js';
import { readRuns } from './runs';
import { varintAt } from './thrift';

type Stored = ArrayLike<unknown>;

/** The fewest bytes of a plain value. */
const LEAST: Readonly<Record<ParquetType, number>> = {
  BOOLEAN: 1 / 8,
  INT32: 4,
  INT64: 8,
  INT96: 12,
  FLOAT: 4,
  DOUBLE: 8,
  BYTE_ARRAY: 4,
  FIXED_LEN_BYTE_ARRAY: 1,
};

/**
 * The values of a page or of a dictionary, as they are stored. Throws when there are fewer, and for encodings that no
 * writer uses any more.
 */
export function storedValues(
  encoding: Encoding,
  { type, type_length: width }: SchemaElement,
  count: number,
  page: Uint8Array,
  need: (bytes: number) => void,
): Stored {
  const reader = () => ({ view: new DataView(page.buffer, page.byteOffset, page.length), offset: 0 });
  if (type === undefined) throw new RangeError('a column without a type');
  switch (encoding) {
    case 'PLAIN':
      checkLength(count * (type === 'FIXED_LEN_BYTE_ARRAY' ? (width ?? 0) : LEAST[type]), page);
      return inside(readPlain(reader(), type, count, width), page);
    case 'RLE':
      return truthValues(page, type, count);
    case 'BYTE_STREAM_SPLIT':
      checkLength(count * (width ?? LEAST[type]), page);
      return byteStreamSplit(reader(), count, type, width);
    case 'DELTA_BINARY_PACKED':
      return type === 'INT32' ? unpackedDeltas(page, 0, count).values : longDeltas(reader(), page, count);
    case 'DELTA_LENGTH_BYTE_ARRAY': {
      const values: Uint8Array[] = new Array(count);
      unpackedDeltas(page, 0, count);
      deltaLengthByteArray(reader(), count, values);
      return inside(values, page);
    }
    case 'DELTA_BYTE_ARRAY': {
      const values: Uint8Array[] = new Array(count);
      const { values: shared, end } = unpackedDeltas(page, 0, count);
      const { values: added } = unpackedDeltas(page, end, count);
      // The part that values share with those before them is copied, and may be much more than the page.
      let length = 0;
      for (let i = 0; i < count; i++) {
        if (shared[i] < 0 || added[i] < 0 || shared[i] > (i > 0 ? shared[i - 1] + added[i - 1] : 0))
          throw new RangeError('a text shares more than the one before has');
        length += shared[i] + added[i];
      }
      checkLength(
        added.reduce((sum, more) => sum + more, end),
        page,
      );
      need(length);
      deltaByteArray(reader(), count, values);
      return values;
    }
    default:
      throw new RangeError('an encoding that is not read');
  }
}

/** Checks that texts end within the page: the library takes them from the buffer, which may go on behind it. */
function inside<T extends Stored>(values: T, page: Uint8Array): T {
  const last = values[values.length - 1];
  if (last instanceof Uint8Array) checkLength(last.byteOffset + last.length - page.byteOffset, page);
  return values;
}

function checkLength(bytes: number, page: Uint8Array): void {
  if (bytes > page.length) throw new RangeError('values end early');
}

/** Truth values as runs, behind their length in bytes. */
function truthValues(page: Uint8Array, type: string, count: number): Uint8Array {
  if (type !== 'BOOLEAN') throw new RangeError('an encoding that is not read');
  const values = new Uint8Array(count);
  readRuns(page, 4, page.length, 1, values);
  return values;
}

function longDeltas(reader: DataReader, page: Uint8Array, count: number): BigInt64Array {
  endOfDeltas(page, 0, count);
  const values = new BigInt64Array(count);
  deltaBinaryUnpack(reader, count, values);
  return values;
}

function unpackedDeltas(
  page: Uint8Array,
  from: number,
  count: number,
): { readonly values: Int32Array; readonly end: number } {
  endOfDeltas(page, from, count);
  const reader = { view: new DataView(page.buffer, page.byteOffset, page.length), offset: from };
  const values = new Int32Array(count);
  deltaBinaryUnpack(reader, count, values);
  return { values, end: reader.offset };
}

/**
 * Throws unless differences are packed as `count` values: the library would take memory by their numbers, or run long
 * on endless ones.
 */
function endOfDeltas(page: Uint8Array, from: number, count: number): void {
  const cursor = { bytes: page, at: from };
  const block = varintAt(cursor, 5);
  const groups = varintAt(cursor, 5);
  const each = block / groups;
  if (!(each > 0) || each % 8 !== 0 || block > 2 ** 31) throw new RangeError('a block of differences is malformed');
  varintAt(cursor, 5);
  varintAt(cursor, 10);
  for (let left = count - 1; left > 0; ) {
    varintAt(cursor, 10);
    const widths = cursor.at;
    cursor.at += groups;
    for (let i = 0; i < groups && left > 0; i++, left -= each) {
      if (!(page[widths + i] <= 64)) throw new RangeError('differences are too wide');
      cursor.at += (each / 8) * page[widths + i];
    }
    if (cursor.at > page.length) throw new RangeError('differences end early');
  }
}
