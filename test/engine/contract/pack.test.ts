import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { pack, packedHeadLength, unpack, unpackHead } from '../../../src/engine/contract/pack';

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
