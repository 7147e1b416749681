import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apportion, splitRows, subsample } from '../../../src/engine/data/splitRows';

const parts = (sizes: readonly number[], least: readonly number[], most: readonly number[]) =>
  sizes.map((size, i) => ({ size, least: least[i], most: most[i] }));
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

test('shares in proportion, the largest remainders first, within the limits', () => {
  const free = (...sizes: number[]) => parts(sizes, [0, 0, 0], sizes);
  assert.deepEqual(apportion(free(100, 50, 50), 20), [10, 5, 5]);
  // 6.4, 2.4 and 1.2: the one that is left goes to the first of the equal remainders.
  assert.deepEqual(apportion(free(64, 24, 12), 10), [7, 2, 1]);
  assert.deepEqual(apportion(parts([97, 2, 1], [1, 1, 0], [96, 1, 0]), 20), [19, 1, 0]);
  assert.deepEqual(apportion(parts([3, 4], [1, 1], [3, 4]), 100), [3, 4]);
  assert.deepEqual(apportion(parts([3, 4], [1, 1], [3, 4]), 0), [1, 1]);
  assert.deepEqual(apportion([], 3), []);
});

test('sums and limits hold for any sizes', () => {
  for (let trial = 0; trial < 200; trial++) {
    const sizes = Array.from({ length: 1 + (trial % 7) }, (_, i) => 1 + ((trial * 31 + i * 17) % 40));
    const [least, most] = [sizes.map((m) => Math.min(1, m - 1)), sizes.map((m) => m - 1)];
    const total = (trial * 13) % 150;
    const counts = apportion(parts(sizes, least, most), total);
    assert.equal(sum(counts), Math.min(sum(most), Math.max(sum(least), total)));
    assert.ok(counts.every((c, i) => Number.isInteger(c) && c >= least[i] && c <= most[i]));
  }
});

const rows = Uint32Array.from({ length: 100 }, (_, i) => 2 * i);
/** The class of each row: 80 rows of class 0, 15 of class 1, 4 of class 2, one of class 3. */
const codes = Float64Array.from({ length: 200 }, (_, row) => (row < 160 ? 0 : row < 190 ? 1 : row < 198 ? 2 : 3));
const counts = (of: Uint32Array) => [0, 1, 2, 3].map((code) => of.filter((row) => codes[row] === code).length);

test('a stratified split takes its share of every class; up to three rows of a class train, and two of as small ones are parted', () => {
  const { train, holdout } = splitRows(rows, 0.2, 1, codes);
  assert.deepEqual(counts(holdout), [16, 3, 1, 0]);
  assert.deepEqual(counts(train), [64, 12, 3, 1]);
  assert.deepEqual(
    [...train, ...holdout].sort((a, b) => a - b),
    [...rows],
  );
  assert.deepEqual(splitRows(rows, 0.2, 1, codes), { train, holdout });
  assert.notDeepEqual(splitRows(rows, 0.2, 2, codes).holdout, holdout);
  const pair = splitRows(Uint32Array.of(0, 2, 4, 190, 192), 0.01, 0, codes);
  assert.deepEqual(counts(pair.holdout), [1, 0, 1, 0]);
  const rare = Uint32Array.of(0, 1, 2, 3, 4, 190, 192, 194, 198, 199);
  assert.deepEqual(counts(splitRows(rare, 0.3, 0, codes).holdout), [3, 0, 0, 0]);
  assert.deepEqual(counts(splitRows(rows, 0.9, 1, codes).train), [7, 1, 1, 1]);
});

test('a stratified subsample keeps shares and, where it can, every class', () => {
  assert.deepEqual(counts(subsample(rows, 20, 1, codes)), [15, 3, 1, 1]);
  assert.deepEqual(
    counts(
      subsample(
        Uint32Array.from({ length: 200 }, (_, i) => i),
        150,
        1,
        codes,
      ),
    )[3],
    2,
  );
  assert.deepEqual(subsample(rows, 20, 1, codes), subsample(rows, 20, 1, codes));
  assert.equal(subsample(rows, 3, 1, codes).length, 3);
  assert.equal(subsample(rows, 100, 1, codes), rows);
});
