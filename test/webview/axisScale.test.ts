import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AxisScale } from '../../src/webview/live/axisScale';

const near = (a: number, b: number) => assert.ok(Math.abs(a / b - 1) < 1e-12, `${a} is not ${b}`);

test('positions of λ lie evenly in log10, ends at the ends', () => {
  const scale = new AxisScale('lambda', 1e-9, 1);
  assert.equal(scale.position(1e-9), 0);
  assert.equal(scale.position(1), 1);
  assert.ok(Math.abs(scale.position(1e-6) - 1 / 3) < 1e-12);
  near(scale.value(1 / 3), 1e-6);
  for (const lambda of [1e-9, 3.98e-6, 4.79e-3, 0.77, 1]) near(scale.value(scale.position(lambda)), lambda);
});

test('steps move by decades and stop at the ends', () => {
  const scale = new AxisScale('lambda', 1e-9, 1);
  near(scale.moved(1e-5, 0.5), 10 ** -4.5);
  near(scale.moved(0.5, 3), 1);
  near(scale.moved(2e-9, -5), 1e-9);
  near(scale.clamped(1e9), 1);
  near(scale.clamped(1e-30), 1e-9);
});

test('counts are whole, begin at 0, and every one of them has a place', () => {
  const scale = new AxisScale('k', 0, 300);
  assert.equal(scale.position(0), 0);
  assert.equal(scale.value(1), 300);
  for (let k = 0; k <= 300; k++) assert.equal(scale.value(scale.position(k)), k);
  assert.equal(scale.clamped(12.4), 12);
});

test('an arrow key moves a count by one at least, and not off the ends', () => {
  const scale = new AxisScale('r', 1, 1000);
  assert.equal(scale.moved(1, 0.05), 2);
  assert.equal(scale.moved(2, -0.05), 1);
  assert.equal(scale.moved(1, -0.05), 1);
  assert.equal(scale.moved(1000, 0.05), 1000);
  assert.ok(scale.moved(500, 0.05) > 540);
});

test('an empty stretch still has room to move', () => {
  assert.ok(new AxisScale('lambda', 1e-4, 1e-4).greatest > 1e-4);
  assert.equal(new AxisScale('k', 0, 0).greatest, 1);
});
