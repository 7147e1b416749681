import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairedStandardError, sufficientCounts } from '../../../src/engine/statistics/sufficientCounts';

test('counts do equally well from the fewest that stay as good as the lowest', () => {
  // 1 % of 2 is 0.02.
  assert.deepEqual(sufficientCounts([8, 4, 2.03, 2.01, 2]), { from: 3, to: 4, lowest: 4 });
  assert.deepEqual(sufficientCounts([8, 4, 2.03, 2.01, 2], [1, 1, 0.05, 0, 0]), { from: 2, to: 4, lowest: 4 });
  // The error rises past the lowest; a dip on the way does not count.
  assert.deepEqual(sufficientCounts([8, 2.01, 2, 2.5]), { from: 1, to: 2, lowest: 2 });
  assert.deepEqual(sufficientCounts([8, 2, 6, 2.01, 2, 2]), { from: 3, to: 5, lowest: 1 });
  assert.deepEqual(sufficientCounts([3]), { from: 0, to: 0, lowest: 0 });
});

test('the standard error of a difference is that over the same rows: what both lists share cancels', () => {
  const shared = Float64Array.of(1, 100, 3, 50);
  const apart = Float64Array.of(1, -1, 1, -1);
  const squares = shared.map((v, i) => v + apart[i]);
  // Variance 4/3 of the differences, over four rows.
  assert.ok(Math.abs(pairedStandardError(squares, shared) - Math.sqrt(1 / 3)) < 1e-12);
  assert.equal(pairedStandardError(Float64Array.of(1), Float64Array.of(2)), 0);
});
