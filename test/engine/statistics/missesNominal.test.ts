import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { conformalQuantile, missesNominal } from '../../../src/engine/statistics/intervals';

test('intervals that hold what they should are blamed in hardly any draw, however few rows there are', () => {
  const random = new Random(5);
  for (const [calibrated, n] of [
    [18, 8],
    [60, 20],
    [200, 50],
    [200, 1000],
  ]) {
    let blamed = 0;
    const draws = 2000;
    for (let d = 0; d < draws; d++) {
      const width = conformalQuantile(Float64Array.from({ length: calibrated }, () => random.normal()));
      let inside = 0;
      for (let i = 0; i < n; i++) inside += Number(Math.abs(random.normal()) <= width);
      blamed += Number(missesNominal(inside / n, n, calibrated));
    }
    assert.ok(blamed / draws < 0.003, `${calibrated}, ${n}: ${blamed} of ${draws}`);
  }
});

test('intervals that are far too narrow are blamed', () => {
  assert.ok(missesNominal(0.7, 50, 200));
  assert.ok(missesNominal(0.9, 1000, 2000));
  assert.ok(!missesNominal(0.94, 1000, 2000));
});
