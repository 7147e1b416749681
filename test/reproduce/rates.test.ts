import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedNumbers } from '../../src/reproduce/compared';
import { fittedScale, measureRate, withinDeviation } from '../../src/reproduce/plot';

const COUNTS = [100, 200, 400, 800];
const powers = (scale: number, exponent: number) => COUNTS.map((n) => scale * n ** exponent);

test('a power law has its exponent as slope, and scatter between repetitions is its error', () => {
  const rate = measureRate(COUNTS, [powers(3, -0.4), powers(2, -0.6)]);
  assert.ok(Math.abs(rate.slope.mean + 0.5) < 1e-12);
  // Two values ±0.1 from their mean: standard error 0.1.
  assert.ok(Math.abs(rate.slope.error - 0.1) < 1e-12);
  assert.ok(Math.abs(fittedScale(rate, powers(1, -0.5)) - Math.sqrt(6)) < 1e-12);
});

test('a law lies within one deviation only where its slope is about right', () => {
  const rate = measureRate(COUNTS, [powers(1.1, -0.5), powers(0.9, -0.5), powers(1, -0.5)]);
  assert.ok(withinDeviation(rate, powers(7, -0.5)));
  assert.ok(!withinDeviation(rate, powers(7, -0.8)));
});

test('a single repetition states no error', () => {
  const { slope } = measureRate(COUNTS, [powers(1, -0.5)]);
  assert.deepEqual(Object.keys(comparedNumbers('slope', slope, { value: -0.5, error: 0.05 })).sort(), [
    'name',
    'ours',
    'published',
    'publishedError',
    'untold',
  ]);
});
