import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monotoneCubic } from '../../../src/engine/statistics/monotoneCubic';

test('goes through its points, follows a straight line exactly and never leaves the range of its neighbours', () => {
  const x = Float64Array.of(0, 1, 3, 4, 7);
  const y = Float64Array.of(5, 1, 1, 6, 8);
  assert.deepEqual(monotoneCubic(x, y, x), y);
  const at = Float64Array.from({ length: 141 }, (_, i) => i / 20);
  monotoneCubic(x, y, at).forEach((value, i) => {
    const k = Math.min(
      3,
      x.findLastIndex((v) => v <= at[i]),
    );
    assert.ok(value >= Math.min(y[k], y[k + 1]) - 1e-12 && value <= Math.max(y[k], y[k + 1]) + 1e-12, `at ${at[i]}`);
  });
  const line = x.map((v) => 2 - 3 * v);
  const straight = monotoneCubic(x, line, at);
  assert.ok(straight.every((value, i) => Math.abs(value - (2 - 3 * at[i])) < 1e-12));
});

test('one point is a constant', () => {
  assert.deepEqual(monotoneCubic(Float64Array.of(2), Float64Array.of(9), Float64Array.of(1, 2)), Float64Array.of(9, 9));
});
