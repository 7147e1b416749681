import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Predictions } from '../../../src/engine/contract/rpc';
import { joinedPredictions, rowsBetween } from '../../../src/engine/model/joinedPredictions';
import { predictedCsv } from '../../../src/engine/model/predictedCsv';
import { predictSome } from '../../../src/engine/model/predictSome';

const SIZES = [3, 5, 2];
const ROWS = 10;
const numbers = (n: number, value: (row: number) => number, from: number) =>
  Float64Array.from({ length: n }, (_, i) => value(from + i));

/** Predictions in blocks of these sizes. */
async function* inBlocks(make: (n: number, from: number) => Predictions): AsyncGenerator<Predictions> {
  let from = 0;
  for (const n of SIZES) {
    yield make(n, from);
    from += n;
  }
}

const rowNumbers = (n: number, from: number) => Uint32Array.from({ length: n }, (_, i) => from + i + 1);
const regression = (n: number, from: number): Predictions => ({
  rows: rowNumbers(n, from),
  outputs: ['y', 'z'].map((target, j) => ({
    target,
    predicted: numbers(n, (row) => (row === 4 ? Number.NaN : row * (j + 1)), from),
    lower: numbers(n, (row) => row - 1, from),
    upper: numbers(n, (row) => row + 1, from),
    quantiles: [{ tau: 0.5, predicted: numbers(n, (row) => row, from) }],
  })),
});
const LEVELS = ['a', 'b', 'c'];
const classes = (n: number, from: number): Predictions => ({
  rows: rowNumbers(n, from),
  outputs: [],
  classes: {
    column: 'kind',
    levels: LEVELS,
    predicted: Int32Array.from({ length: n }, (_, i) => ((from + i) % 4) - 1),
    probabilities: LEVELS.map(() => numbers(n, (row) => row / 10, from)),
  },
});
const components = (n: number, from: number): Predictions => ({
  rows: rowNumbers(n, from),
  outputs: [],
  components: {
    count: 2,
    scores: numbers(2 * n, (at) => at, 2 * from),
    error: numbers(n, (row) => (row === 0 ? Number.NaN : row), from),
  },
});

test('some rows of many blocks are those of all rows in one piece, and so is the text that is written', async () => {
  for (const make of [regression, classes, components]) {
    const whole = await joinedPredictions(ROWS, inBlocks(make));
    for (const [from, rows] of [
      [0, 10],
      [0, 2],
      [2, 4],
      [3, 5],
      [7, 100],
      [9, 1],
    ]) {
      let written = '';
      const some = await predictSome(inBlocks(make), { from, rows }, async (text) => {
        written += text;
      });
      assert.deepEqual(some.shown, rowsBetween(whole, ROWS, from, Math.min(ROWS, from + rows)));
      assert.equal(some.rows, ROWS);
      assert.equal(written, [...predictedCsv(whole)].join(''));
    }
  }
});

test('no rows are asked for, or none so far down: the head alone', async () => {
  for (const [from, rows] of [
    [0, 0],
    [10, 5],
    [99, 5],
  ]) {
    const { shown } = await predictSome(inBlocks(regression), { from, rows });
    assert.equal(shown.rows.length, 0);
    assert.match([...predictedCsv(shown)].join(''), /^row,[^\n]*\r\n$/);
  }
});

test('counts, means and extremes are of all rows', async () => {
  const numbersOf = await predictSome(inBlocks(regression), { from: 0, rows: 1 });
  assert.equal(numbersOf.unpredicted, 1);
  assert.deepEqual(numbersOf.spreads, [
    { target: 'y', mean: 41 / 9, least: 0, greatest: 9 },
    { target: 'z', mean: 82 / 9, least: 0, greatest: 18 },
  ]);
  const classesOf = await predictSome(inBlocks(classes), { from: 0, rows: 1 });
  assert.deepEqual([classesOf.unpredicted, classesOf.levels, classesOf.spreads], [3, [3, 2, 2], []]);
  const componentsOf = await predictSome(inBlocks(components), { from: 0, rows: 1 });
  assert.deepEqual([componentsOf.unpredicted, componentsOf.spreads], [1, []]);
});
