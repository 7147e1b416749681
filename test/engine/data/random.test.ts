import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assignFolds } from '../../../src/engine/data/folds';
import { permutation, Random } from '../../../src/engine/data/random';

test('the same numbers as numpy.random.RandomState(seed).random_sample', () => {
  const expected: [number, number[]][] = [
    [0, [0.5488135039273248, 0.7151893663724195, 0.6027633760716439, 0.5448831829968969]],
    [42, [0.3745401188473625, 0.9507143064099162, 0.7319939418114051, 0.5986584841970366]],
    [4294967295, [0.0976320289940138, 0.9123828453026218, 0.78903530185164, 0.7800035981134678]],
  ];
  for (const [seed, values] of expected) {
    const random = new Random(seed);
    assert.deepEqual(
      values.map(() => random.uniform()),
      values,
    );
  }
});

test('the ten-thousandth draw of the reference seed', () => {
  // The value that the C++ standard requires of its mt19937.
  const random = new Random(5489);
  for (let i = 1; i < 10_000; i++) random.uint32();
  assert.equal(random.uint32(), 4123659995);
});

test('a permutation holds every number once, depends on the seed alone, and prefers no order', () => {
  assert.deepEqual(
    [...permutation(100, 7)].sort((a, b) => a - b),
    Array.from({ length: 100 }, (_, i) => i),
  );
  assert.deepEqual(permutation(100, 7), permutation(100, 7));
  assert.notDeepEqual(permutation(100, 7), permutation(100, 8));
  const counts = new Map<string, number>();
  for (let seed = 0; seed < 6000; seed++) {
    const key = permutation(3, seed).join('');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  assert.equal(counts.size, 6);
  // Expected 1000 each with a standard deviation of 29: five of them either way.
  for (const count of counts.values()) assert.ok(Math.abs(count - 1000) < 145, String(count));
});

test('folds are balanced and seeded', () => {
  const folds = assignFolds(103, 10, 1);
  const sizes = Array.from({ length: 10 }, (_, k) => folds.filter((f) => f === k).length);
  assert.deepEqual([Math.min(...sizes), Math.max(...sizes)], [10, 11]);
  assert.deepEqual(folds, assignFolds(103, 10, 1));
  assert.notDeepEqual(folds, assignFolds(103, 10, 2));
});
