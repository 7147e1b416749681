import { parquetMetadata } from 'hyparquet/src/metadata.js';
import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js';
import type { ColumnChunk, CompressionCodec, RowGroup as StoredGroup } from 'hyparquet/src/types.js';
import { KernelscopeError } from '../../contract/failure';
import { isCodec } from './codecs';
import type { RandomAccess } from './randomAccess';
import { type ParquetColumns, parquetColumns } from './schema';
import { endOfStruct } from './thrift';

/** Bytes at the end: the length of the footer, and the signature. */
const TAIL = 8;
const SIGNATURE = 'PAR1';
const ENCRYPTED = 'PARE';
/** The most bytes of a decimal: 150 digits. */
const LONGEST_DECIMAL = 64;
/**
 * Numbers from parquet.thrift: the converted type of decimals, and the type of texts and bytes, which are read in time
 * linear in their length.
 */
const DECIMAL = 5;
const BYTES = 6;
/** The memory of the footer as objects, as a multiple of its bytes. */
const OBJECTS = 20;

/** The place of a column in a group of rows. */
interface ChunkPlace {
  readonly from: number;
  readonly to: number;
  readonly codec: CompressionCodec;
  /** The size stated by the file: not to be trusted. */
  readonly unpacked: number;
}

/** Some consecutive rows of a file, column by column. */
export interface RowGroup {
  readonly rows: number;
  /** The places of `columns`, in their order. */
  readonly chunks: readonly ChunkPlace[];
}

interface Footer extends ParquetColumns {
  readonly groups: readonly RowGroup[];
}

/**
 * Reads the columns of a file and the places of its groups of rows. Throws `file/unreadable` for a file that is cut
 * off, encrypted or in parts; any other error means damage. `need` is called with the memory before it is taken.
 */
export async function readFooter(file: RandomAccess, need: (bytes: number) => void): Promise<Footer> {
  const { name, bytes: length } = file.stamp;
  const cut = () => refused(name, 'is a Parquet file that ends too early. Copy or download it again.');
  if (length < 2 * TAIL) throw cut();
  const tail = await file.read(length - TAIL, length);
  const signature = String.fromCharCode(...tail.subarray(4));
  if (signature === ENCRYPTED) throw encrypted(name);
  if (signature !== SIGNATURE) throw cut();
  const size = new DataView(tail.buffer, tail.byteOffset).getUint32(0, true);
  if (size > length - TAIL - SIGNATURE.length) throw new RangeError('the footer is longer than the file');
  need(OBJECTS * size);
  const bytes = await file.read(length - TAIL - size, length);
  if (endOfStruct(bytes.subarray(0, size), 0) > size) throw new RangeError('the footer is malformed');
  checkDecimals(bytes);
  const metadata = parquetMetadata(bytes, { geoparquet: false });
  const columns = parquetColumns(metadata.schema);
  return { ...columns, groups: metadata.row_groups.map((group) => groupOf(group, columns, file)) };
}

/**
 * Throws when a decimal among the statistics is longer than any can be: the time to read one grows with the square of
 * its length.
 */
function checkDecimals(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const { field_2: schema, field_4: groups } = deserializeTCompactProtocol({ view, offset: 0 });
  // Groups of columns have no type.
  const columns = listOf(schema).filter(({ field_1: type }) => type !== undefined);
  for (const { field_1: chunks } of listOf(groups))
    listOf(chunks).forEach(({ field_3: meta }, j) => {
      const { field_12: statistics = {} } = (meta ?? {}) as Thrift;
      const lengths = Object.values(statistics as Thrift).map((v) => (v instanceof Uint8Array ? v.length : 0));
      if (columns[j]?.field_6 === DECIMAL && Math.max(0, ...lengths) > LONGEST_DECIMAL && columns[j].field_1 !== BYTES)
        throw new RangeError('a decimal is too long');
    });
}

type Thrift = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): readonly Thrift[] => (Array.isArray(value) ? value : []);

function groupOf(group: StoredGroup, { columns, count }: ParquetColumns, { stamp }: RandomAccess): RowGroup {
  const rows = Number(group.num_rows);
  if (group.columns.length !== count || !isSize(rows)) throw new RangeError('a group of rows is malformed');
  return { rows, chunks: columns.map(({ position }) => placeOf(group.columns[position], stamp.name, stamp.bytes)) };
}

function placeOf(
  { meta_data: meta, file_path: path, crypto_metadata: secret }: ColumnChunk,
  name: string,
  length: number,
) {
  if (secret || !meta) throw encrypted(name);
  if (path) throw refused(name, 'names other files for its columns. Choose those files.');
  const { codec, dictionary_page_offset: dictionary, data_page_offset: data } = meta;
  if (!isCodec(codec))
    throw refused(
      name,
      `is compressed with ${codec ?? 'an unknown method'}, which cannot be read. Write it with snappy or zstd.`,
    );
  const from = Number(dictionary && dictionary < data ? dictionary : data);
  const to = from + Number(meta.total_compressed_size);
  const unpacked = Number(meta.total_uncompressed_size);
  if (!isSize(from) || !isSize(to - from) || !isSize(unpacked) || to > length)
    throw new RangeError('a column lies outside the file');
  return { from, to, codec, unpacked };
}

const isSize = (bytes: number): boolean => Number.isSafeInteger(bytes) && bytes >= 0;

const encrypted = (name: string) => refused(name, 'is encrypted. Write it again without encryption.');

const refused = (name: string, what: string): KernelscopeError =>
  new KernelscopeError('file/unreadable', `${name} ${what}`, { name });
