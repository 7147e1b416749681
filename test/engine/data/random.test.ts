import assert from 'node:assert/strict';
import { test } from 'node:test';
import { divide } from '../../../src/engine/data/folds';
import { permutation, Random } from '../../../src/engine/data/random';
import { mersenneTwister } from '../../../src/engine/statistics/mersenneTwister';
import oracle from '../../oracles/mersenne-twister.json';

test("numpy's words from seeds of one word and of several, through eight regenerations of the state", () => {
  for (const { seed, first, last, checksum, uniform } of oracle.draws) {
    const draw = mersenneTwister(seed);
    const words = Array.from({ length: oracle.words }, () => draw());
    assert.deepEqual([words.slice(0, 4), words.slice(-4)], [first, last], `seed ${seed}`);
    assert.equal(
      words.reduce((sum, word) => (Math.imul(sum, 31) + word) >>> 0, 0),
      checksum,
      `seed ${seed}`,
    );
    assert.deepEqual(
      uniform.map(() => ((draw() >>> 5) * 2 ** 26 + (draw() >>> 6)) / 2 ** 53),
      uniform,
    );
  }
});

test('the same numbers as numpy.random.RandomState([seed, 0]).random_sample', () => {
  const expected: [number, number[]][] = [
    [0, [0.1507172537105722, 0.19554272386502092, 0.16532538485071524, 0.08604736378916966]],
    [42, [0.7056853500814324, 0.37490555412777626, 0.473595148284486, 0.47057650207650903]],
    [4294967295, [0.3052847623381205, 0.8947498716122925, 0.33619356972006964, 0.542660935129479]],
  ];
  for (const [seed, values] of expected) {
    const random = new Random(seed);
    assert.deepEqual(
      values.map(() => random.uniform()),
      values,
    );
  }
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
  const folds = divide(103, 10, 1).of;
  const sizes = Array.from({ length: 10 }, (_, k) => folds.filter((f) => f === k).length);
  assert.deepEqual([Math.min(...sizes), Math.max(...sizes)], [10, 11]);
  assert.deepEqual(folds, divide(103, 10, 1).of);
  assert.notDeepEqual(folds, divide(103, 10, 2).of);
});

test('folds of classes hold as many rows of each as of the whole, one apart at most', () => {
  const codes = Float64Array.from({ length: 127 }, (_, i) => (i < 60 ? 2 : i < 110 ? 0 : i < 126 ? 1 : 3));
  const folds = divide(127, 10, 4, { codes: codes }).of;
  const spread = (rows: readonly number[]) => {
    const sizes = new Array<number>(10).fill(0);
    for (const i of rows) sizes[folds[i]]++;
    return Math.max(...sizes) - Math.min(...sizes);
  };
  const all = Array.from(codes.keys());
  assert.ok(spread(all) <= 1);
  for (const code of [0, 1, 2, 3]) assert.ok(spread(all.filter((i) => codes[i] === code)) <= 1, `class ${code}`);
  assert.deepEqual(folds, divide(127, 10, 4, { codes: codes }).of);
  assert.notDeepEqual(folds, divide(127, 10, 5, { codes: codes }).of);
  // Rows next to each other in their class must not take turns.
  const first = [...folds.slice(0, 60)];
  assert.ok(first.some((fold, i) => i > 0 && fold !== (first[i - 1] + 1) % 10));
});
