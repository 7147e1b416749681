import assert from 'node:assert/strict';
import { test } from 'node:test';
import { thinLine, thinPoints } from '../../src/figures/layout/series';

const line = (n: number, y: (i: number) => number) => Array.from({ length: n }, (_, i) => ({ x: i, y: y(i) }));

test('a short line is left alone', () => {
  const points = line(400, (i) => i);
  assert.equal(thinLine(points, 100), points);
});

test('a long line keeps its ends, its peaks and its order, with at most four points a bucket', () => {
  const points = line(20_000, (i) => Math.sin(i / 700));
  points[7_777] = { x: 7_777, y: 9 };
  points[15_432] = { x: 15_432, y: -9 };
  const thin = thinLine(points, 300);
  assert.ok(thin.length <= 4 * 301);
  assert.deepEqual(thin[0], points[0]);
  assert.deepEqual(thin.at(-1), points.at(-1));
  assert.ok(thin.includes(points[7_777]) && thin.includes(points[15_432]));
  for (let i = 1; i < thin.length; i++) assert.ok(thin[i].x > thin[i - 1].x);
});

test('points crowded at one end, as on a log axis, are thinned there only', () => {
  const points = Array.from({ length: 50_000 }, (_, i) => ({ x: Math.log10(i + 1), y: -i }));
  const thin = thinLine(points, 400);
  assert.ok(thin.length < 1600);
  // The first decades hold few points: all of them stay.
  assert.deepEqual(thin.slice(0, 20), points.slice(0, 20));
});

test('gaps stay gaps', () => {
  const points = line(10_000, (i) => (i >= 4_000 && i < 6_000 ? Number.NaN : i));
  const thin = thinLine(points, 200);
  assert.ok(thin.some((p) => Number.isNaN(p.y)));
  const before = thin.findIndex((p) => Number.isNaN(p.y));
  assert.equal(thin[before - 1].x, 3_999);
  assert.equal(thin.find((p) => p.x >= 6_000)?.x, 6_000);
});

test('a crowd of points is thinned where it is dense; every place that held one still does', () => {
  const points = Array.from({ length: 20_000 }, (_, i) => ({ x: 0.4 * Math.sin(i) ** 3, y: Math.cos(1.7 * i) ** 3 }));
  points.push({ x: 0.9, y: 0.9 });
  const thin = thinPoints(points, [-1, 1], [-1, 1], 5000);
  assert.ok(thin.length <= 5000 && thin.length > 1000, `${thin.length} points`);
  assert.ok(thin.includes(points[20_000]), 'the lonely one stays');
  const cell = ({ x, y }: { x: number; y: number }) => `${Math.round(20 * x)} ${Math.round(20 * y)}`;
  const held = new Set(points.map(cell));
  const kept = new Set(thin.map(cell));
  assert.ok(kept.size > 0.95 * held.size, `${kept.size} of ${held.size} places`);
});
