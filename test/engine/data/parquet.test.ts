import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parquetMetadata } from 'hyparquet/src/metadata.js';
import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js';
import { cancelledError, quietContext, type RunContext } from '../../../src/engine/contract/context';
import type { ReadOptions } from '../../../src/engine/contract/data';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { openFile } from '../../../src/engine/data/openFile';
import { Random } from '../../../src/engine/data/random';
import { readTable } from '../../../src/engine/data/readTable';
import { rowBlocks } from '../../../src/engine/data/rowBlocks';
import type { Table } from '../../../src/engine/data/table';
import { TableReader } from '../../../src/engine/data/tableReader';
import { readingOfFile } from '../../../src/engine/data/tableReading';
import { writeTable } from '../../../src/engine/data/writeTable';
import { inPieces } from '../../inPieces';
import { cells, failure, kinds, noteCodes } from './reading';

const path = (name: string) => join('test/oracles/files', `${name}.parquet`);
const bytesOf = (name: string) => new Uint8Array(readFileSync(path(name)));
const source = (name: string) => ({ kind: 'path', path: path(name) }) as const;
const read = (name: string, options: ReadOptions = {}): Promise<Table> =>
  readTable(source(name), options, quietContext);
const readBytes = (bytes: Uint8Array, name = 'test.parquet') =>
  readTable({ kind: 'bytes', name, bytes }, {}, quietContext);
const noteOf = (table: Table, code: string) => table.inspection.notes.find((note) => note.code === code)?.text;

/** The rows that parquetFiles.py writes in every way. */
const small = {
  whole: Array.from({ length: 40 }, (_, i) => (i % 7 === 3 ? null : i - 5)),
  real: Array.from({ length: 40 }, (_, i) => i / 8),
  town: Array.from({ length: 40 }, (_, i) => (i % 11 === 5 ? null : ['Ulm', 'Köln', 'Bonn'][i % 3])),
  sold: Array.from({ length: 40 }, (_, i) => (i === 2 ? null : 1 - (i % 2))),
};

const WAYS = [
  ...['none', 'snappy', 'gzip', 'brotli', 'zstd', 'lz4'].map((codec) => `codec-${codec}`),
  'pages-2',
  'checksums',
  'encodings-1',
  'encodings-2',
];
for (const name of WAYS)
  test(`${name}: numbers, texts, truth values and gaps`, async () => {
    const table = await read(name);
    for (const [column, expected] of Object.entries(small)) assert.deepEqual(cells(table, column), expected, column);
    assert.deepEqual(kinds(table).slice(0, 4), ['number', 'number', 'category', 'boolean']);
    assert.deepEqual(noteCodes(table), []);
    assert.deepEqual(
      Array.from(table.lines),
      Array.from({ length: 40 }, (_, i) => i + 1),
    );
    assert.deepEqual(table.inspection.preview[3].slice(0, 4), ['', '0.375', 'Ulm', 'false']);
    assert.equal(table.inspection.preview.length, 20);
    assert.equal(table.inspection.dialect.format, 'parquet');
    const whole = await readBytes(bytesOf(name));
    assert.deepEqual(whole.columns, table.columns, 'bytes as a file');
  });

test('differences and shared beginnings, whole numbers and texts', async () => {
  for (const name of ['encodings-1', 'encodings-2']) {
    const table = await read(name);
    const long = Array.from({ length: 40 }, (_, i) => Number((-1n) ** BigInt(i) * BigInt(i) ** 9n));
    assert.deepEqual(
      cells(table, 'long'),
      long.map((value) => (value === 0 ? 0 : value)),
    );
    const texts = Array.from({ length: 40 }, (_, i) => (i % 9 === 4 ? null : `row ${Math.floor(i / 4)} of ${i}`));
    const { columns } = await read(name, { kinds: { text: 'category' } });
    const text = columns[5];
    assert.ok('codes' in text);
    assert.deepEqual(
      Array.from(text.codes, (code) => (code < 0 ? null : text.levels[code])),
      texts,
    );
  }
});

