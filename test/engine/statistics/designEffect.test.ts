import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { rowsPerError } from '../../../src/engine/statistics/designEffect';
import { orderInterval } from '../../../src/engine/statistics/orderInterval';

/** Autocorrelated errors, each of which retains `kept` of the one before. */
function errorsOf(seed: number, m: number, kept: number): Float64Array {
  const random = new Random(seed);
  let error = random.normal();
  return Float64Array.from({ length: m }, () => {
    error = kept * error + Math.sqrt(1 - kept * kept) * random.normal();
    return error;
  });
}

test('of autocorrelated errors (1 + ρ)/(1 − ρ) rows say as much as one, and of independent ones each row', () => {
  const mean = (kept: number, m: number) => {
    let sum = 0;
    for (let seed = 1; seed <= 100; seed++) sum += rowsPerError(errorsOf(seed, m, kept)) / 100;
    return sum;
  };
  assert.ok(Math.abs(mean(0.8, 2000) - 9) < 0.5, `${mean(0.8, 2000)}`);
  assert.ok(mean(0, 60) < 1.3, `${mean(0, 60)}`);
  assert.equal(rowsPerError(new Float64Array(10)), 1);
  assert.equal(rowsPerError(new Float64Array(10).fill(2)), 10);
});

test('an interval of a median counts as many errors as say as much as independent ones', () => {
  let held = [0, 0];
  for (let seed = 1; seed <= 300; seed++) {
    const errors = errorsOf(seed, 200, 0.8);
    const inside = (designEffect: number) => {
      const [low, high] = orderInterval(errors.toSorted(), 0.5, designEffect);
      return Number(low <= 0 && high >= 0) / 300;
    };
    held = [held[0] + inside(1), held[1] + inside(rowsPerError(errors))];
  }
  assert.ok(held[0] < 0.6 && held[1] > 0.88, `${held}`);
});
