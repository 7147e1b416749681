import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weightedMedian } from '../../../src/engine/fit/robust/leftOut';
import { median } from '../../../src/engine/statistics/robustScale';
import { madeDesign, madeProblem, relativeError, rowsOf } from '../madeRows';
import { fitted, type Given, targetMethod } from './fitting';
import { robustOf } from './robustBattery/check';

const design = madeProblem(60, 2, 0.3, 5, 40);
/** How often each row is repeated, and the rows so repeated. */
const times = design.train.y.map((_, i) => 1 + ((i * i) % 3));
const order = Array.from(times).flatMap((count, i) => new Array<number>(count).fill(i));
const mean = order.length / 60;

/**
 * Parameters set beside the strength: an M-estimator's scale counts every row once, so its cutoff lies where no row is.
 */
const CASES: readonly (readonly [string, string, number, Given])[] = [
  ['kl-inf', 'c', 0.3, {}],
  ['svr', 'lambda', 0.02, { epsilon: 0.1 }],
  ['quantile', 'lambda', 0.02, { tau: '0.2 0.5 0.8', conformal: false }],
  ['huber', 'lambda', 1e-3, { tuning: 1000 }],
  ['tukey', 'lambda', 1e-3, { tuning: 100_000 }],
];

for (const [id, axis, strength, given] of CASES)
  test(`${id}: rows of weight m count as m rows`, () => {
    const method = targetMethod(id);
    const { train, holdout } = design;
    const weighted = madeDesign({ ...train, weights: times.map((count) => count / mean) }, holdout);
    const repeated = { ...madeDesign(rowsOf(train, order), holdout), copies: Int32Array.from(order) };
    const common = { lengthScale: 0.9, folds: 0, ...given };
    // Bounds are c·w with weights of mean 1; lambda is per row, whichever way rows are counted.
    const own = fitted(method, weighted, { ...common, [axis]: axis === 'c' ? strength * mean : strength });
    const other = fitted(method, repeated, { ...common, [axis]: strength });
    const [a, b] = [robustOf(own), robustOf(other)];
    assert.ok(a.holdout && b.holdout);
    for (const [l, level] of a.holdout.entries()) {
      const error = relativeError(level, b.holdout[l]);
      assert.ok(error < 1e-4, `level ${l}: ${error}`);
    }
    const plain = fitted(method, design, { ...common, [axis]: strength });
    assert.ok(relativeError(robustOf(plain).fitted[0], a.fitted[0]) > 1e-3, 'weights matter');
  });

test('the weighted median is that of the repeated rows', () => {
  const { y } = design.train;
  const repeatedRows = Float64Array.from(order, (i) => y[i]);
  assert.equal(weightedMedian(y, times), median(repeatedRows));
  for (const weights of [times.map((t) => t / 7), times.map((t) => t * 1e9)])
    assert.equal(weightedMedian(y, weights), median(repeatedRows));
  const four = Float64Array.of(3, 1, 2, 10);
  assert.equal(weightedMedian(four, new Float64Array(4).fill(0.1)), 2.5);
  assert.equal(weightedMedian(four, Float64Array.of(0, 1, 0, 0)), 1);
  assert.equal(weightedMedian(four, Float64Array.of(0, 1, 0, 1)), 5.5);
});
