import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { median, robustScale } from '../../../src/engine/statistics/robustScale';
import { normals } from '../madeRows';

const sortedMedian = (values: ArrayLike<number>) => {
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};

test('the median is the middle of the sorted values, whatever their order, and leaves them as they are', () => {
  const random = new Random(5);
  for (let n = 1; n <= 60; n++) {
    for (const levels of [2, 5, 1e9]) {
      const values = Float64Array.from({ length: n }, () => random.below(levels) - levels / 2);
      const kept = values.slice();
      assert.ok(Math.abs(median(values) - sortedMedian(values)) <= 1e-15 * levels, `n = ${n}, ${levels} levels`);
      assert.deepEqual(values, kept);
      const ascending = values.slice().sort();
      assert.equal(median(ascending), median(values));
      assert.equal(median(ascending.reverse()), median(values));
    }
  }
});

test('a median of nothing or with a NaN is NaN; infinities are values', () => {
  assert.ok(Number.isNaN(median(new Float64Array(0))));
  assert.ok(Number.isNaN(median(Float64Array.of(1, Number.NaN, 2))));
  assert.equal(median(Float64Array.of(-Infinity, 7, Infinity)), 7);
  assert.equal(median(Float64Array.of(1, 2, Infinity)), 2);
});

test('the scale of normal noise is near its standard deviation, and half the rows may be anything', () => {
  const next = normals(8);
  const noise = Float64Array.from({ length: 4001 }, () => 3 + 2 * next());
  const clean = robustScale(noise);
  assert.ok(Math.abs(clean.centre - 3) < 0.1 && Math.abs(clean.scale - 2) < 0.1);
  const spoiled = robustScale(noise.map((v, i) => (i % 10 === 0 ? 1e9 : v)));
  assert.ok(Math.abs(spoiled.centre - 3) < 0.5 && Math.abs(spoiled.scale - 2) < 0.5);
});

test('known values, and 0 where more than half of the values are equal', () => {
  assert.deepEqual(robustScale(Float64Array.of(1, 1, 2, 2, 4, 6, 9)), { centre: 2, scale: 1.4826 });
  assert.deepEqual(robustScale(Float64Array.of(5, 5, 5, 0, 900)), { centre: 5, scale: 0 });
  assert.deepEqual(robustScale(Float64Array.of(3)), { centre: 3, scale: 0 });
  assert.deepEqual(robustScale(Float64Array.of(0, 2)), { centre: 1, scale: 1.4826 });
});
