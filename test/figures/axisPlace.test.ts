import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOn, valueAt } from '../../src/figures/layout/scale';
import { axisTicks, formatTick } from '../../src/figures/layout/ticks';

const counts = (most: number) => ({ title: 'k', scale: 'log', domain: [0, most], format: 'count' }) as const;

test('a count has a place at 0; an amount has none there', () => {
  assert.equal(placeOn(counts(300), 0), 0);
  assert.ok(Number.isNaN(placeOn(counts(300), -1)));
  assert.ok(Number.isNaN(placeOn({ title: '', scale: 'log', domain: [1, 10], format: 'power' }, 0)));
});

test('value → place → value is the identity on every kind of axis', () => {
  const axes = [
    counts(300),
    { title: '', scale: 'log', domain: [1e-9, 1], format: 'power' },
    { title: '', scale: 'linear', domain: [-5, 5], format: 'plain' },
  ] as const;
  for (const axis of axes)
    for (const v of [1e-4, 1, 3.7]) assert.ok(Math.abs(valueAt(axis, placeOn(axis, v)) / v - 1) < 1e-9);
});

test('ticks of a count from 0: 0, then decades, with the threes where there is room', () => {
  assert.deepEqual(axisTicks(counts(300), 10), [0, 1, 3, 10, 30, 100, 300]);
  assert.deepEqual(axisTicks(counts(300), 5), [0, 1, 10, 100]);
  assert.deepEqual(axisTicks(counts(1), 5), [0, 1]);
  assert.equal(formatTick(counts(300), 0), '0');
});
