import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effectiveDimension } from '../../../src/engine/spectrum/effectiveDimension';
import { directionsAbove, ridgeFilter } from '../../../src/engine/spectrum/filters';

const mu = Float64Array.of(1, 0.5, 0.25, 1e-3, 1e-18, 0);

test('ridge keeps mu/(mu + lambda) of a direction and nothing beyond the rank', () => {
  assert.deepEqual([...ridgeFilter(mu, 4, 0.25)], [0.8, 2 / 3, 0.5, 1e-3 / 0.251, 0, 0]);
});

test('the effective dimension is the sum of the filter', () => {
  for (const lambda of [1e-12, 1e-3, 1, 1e6]) {
    const sum = ridgeFilter(mu, 4, lambda).reduce((s, g) => s + g, 0);
    assert.equal(effectiveDimension(mu, 4, lambda), sum);
  }
  assert.ok(Math.abs(effectiveDimension(mu, 4, 1e-15) - 4) < 1e-11, 'all directions of the rank when lambda vanishes');
});

test('directionsAbove counts eigenvalues above lambda, however many are equal', () => {
  assert.equal(directionsAbove(mu, 4, 2), 0);
  assert.equal(directionsAbove(mu, 4, 0.25), 2, 'an eigenvalue equal to lambda keeps exactly half');
  assert.equal(directionsAbove(mu, 4, 1e-30), 4, 'never beyond the rank');
  const flat = new Float64Array(9).fill(0.1);
  assert.equal(directionsAbove(flat, 9, 0.05), 9);
  assert.equal(directionsAbove(flat, 9, 0.1), 0);
});
