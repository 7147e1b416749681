import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldOutIntervals } from '../../src/engine/statistics/meanInterval';
import { pairedErrors } from '../../src/figures/view/resampling';
import { gauss, generator } from './exampleData';

function sample(m: number, seed: number) {
  const next = generator(seed);
  const observed = Float64Array.from({ length: m }, () => 3 * gauss(next));
  return { observed, predicted: observed.map((v) => v + gauss(next)), worse: observed.map((v) => v + 2 * gauss(next)) };
}

test('the interval of the RMSE is as wide as that of a mean of squares, by its normal approximation', () => {
  const { observed, predicted } = sample(2000, 7);
  const squares = observed.map((v, j) => (v - predicted[j]) ** 2);
  const mean = squares.reduce((sum, v) => sum + v, 0) / squares.length;
  const variance = squares.reduce((sum, v) => sum + (v - mean) ** 2, 0) / squares.length;
  const half = (1.96 * Math.sqrt(variance / squares.length)) / (2 * Math.sqrt(mean));
  const [low, high] = heldOutIntervals(observed, predicted).rmse;
  assert.ok(low < Math.sqrt(mean) && Math.sqrt(mean) < high);
  assert.ok(Math.abs((high - low) / (2 * half) - 1) < 0.3, `${high - low} is not near ${2 * half}`);
});

test('two ways are compared on the same resampled rows, the same ones however many rows were resampled between', () => {
  const { observed, predicted, worse } = sample(500, 8);
  const same = pairedErrors('rmse', observed, predicted, predicted);
  assert.deepEqual(same.difference, [0, 0]);
  const before = pairedErrors('mae', observed, worse, predicted);
  assert.ok(before.difference[0] > 0 && before.interval[0] < before.error && before.error < before.interval[1]);
  const few = sample(30, 9);
  pairedErrors('mae', few.observed, few.predicted, few.worse);
  assert.deepEqual(pairedErrors('mae', observed, worse, predicted), before);
});

test('of fewer than ten rows there is no interval to tell', () => {
  for (const rows of [0, 1, 2, 9, 10]) {
    const { observed, predicted } = sample(rows, 3);
    const { r2, rmse } = heldOutIntervals(observed, predicted);
    assert.ok([...r2, ...rmse].every(rows < 10 ? Number.isNaN : Number.isFinite), `${rows}`);
  }
});
