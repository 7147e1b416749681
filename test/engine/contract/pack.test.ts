import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { layoutOf, pack, packedHeadLength, unpack, unpackHead } from '../../../src/engine/contract/pack';

const value = {
  name: 'ä "quoted" </script>',
  nothing: null,
  list: [1, 'two', { three: new Float64Array([1.5, Number.NaN, -0]) }],
  small: new Float32Array([0.25]),
  rows: new Uint32Array([1, 4294967295]),
  bytes: new Uint8Array([1, 2, 3]),
  codes: new Int32Array([-1, 7]),
  levels: new Int16Array([-1, 300]),
  buckets: new Uint16Array([0, 65535, 3]),
  signs: new Int8Array([1, -1, -1]),
  empty: new Float64Array(0),
  odd: [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
};

test('a packed value comes back equal, arrays, their types and odd numbers included', () => {
  assert.deepEqual(unpack(pack(value)), value);
});

test('names of columns may be those by which arrays and odd numbers stand', () => {
  const kinds = { $number: 'number', $array: ['f8', 0, 1], $$number: 'text', $price: 'date', ['__proto__']: 'text' };
  const named = { kinds, inside: [{ $array: Float64Array.of(1), $number: Number.NaN }] };
  assert.deepEqual(unpack(pack(named)), named);
  assert.deepEqual(Object.keys((unpack(pack(named)) as typeof named).kinds), Object.keys(kinds));
});

test('what earlier versions wrote opens: keys that begin with $ and are no marks stand as they are', () => {
  const json = '{"$price":1,"odd":{"$number":"NaN"}}'.padEnd(40);
  const bytes = new Uint8Array(16 + 40);
  bytes.set(new TextEncoder().encode('KSCP'));
  new DataView(bytes.buffer).setUint32(4, 1, true);
  new DataView(bytes.buffer).setUint32(8, json.trimEnd().length, true);
  bytes.set(new TextEncoder().encode(json), 16);
  assert.deepEqual(unpack(bytes), { $price: 1, odd: Number.NaN });
});

test('it is read from the middle of a larger buffer too', () => {
  const bytes = pack(value);
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  assert.deepEqual(unpack(shifted.subarray(3)), value);
});

test('it is read from a node Buffer, as files come', () => {
  assert.deepEqual(unpack(Buffer.concat([pack(value)])), value);
});

test('its beginning alone gives everything but the arrays', () => {
  const bytes = pack(value);
  const length = packedHeadLength(bytes.subarray(0, 16));
  assert.ok(length < bytes.length);
  const head = unpackHead(bytes.slice(0, length));
  assert.deepEqual(head, { name: value.name, nothing: null, list: [1, 'two', {}], odd: value.odd });
  assert.throws(() => unpackHead(bytes.subarray(0, length - 1)), KernelscopeError);
});

test('a slice of a larger array packs only the slice', () => {
  const whole = new Float64Array([1, 2, 3, 4]);
  assert.deepEqual(unpack(pack({ a: whole.subarray(1, 3) })), { a: new Float64Array([2, 3]) });
});

/** An array that says it is this long, and takes no memory. */
const sized = (bytes: number) => Object.defineProperty(new Uint8Array(), 'byteLength', { value: bytes });

test('arrays behind 2 and 4 GB have their place, which is whole numbers and not bits', () => {
  const long = [2 ** 31 - 3, 2 ** 31 + 1, 5, 2 ** 32 + 9].map(sized);
  const { described, arrays, end } = layoutOf({ long, last: Float64Array.of(7) });
  const offsets = [0, 2 ** 31, 2 ** 32 + 8, 2 ** 32 + 16, 2 ** 33 + 32];
  assert.deepEqual(
    arrays.map(({ offset }) => offset),
    offsets,
  );
  assert.equal(end, 2 ** 33 + 40);
  const { last } = described as { last: unknown };
  assert.deepEqual(JSON.parse(JSON.stringify(last)), { $array: ['f8', offsets[4], 1] });
});

test('arrays behind 2 and 4 GB are read from where they lie', () => {
  const [first, second] = [2 ** 31 + 8, 2 ** 32 + 8];
  const json = JSON.stringify([
    { $array: ['u1', 0, first - 3] },
    { $array: ['f8', first, 1] },
    { $array: ['u1', first + 8, second - first - 8] },
    { $array: ['i4', second, 2] },
  ]);
  const head = described(json);
  const start = head.length;
  const asked: (readonly [number, number])[] = [];
  const far = new Map<number, Uint8Array>([
    [start + first, new Uint8Array(Float64Array.of(2.5).buffer)],
    [start + second, new Uint8Array(Int32Array.of(-4, 9).buffer)],
  ]);
  // Bytes of this length of which only these exist.
  const sparse = {
    buffer: head.buffer,
    byteOffset: 0,
    byteLength: head.length,
    length: start + second + 8,
    subarray(from: number, to: number) {
      if (to <= start) return head.subarray(from, to);
      asked.push([from, to]);
      return far.get(from) ?? new Uint8Array();
    },
  };
  const [, behind2, , behind4] = unpack(sparse as unknown as Uint8Array) as unknown[];
  assert.deepEqual(behind2, Float64Array.of(2.5));
  assert.deepEqual(behind4, Int32Array.of(-4, 9));
  assert.deepEqual(asked[1], [start + first, start + first + 8]);
  assert.deepEqual(asked[3], [start + second, start + second + 8]);
  sparse.length -= 8;
  assert.throws(() => unpack(sparse as unknown as Uint8Array), /cut off/);
});

/** Packed bytes of any description, right or wrong, with or without their checksum. */
function described(json: string, arrays = 0): Uint8Array {
  const text = new TextEncoder().encode(json);
  const bytes = new Uint8Array(16 + Math.ceil(text.length / 8) * 8 + arrays);
  bytes.set(new TextEncoder().encode('KSCP'));
  new DataView(bytes.buffer).setUint32(4, 1, true);
  new DataView(bytes.buffer).setUint32(8, text.length, true);
  bytes.set(text, 16);
  return bytes;
}

const unreadable = (words: RegExp) => (e: unknown) =>
  e instanceof KernelscopeError && e.failure.code === 'run/unreadable' && words.test(e.message);

test('arrays follow one another: none is taken twice, none overlaps another, and nothing is left over', () => {
  const refused = (json: string, arrays: number, words = /an array in it is damaged/) =>
    assert.throws(() => unpack(described(json, arrays)), unreadable(words), json);
  assert.deepEqual(unpack(described('[{"$array":["u1",0,3]},{"$array":["f8",8,1]}]', 16)), [
    new Uint8Array(3),
    new Float64Array(1),
  ]);
  refused('[{"$array":["f8",0,1]},{"$array":["f8",0,1]}]', 8);
  refused('[{"$array":["f8",0,2]},{"$array":["f8",8,1]}]', 16);
  refused('[{"$array":["f8",8,1]}]', 16);
  refused('[{"$array":["f8",0,1]}]', 16, /after its end/);
  refused('[{"$array":["f8",0,3]}]', 16, /cut off/);
  refused('[{"$array":["f8",0,9007199254740991]}]', 16, /cut off/);
  for (const place of ['["f8",0,0.5]', '["f8",0,-1]', '["f8","0",1]', '["f8",0,1e300]', '["f8"]', '7', '{"length":3}'])
    refused(`[{"$array":${place}}]`, 8);
  // Names that every object has are no types.
  for (const type of ['constructor', 'toString', '__proto__', 'f16']) refused(`[{"$array":["${type}",0,1]}]`, 8);
});

test('every changed byte is damage, appended ones too', () => {
  const bytes = pack(value);
  for (let i = 0; i < bytes.length; i++) {
    const changed = bytes.map((b, j) => (j === i ? b ^ 4 : b));
    assert.throws(() => unpack(changed), unreadable(/./), `byte ${i}`);
  }
  for (const more of [1, 8, 1000]) {
    const longer = new Uint8Array(bytes.length + more);
    longer.set(bytes);
    assert.throws(() => unpack(longer), unreadable(/after its end/));
  }
});

test('the checksum is CRC-32, and what was written without one opens', () => {
  const bytes = pack(value);
  const head = new DataView(bytes.buffer);
  const rest = Buffer.concat([bytes.subarray(0, 12), bytes.subarray(16)]);
  assert.equal(head.getUint32(12, true), bitwiseCrc(rest));
  assert.equal(bitwiseCrc(Buffer.from('123456789')), 0xcbf43926);
  head.setUint32(12, 0, true);
  assert.deepEqual(unpack(bytes), value);
});

function bitwiseCrc(bytes: Uint8Array): number {
  let crc = 0xffffffffn;
  for (const byte of bytes) {
    crc ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1n ? (crc >> 1n) ^ 0xedb88320n : crc >> 1n;
  }
  return Number(crc ^ 0xffffffffn);
}

test('descriptions that are no packed value are damage', () => {
  const refused = (json: string) => assert.throws(() => unpack(described(json)), unreadable(/./), json.slice(0, 40));
  for (const number of ['1', '"1e5"', '"-"', '""', '{}', '{"toString":1}', 'null']) refused(`{"$number":${number}}`);
  refused(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  refused(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`);
  refused('');
  const proto = unpack(described('{"__proto__":{"polluted":1}}')) as object;
  assert.deepEqual(Object.keys(proto), ['__proto__']);
  assert.equal(Object.getPrototypeOf(proto), Object.prototype);
});

test('damage is reported, never read', () => {
  const bytes = pack(value);
  const cases: Record<string, Uint8Array> = {
    empty: new Uint8Array(0),
    'another file': new TextEncoder().encode('a,b\n1,2\n3,4\n5,6\n'),
    'cut in the arrays': bytes.subarray(0, bytes.length - 8),
    'cut in the description': bytes.subarray(0, 40),
    'of a later format': bytes.map((b, i) => (i === 4 ? 9 : b)),
    'with a damaged description': bytes.map((b, i) => (i === 17 ? 0 : b)),
  };
  for (const [name, damaged] of Object.entries(cases)) {
    assert.throws(
      () => unpack(damaged),
      (e: unknown) => e instanceof KernelscopeError && e.failure.code === 'run/unreadable',
      name,
    );
  }
});
