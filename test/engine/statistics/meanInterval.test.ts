import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { meanInterval, rootInterval } from '../../../src/engine/statistics/meanInterval';

const DRAWS = 3000;

/** How many of `DRAWS` intervals of as many rows hold the mean of what is drawn. */
function held(rows: number, draw: (random: Random) => number, mean: number): number {
  const random = new Random(77);
  let inside = 0;
  for (let d = 0; d < DRAWS; d++) {
    const [low, high] = meanInterval(Float64Array.from({ length: rows }, () => draw(random)));
    inside += Number(low <= mean && mean <= high);
  }
  return inside / DRAWS;
}

test('intervals of means of squares hold them about as often as they say, also of few rows', () => {
  for (const rows of [10, 20, 40, 150]) {
    // The standard error of these fractions is 0.004.
    const share = held(rows, (random) => random.normal() ** 2, 1);
    assert.ok(share > 0.925 && share < 0.965, `${rows} rows: ${share}`);
  }
  const student = (random: Random) => {
    const chi = [0, 1, 2, 3, 4, 5].reduce((sum) => sum + random.normal() ** 2, 0);
    return random.normal() ** 2 / (chi / 6);
  };
  // Errors with the tails of six degrees of freedom, whose squares have no third moment.
  for (const rows of [20, 150]) assert.ok(held(rows, student, 1.5) > 0.9, `${rows}`);
});

test('without skewness it is the interval of Student, in any units', () => {
  const values = Float64Array.from({ length: 40 }, (_, i) => 100 + (i % 2 === 0 ? 1 : -1));
  const half = (2.022691 * Math.sqrt(40 / 39)) / Math.sqrt(40);
  for (const size of [1e-150, 1, 1e150]) {
    const [low, high] = meanInterval(values.map((v) => v * size)).map((v) => v / size);
    assert.ok(
      Math.abs(low - (100 - half)) < 1e-6 && Math.abs(high - (100 + half)) < 1e-6,
      `${size}: ${low} to ${high}`,
    );
  }
});

test('rows that are missed alike count as fewer, and what says nothing has no interval', () => {
  const random = new Random(3);
  const squares = Float64Array.from({ length: 60 }, () => random.normal() ** 2);
  const [[low, high], [lower, higher]] = [rootInterval(squares), rootInterval(squares, 4)];
  assert.ok(lower < low && higher > high);
  assert.deepEqual(rootInterval(squares.subarray(0, 9)), [Number.NaN, Number.NaN]);
  assert.deepEqual(meanInterval(new Float64Array(20).fill(4)), [4, 4]);
  assert.deepEqual(rootInterval(new Float64Array(20)), [0, 0]);
  const [least] = meanInterval(Float64Array.from({ length: 10 }, (_, i) => (i === 0 ? 1e6 : 1)));
  assert.ok(least >= 0);
});