test('every type becomes what a CSV file would make of it, and texts stay texts', async () => {
  const table = await read('types');
  const expected: Readonly<Record<string, readonly (number | string | null)[]>> = {
    int8: [-128, null, 127],
    uint8: [0, null, 255],
    uint32: [1, null, 2 ** 32 - 1],
    uint64: [1, null, 2 ** 64],
    int64: [-(2 ** 53), null, 2 ** 53],
    half: [0.5, null, -2],
    float: [Math.fround(0.1), null, null],
    double: [1e300, null, null],
    'small decimal': [0.3, null, -123.45],
    'large decimal': [Number('12345678901234567890.0123456789'), null, -1],
    date: [19780, null, 19782],
    seconds: [19782 + (13 * 3600 + 300) / 86400, null, -0.75],
    millis: [19782 + (13 * 3600 + 300.25) / 86400, null, -0.75],
    micros: [19782 + (13 * 3600 + 300.25) / 86400, null, -0.75],
    nanos: [19782 + (13 * 3600 + 300.25) / 86400, null, -0.75],
    time: [0.75, null, (6.5 * 3600 + 0.5) / 86400],
    digits: ['01', null, '2'],
    days: [19782, null, 19783],
    level: ['low', null, 'high'],
    nothing: [null, null, null],
    y: [0, null, 2],
  };
  assert.deepEqual(
    table.inspection.columns.map(({ name }) => name),
    Object.keys(expected),
  );
  for (const [name, values] of Object.entries(expected)) assert.deepEqual(cells(table, name), values, name);
  const kindOf = (name: string) => table.inspection.columns.find((column) => column.name === name)?.kind;
  for (const name of ['date', 'seconds', 'millis', 'micros', 'nanos', 'time', 'days'])
    assert.equal(kindOf(name), 'date', name);
  assert.equal(kindOf('nothing'), 'empty');
  assert.match(noteOf(table, 'data/long-digits') ?? '', /^"uint64", "int64": whole numbers beyond .* read as IDs/);
  const leftOut = { list: 'lists', map: 'maps', struct: 'structures', bytes: 'bytes', fixed: 'bytes' };
  assert.deepEqual(
    table.inspection.leftOut,
    Object.entries(leftOut).map(([name, what]) => ({ name, what })),
  );
  const notes = table.inspection.notes.filter(({ code }) => code === 'data/columns-left-out').map(({ text }) => text);
  assert.equal(notes[3], '"bytes", "fixed": bytes, which are not read.');
  assert.deepEqual(cells(await read('types', { kinds: { digits: 'number' } }), 'digits'), [1, null, 2]);
  assert.deepEqual(cells(await read('types', { kinds: { y: 'category' } }), 'y'), ['0', null, '2']);
  assert.deepEqual(cells(await read('types', { missing: ['2', '01'] }), 'y'), [0, null, null]);
});

test('times of old writers, and times that no calendar has', async () => {
  const old = await read('int96');
  assert.deepEqual(cells(old, 'nanos'), [19782 + (13 * 3600 + 300.25) / 86400, null, -0.75]);
  const far = await read('far');
  assert.deepEqual(cells(far, 'at'), [0, null, 5 / 86400]);
  assert.equal(noteOf(far, 'data/no-dates'), '"at": dates outside the years 0 to 9999 are treated as gaps.');
});

test('a file of no rows, and one of lists alone', async () => {
  await assert.rejects(read('no-rows'), failure('data/header-only', /has no rows\. Choose a file with data\.$/));
  const empty = await readTable(source('no-rows'), {}, quietContext, { rowless: true });
  assert.equal(empty.inspection.rows, 0);
  assert.equal(empty.inspection.columns.length, 4);
  await assert.rejects(read('only-lists'), failure('data/header-only', /only columns that cannot be read \("list"\)/));
});

test('only the columns that are wanted are read, and one group of rows at a time', async () => {
  const table = await openFile(source('groups'), {}, quietContext, { names: ['y', 'x', 'none'] });
  assert.deepEqual(table.names, ['x', 'y']);
  const reader = new TableReader(table, {}, quietContext);
  const sizes: number[] = [];
  for await (const _ of reader.blocks()) {
    sizes.push(reader.columns.lines.length);
    reader.take(reader.columns.lines.length);
  }
  await table.close();
  assert.deepEqual(sizes, [700, 700, 700, 700, 200]);
  const none = await openFile(source('groups'), {}, quietContext, { names: ['none'] });
  assert.deepEqual(none.names, ['x'], 'by which rows are counted');
  await none.close();
});

