import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LambdaScale } from '../../src/webview/live/lambdaScale';

const grid = Float64Array.from({ length: 91 }, (_, i) => 10 ** (-9 + i / 10));
const near = (a: number, b: number) => assert.ok(Math.abs(a / b - 1) < 1e-12, `${a} is not ${b}`);

test('positions lie evenly in log10(lambda), ends at the ends of the grid', () => {
  const scale = new LambdaScale(grid, 1e-5);
  assert.equal(scale.position(1e-9), 0);
  assert.equal(scale.position(1), 1);
  assert.ok(Math.abs(scale.position(1e-6) - 1 / 3) < 1e-12);
  near(scale.lambda(1 / 3), 1e-6);
});

test('lambda → position → lambda is the identity, also off the grid', () => {
  const scale = new LambdaScale(grid, 1e-5);
  for (const lambda of [1e-9, 3.98e-6, 4.79e-3, 0.77, 1]) near(scale.lambda(scale.position(lambda)), lambda);
});

test('a descending grid gives the same scale', () => {
  const scale = new LambdaScale(grid.toReversed(), 1e-5);
  near(scale.least, 1e-9);
  near(scale.greatest, 1);
});

test('a fitted lambda outside the grid widens the scale', () => {
  const scale = new LambdaScale(grid, 1e-12);
  near(scale.least, 1e-12);
  assert.equal(scale.position(1e-12), 0);
});

test('steps move by decades and stop at the ends', () => {
  const scale = new LambdaScale(grid, 1e-5);
  near(scale.moved(1e-5, 0.5), 10 ** -4.5);
  near(scale.moved(0.5, 3), 1);
  near(scale.moved(2e-9, -5), 1e-9);
  near(scale.clamped(1e9), 1);
  near(scale.clamped(1e-30), 1e-9);
});

test('a grid of one lambda still has room to move', () => {
  const scale = new LambdaScale([1e-4], 1e-4);
  assert.ok(scale.greatest > scale.least);
});
