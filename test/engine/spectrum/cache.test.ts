import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fingerprint, SpectrumCache } from '../../../src/engine/spectrum/cache';

test('a slot keeps its last value and forgets it for another key', () => {
  const cache = new SpectrumCache();
  let computed = 0;
  const compute = () => ++computed;
  assert.equal(cache.recall('a', 'k', compute), 1);
  assert.equal(cache.recall('a', 'k', compute), 1);
  assert.equal(cache.recall('b', 'k', compute), 2);
  assert.equal(cache.recall('a', 'other', compute), 3);
  assert.equal(cache.recall('a', 'k', compute), 4);
});

test('values of other rows are forgotten on request', () => {
  const cache = new SpectrumCache();
  cache.recall('a', 'rows1 x', () => 1);
  cache.recall('b', 'rows2 x', () => 2);
  cache.retain('rows2');
  assert.equal(
    cache.recall('a', 'rows1 x', () => 3),
    3,
  );
  assert.equal(
    cache.recall('b', 'rows2 x', () => 4),
    2,
  );
});

test('a computation that fails leaves nothing behind', () => {
  const cache = new SpectrumCache();
  assert.throws(() =>
    cache.recall('a', 'k', () => {
      throw new Error('no');
    }),
  );
  assert.equal(
    cache.recall('a', 'k', () => 1),
    1,
  );
});

test('fingerprints tell values, order, signs and shapes apart', () => {
  const lists = [
    [1, 2, 3],
    [1, 3, 2],
    [1, 2, 3.0000000000000004],
    [1, 2],
    [0, 0],
    [0, -0],
    [0, 0, 0],
  ];
  const prints = lists.map((list) => fingerprint(Float64Array.from(list)));
  assert.equal(new Set(prints).size, lists.length);
  assert.equal(fingerprint(Float64Array.of(1, 2)), fingerprint(Float64Array.of(1, 2)));
  assert.notEqual(fingerprint(Float64Array.of(1), Float64Array.of(2)), fingerprint(Float64Array.of(1, 2)));
});