test('predictions read rows in blocks, as they read those of a CSV file', async () => {
  const reading = await readingOfFile(source('groups'), {}, quietContext);
  assert.equal(reading.rows, 3000);
  const whole = await read('groups');
  const wanted = { levels: new Map(), kinds: new Map() };
  const values: number[] = [];
  for await (const { columns, before } of rowBlocks(
    source('groups'),
    reading,
    { step: 128, most: 256 },
    wanted,
    quietContext,
  )) {
    assert.equal(before, values.length);
    const [x] = columns;
    assert.ok('values' in x);
    values.push(...x.values);
  }
  assert.deepEqual(values, cells(whole, 'x'));
});

test('written as CSV, the table reads the same', async () => {
  for (const name of ['types', 'groups', 'codec-lz4']) {
    const { inspection, columns } = await read(name);
    let text = '';
    const sink = async (part: string) => {
      text += part;
    };
    await writeTable(source(name), inspection, {}, sink, quietContext);
    const again = await readTable(
      { kind: 'bytes', name: 'again.csv', bytes: new TextEncoder().encode(text) },
      { kinds: name === 'types' ? { digits: 'category' } : {} },
      quietContext,
    );
    const filled = inspection.columns.filter(({ kind }) => kind !== 'empty');
    for (const { name: column } of filled) {
      const table = { inspection, columns, lines: new Uint32Array() };
      // A CSV file keeps digits that a number loses, as IDs.
      const long = /int64|large decimal/.test(column)
        ? (cell: unknown) => cell && Number(cell)
        : (cell: unknown) => cell;
      assert.deepEqual(cells(again, column).map(long), cells(table, column).map(long), `${name}: ${column}`);
    }
  }
});

test('a stream is read whole, its first bytes tell what it is', async () => {
  const chunks = () => inPieces(bytesOf('groups'), 1000);
  const table = await openFile({ kind: 'stream', name: 'a pipe', chunks }, {}, quietContext);
  const reader = new TableReader(table, {}, quietContext);
  for await (const _ of reader.blocks());
  assert.equal(reader.columns.lines.length, 3000);
  await table.close();
});

test('a header of a CSV file that begins like a Parquet file is a header', async () => {
  const table = await readBytes(new TextEncoder().encode('PAR1,y\n1,2\n2,3\n'), 'table.csv');
  assert.deepEqual(cells(table, 'PAR1'), [1, 2]);
});

test('files that are cut off or encrypted are refused by a sentence', async () => {
  const bytes = bytesOf('codec-snappy');
  await assert.rejects(readBytes(bytes.subarray(0, 1000)), failure('file/unreadable', /ends too early/));
  await assert.rejects(readBytes(bytes.subarray(0, 7)), failure('file/unreadable', /ends too early/));
  const secret = new Uint8Array(bytes);
  secret[3] = secret[secret.length - 1] = 'E'.charCodeAt(0);
  await assert.rejects(readBytes(secret), failure('file/unreadable', /is encrypted/));
  const flipped = bytesOf('checksums');
  flipped[60] ^= 1;
  await assert.rejects(readBytes(flipped), failure('file/unreadable', /damaged Parquet file/));
});

test('a footer cannot ask for memory that the file does not account for', async () => {
  const bytes = bytesOf('codec-none');
  const huge = new Uint8Array(bytes);
  new DataView(huge.buffer).setUint32(huge.length - 8, 2 ** 31, true);
  await assert.rejects(readBytes(huge), failure('file/unreadable'));
  // A list of 2^28 lists, as the first field of the footer.
  const list = Uint8Array.of(0x50, 0x41, 0x52, 0x31, 0x15, 0, 0x19, 0xf9, 0x80, 0x80, 0x80, 0x80, 0x01, 0);
  const tail = new Uint8Array(8);
  new DataView(tail.buffer).setUint32(0, list.length - 6, true);
  tail.set([0x50, 0x41, 0x52, 0x31], 4);
  await assert.rejects(readBytes(Buffer.concat([list, tail])), failure('file/unreadable', /damaged/));
});

