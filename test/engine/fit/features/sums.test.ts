import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextWith, quietContext } from '../../../../src/engine/contract/context';
import { randomFeatures } from '../../../../src/engine/features/randomFeatures';
import { eachFeatureBlock } from '../../../../src/engine/fit/features/featureRows';
import { featureSums, leadingSums, recalledSums } from '../../../../src/engine/fit/features/featureSums';
import { quietWith } from '../../../../src/engine/linalg/linalg';
import { SpectrumCache } from '../../../../src/engine/spectrum/cache';
import { madeRows, madeTarget, relativeError } from '../../madeRows';
import { core } from '../../testCore';

const n = 1500;
const x = madeRows(n, 3, 4);
const right = Float64Array.of(...new Float64Array(n).fill(1 / Math.sqrt(n)), ...madeTarget(x, 0.1, 5));
const rootWeights = Float64Array.from({ length: n }, (_, i) => Math.sqrt(0.5 + (i % 3) / 2));
const mapOf = (count: number) =>
  randomFeatures({ activation: 'cos', count, inputs: 3, lengthScale: [1.2], seed: 9 }, quietContext);

/** The lower triangle, which alone counts. */
function lower(squares: Float64Array, count: number): Float64Array {
  return squares.filter((_, o) => o % count >= Math.floor(o / count));
}

test('blocks of 1, 7 and 1024 rows add up to the same sums', () => {
  const sums = [1, 7, 1024, n].map((block) =>
    featureSums({ map: mapOf(40), x, rootWeights, block }, right, undefined, quietWith(core)),
  );
  const [, , , whole] = sums;
  for (const { squares, products } of sums) {
    assert.ok(relativeError(lower(squares, 40), lower(whole.squares, 40)) < 1e-13);
    assert.ok(relativeError(products, whole.products) < 1e-13);
  }
});

test('sums are those of the features of all rows at once, times the root weights', () => {
  const { squares, products } = featureSums({ map: mapOf(30), x, rootWeights }, right, undefined, quietWith(core));
  const z = new Float64Array(n * 30);
  eachFeatureBlock({ map: mapOf(30), x, rootWeights, block: n }, quietWith(core), '', (all) => z.set(all));
  for (const [i, j] of [
    [0, 0],
    [7, 3],
    [29, 29],
    [28, 1],
  ]) {
    let expected = 0;
    for (let row = 0; row < n; row++) expected += z[i * n + row] * z[j * n + row];
    assert.ok(Math.abs(squares[j * 30 + i] - expected) < 1e-11 * Math.abs(squares[0]), `${i}, ${j}`);
  }
  for (const c of [0, 1]) {
    let expected = 0;
    for (let row = 0; row < n; row++) expected += z[5 * n + row] * right[c * n + row];
    assert.ok(Math.abs(products[c * 30 + 5] - expected) < 1e-11 * n);
  }
});

test('adding features to sums equals adding up all of them, up to their scale', () => {
  const few = featureSums({ map: mapOf(25), x }, right, undefined, quietWith(core));
  const all = featureSums({ map: mapOf(64), x }, right, undefined, quietWith(core));
  // Random features are scaled by their own number: M^-1/2.
  const rescaled = {
    count: 25,
    squares: few.squares.map((v) => (v * 25) / 64),
    products: few.products.map((v) => v * Math.sqrt(25 / 64)),
  };
  const grown = featureSums({ map: mapOf(64), x }, right, rescaled, quietWith(core));
  assert.ok(relativeError(lower(grown.squares, 64), lower(all.squares, 64)) < 1e-13);
  assert.ok(relativeError(grown.products, all.products) < 1e-13);
});

test('fewer features are the leading block of the sums', () => {
  const all = featureSums({ map: mapOf(64), x }, right, undefined, quietWith(core));
  const few = featureSums({ map: mapOf(20), x }, right, undefined, quietWith(core));
  const leading = leadingSums(all, 20, 2);
  assert.ok(
    relativeError(
      lower(leading.squares, 20),
      lower(few.squares, 20).map((v) => (v * 20) / 64),
    ) < 1e-13,
  );
  assert.ok(
    relativeError(
      leading.products,
      few.products.map((v) => v * Math.sqrt(20 / 64)),
    ) < 1e-13,
  );
});

test('the cache serves fewer features and more from what was added up before', () => {
  const cache = new SpectrumCache();
  const sumsOf = (count: number, counted = { rows: 0 }) => {
    const watched = { ...quietContext, progress: () => void counted.rows++ };
    return recalledSums(
      cache,
      'rows',
      { map: mapOf(count), x, block: 100 },
      right,
      contextWith(watched, { linalg: core }),
    );
  };
  sumsOf(48);
  const counted = { rows: 0 };
  const few = sumsOf(12, counted);
  assert.equal(counted.rows, 0, 'nothing is added up for fewer features');
  const fresh = featureSums({ map: mapOf(12), x }, right, undefined, quietWith(core));
  assert.ok(relativeError(lower(few.sums.squares, 12), lower(fresh.squares, 12)) < 1e-12);
  const more = sumsOf(96);
  const all = featureSums({ map: mapOf(96), x }, right, undefined, quietWith(core));
  assert.ok(relativeError(lower(more.sums.squares, 96), lower(all.squares, 96)) < 1e-12);
  assert.ok(relativeError(more.sums.products, all.products) < 1e-12);
});
