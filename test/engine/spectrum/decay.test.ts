import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultDecayRange, fitLine, fitPowerLaw } from '../../../src/engine/spectrum/decay';

test('an exact power law is found again, with its scale and without doubt', () => {
  const values = Float64Array.from({ length: 300 }, (_, i) => 7 * (i + 1) ** -1.41);
  const fit = fitPowerLaw(values, 10, 200);
  assert.ok(fit);
  assert.ok(Math.abs(fit.exponent - 1.41) < 1e-12);
  assert.ok(Math.abs(fit.at(33) / values[32] - 1) < 1e-12);
  assert.ok(fit.standardError < 1e-7);
});

test('only the stretch asked for counts', () => {
  const values = Float64Array.from({ length: 100 }, (_, i) => (i < 10 ? 1 : (i + 1) ** -2));
  assert.ok(Math.abs((fitPowerLaw(values, 11, 100)?.exponent ?? 0) - 2) < 1e-12);
  assert.ok(Math.abs((fitPowerLaw(values, 1, 100)?.exponent ?? 2) - 2) > 0.1);
});

test('what is not positive is left out; too little left is no fit', () => {
  assert.ok(Math.abs((fitPowerLaw([1, 0, 1 / 3, -1, 1 / 5], 1, 5)?.exponent ?? 0) - 1) < 1e-12);
  assert.equal(fitPowerLaw([1, 0, 0], 1, 3), undefined);
  assert.equal(fitPowerLaw([], 1, 3), undefined);
});

test('the default range leaves out the head and the bent tail, and fits any rank', () => {
  assert.deepEqual(defaultDecayRange(1030), { from: 17, to: 343 });
  for (let rank = 1; rank < 60; rank++) {
    const { from, to } = defaultDecayRange(rank);
    assert.ok(from >= 1 && to <= Math.max(rank, 1) && (rank < 3 || to > from), `rank ${rank}: ${from}…${to}`);
  }
});

test('weights decide as repeated points would', () => {
  const at = (x: number, y: number, weight = 1) => ({ x, y, weight });
  const repeated = fitLine([at(0, 0), at(1, 2), at(1, 2), at(2, 1)]);
  const weighted = fitLine([at(0, 0), at(1, 2, 2), at(2, 1)]);
  assert.equal(repeated?.slope, weighted?.slope);
  assert.equal(fitLine([at(1, 0), at(1, 5)]), undefined, 'no slope without a spread in x');
});
