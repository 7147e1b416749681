import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundedBfgs } from '../../../src/engine/search/boundedBfgs';

/** Rosenbrock's valley, least at (1, 1). */
function rosenbrock(at: Float64Array) {
  const [x, y] = at;
  const value = (1 - x) ** 2 + 100 * (y - x * x) ** 2;
  return { value, gradient: Float64Array.of(-2 * (1 - x) - 400 * x * (y - x * x), 200 * (y - x * x)) };
}
const bounds = (low: number, high: number) => ({
  lower: Float64Array.of(low, low),
  upper: Float64Array.of(high, high),
});

test('the bottom of a curved valley', () => {
  const found = boundedBfgs(Float64Array.of(-1.2, 1), bounds(-5, 5), 1e-14, 200, rosenbrock);
  assert.ok(found && found.value < 1e-9, `${found?.value} after ${found?.evaluations}`);
});

test('a bound that is in the way', () => {
  const found = boundedBfgs(Float64Array.of(-1.2, 0.4), bounds(-5, 0.5), 1e-14, 200, rosenbrock);
  // With x and y at most 0.5 the valley's floor is left at y = x²: x = 0.5.
  assert.ok(found);
  assert.ok(Math.abs(found.at[0] - 0.5) < 1e-6 && Math.abs(found.at[1] - 0.25) < 1e-4, `${found.at}`);
  assert.equal(found.at[0] <= 0.5, true);
});

test('points without a value are stepped around, and a start without one has no minimum', () => {
  const walled = (at: Float64Array) => (at[0] > 0.9 ? undefined : rosenbrock(at));
  const found = boundedBfgs(Float64Array.of(0, 0), bounds(-5, 5), 1e-12, 300, walled);
  assert.ok(found && found.at[0] <= 0.9 && found.value < 0.05, `${found?.at}`);
  assert.equal(boundedBfgs(Float64Array.of(2, 0), bounds(-5, 5), 1e-12, 50, walled), undefined);
});

test('no more evaluations than allowed', () => {
  let calls = 0;
  boundedBfgs(Float64Array.of(-1.2, 1), bounds(-5, 5), 0, 17, (at) => {
    calls++;
    return rosenbrock(at);
  });
  assert.equal(calls, 17);
});