test('a group of rows that would not fit in memory is refused, whatever it takes in the file', async () => {
  const bytes = Buffer.from(bytesOf('codec-none'));
  const end = bytes.length - 8;
  const begin = end - bytes.readUInt32LE(end);
  const [first] = parquetMetadata(bytes, { geoparquet: false }).row_groups;
  const {
    num_values: values,
    total_uncompressed_size: size,
    total_compressed_size: packed,
  } = first.columns[1].meta_data ?? {};
  assert.ok(values && size && packed);
  // Three members of the footer in a row, each of them a number of 64 bits.
  const members = (length: bigint) => Buffer.concat([values, length, packed].map((number) => long(number)));
  const at = bytes.indexOf(members(size), begin);
  assert.ok(at > 0);
  const footer = Buffer.concat([
    bytes.subarray(begin, at),
    members(1n << 50n),
    bytes.subarray(at + members(size).length, end),
  ]);
  const tail = Buffer.concat([Buffer.alloc(4), bytes.subarray(end + 4)]);
  tail.writeUInt32LE(footer.length);
  const made = Buffer.concat([bytes.subarray(0, begin), footer, tail]);
  await assert.rejects(
    readBytes(made),
    failure('memory/too-large', /^A group of rows of test\.parquet needs 1,000 TB or more/),
  );
});

/** The next member of a structure in Thrift's compact protocol. */
function long(number: bigint): Buffer {
  const bytes = [0x16];
  let rest = 2n * number;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}

test('damaged files give a sentence or a table, whatever byte is wrong', async () => {
  const random = new Random(7);
  let refused = 0;
  for (const name of ['codec-none', 'codec-snappy', 'codec-lz4', 'pages-2', 'encodings-1', 'types', 'int96']) {
    const whole = bytesOf(name);
    for (let trial = 0; trial < 60; trial++) {
      const bytes = new Uint8Array(whole.subarray(0, trial % 10 === 9 ? random.below(whole.length) : whole.length));
      for (let flip = 0; flip <= trial % 3; flip++) bytes[4 + random.below(bytes.length - 4)] = random.below(256);
      await readBytes(bytes).catch((error) => {
        assert.ok(error instanceof KernelscopeError, `${name}, ${trial}: ${error.stack}`);
        assert.match(error.message, /\.$/);
        refused++;
      });
    }
  }
  assert.ok(refused > 150 && refused < 400, `${refused} refused`);
});

test('cancelled between two pages', async () => {
  let looks = 0;
  const context: RunContext = {
    ...quietContext,
    check() {
      if (++looks > 20) throw cancelledError();
    },
  };
  await assert.rejects(readTable(source('groups'), {}, context), failure('run/cancelled'));
});

test('a decimal of a megabyte among the statistics is refused before it is read', async () => {
  const bytes = bytesOf('types');
  const view = new DataView(bytes.buffer);
  const end = bytes.length - 8;
  const begin = end - view.getUint32(end, true);
  const raw = deserializeTCompactProtocol({ view, offset: begin });
  const at = raw.field_2.filter((leaf: { field_1?: number }) => leaf.field_1 !== undefined);
  const place = at.findIndex((leaf: { field_1: number; field_6?: number }) => leaf.field_6 === 5 && leaf.field_1 === 7);
  const { field_5: most } = raw.field_4[0].field_1[place].field_3.field_12;
  // One byte says how long it is.
  const from = most.byteOffset - 1;
  assert.equal(bytes[from], most.length);
  const long = new Uint8Array(2 ** 20).fill(127);
  const footer = [
    bytes.subarray(begin, from),
    Uint8Array.of(0x80, 0x80, 0x40),
    long,
    bytes.subarray(from + 1 + most.length, end),
  ];
  const size = footer.reduce((sum, { length }) => sum + length, 0);
  const tail = new Uint8Array(new Uint32Array([size]).buffer);
  const whole = Buffer.concat([bytes.subarray(0, begin), ...footer, tail, bytes.subarray(end + 4)]);
  await assert.rejects(
    readBytes(new Uint8Array(whole)),
    (error) => error instanceof KernelscopeError && error.failure.data?.defect === 'a decimal is too long',
  );
});
