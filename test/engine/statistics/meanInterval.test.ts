import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { heldOutIntervals, meanInterval, rootInterval } from '../../../src/engine/statistics/meanInterval';

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

/** The target and the error of a row. */
type Row = (random: Random) => readonly [number, number];

/** Errors of a fit in files of several kinds, and the lowest and highest share of intervals that hold R² of 24 rows and more. */
const KINDS: Readonly<Record<string, { readonly row: Row; readonly least: number }>> = {
  'normal errors': { row: (random) => around(random.normal(), random.normal() / 2), least: 0.93 },
  'large normal errors': { row: (random) => around(random.normal() / 2, random.normal()), least: 0.93 },
  'exponential targets': {
    row: (random) => around(-Math.log(1 - random.uniform()), 0.4 * random.normal()),
    least: 0.9,
  },
  'errors in proportion to skewed targets': {
    row: (random) => {
      const target = Math.exp(0.7 * random.normal());
      return around(target, 0.3 * target * random.normal());
    },
    least: 0.92,
  },
  'one row in ten of another level, which is not predicted': {
    row: (random) => around(random.normal(), random.normal() / 2 + (random.uniform() < 0.1 ? 2.7 : -0.3)),
    least: 0.92,
  },
};

const around = (signal: number, error: number) => [signal + error, error] as const;

function drawn(row: Row, rows: number, random: Random) {
  const drawn = Array.from({ length: rows }, () => row(random));
  const observed = Float64Array.from(drawn, ([target]) => target);
  return { observed, predicted: observed.map((v, i) => v - drawn[i][1]) };
}

test('intervals of R² hold that of many rows about as often as they say, also of few rows, skewed targets and unequal errors', () => {
  for (const [kind, { row, least }] of Object.entries(KINDS)) {
    const random = new Random(5);
    const { observed, predicted } = drawn(row, 200_000, random);
    const centre = observed.reduce((sum, v) => sum + v, 0) / observed.length;
    const squares = (of: (v: number, i: number) => number) => observed.reduce((sum, v, i) => sum + of(v, i) ** 2, 0);
    const truth = 1 - squares((v, i) => v - predicted[i]) / squares((v) => v - centre);
    for (const rows of [24, 60, 150]) {
      let inside = 0;
      for (let d = 0; d < 1000; d++) {
        const few = drawn(row, rows, random);
        const [low, high] = heldOutIntervals(few.observed, few.predicted).r2;
        inside += Number(low <= truth && truth <= high);
      }
      // The standard error of these fractions is 0.007.
      assert.ok(inside / 1000 > least - 0.014 && inside / 1000 < 0.985, `${kind}, ${rows} rows: ${inside / 1000}`);
    }
  }
});

test('R² has the same interval in any units, none where targets are alike, and a finite one where one row decides', () => {
  const { observed, predicted } = drawn(KINDS['normal errors'].row, 40, new Random(9));
  const [low, high] = heldOutIntervals(observed, predicted).r2;
  for (const size of [1e-120, 1e120]) {
    const scaled = heldOutIntervals(
      observed.map((v) => size * v),
      predicted.map((v) => size * v),
    ).r2;
    assert.ok(Math.abs(scaled[0] - low) < 1e-9 && Math.abs(scaled[1] - high) < 1e-9, `${size}: ${scaled}`);
  }
  assert.deepEqual(heldOutIntervals(observed, observed).r2, [1, 1]);
  assert.deepEqual(heldOutIntervals(observed.fill(2), predicted).r2, [Number.NaN, Number.NaN]);
  const one = Float64Array.from({ length: 20 }, (_, i) => (i === 7 ? 9 : 0));
  const ends = heldOutIntervals(one, new Float64Array(20)).r2;
  assert.ok(ends.every(Number.isFinite) && ends[0] <= 0 && ends[1] >= 0, `${ends}`);
});
