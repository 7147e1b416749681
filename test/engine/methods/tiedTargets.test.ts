// Ratings and counts: one value may stand in nearly half of a target's rows, and so in more than half of some of them, of
// which folds and searches are made.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Design } from '../../../src/engine/contract/data';
import { huber } from '../../../src/engine/methods/huber';
import { targetMethods } from '../../../src/engine/methods/registry';
import { tukey } from '../../../src/engine/methods/tukey';
import { madeDesign, madeRows, madeSample } from '../madeRows';
import { failsWith, fitted } from './fitting';

/** Whole numbers that grow with the first column, of which 3 stands in this fraction of the rows. */
function ratings(n: number, share: number, seed: number): Design {
  const x = madeRows(n, 2, seed);
  const first = x.values.subarray(0, n);
  const order = Array.from(first.keys()).sort((a, b) => first[a] - first[b]);
  const y = new Float64Array(n);
  const from = Math.floor((n * (1 - share)) / 2);
  const to = from + Math.floor(n * share);
  for (const [rank, row] of order.entries()) y[row] = rank < from ? 2 - (rank % 2) : rank < to ? 3 : 4 + (rank % 2);
  return madeDesign(madeSample(x, y));
}

const sizeOf = (values: Float64Array) => values.reduce((sum, v) => sum + Math.abs(v) / values.length, 0);

const methods = targetMethods.filter(({ family }) => family === 'robust');

for (const method of methods)
  test(`${method.id} fits a target with one value in nearly half of the rows`, () => {
    for (const seed of method === huber || method === tukey ? [1, 2] : [1]) {
      const design = ratings(90, 0.495, seed);
      const { robust } = fitted(method, design, { kernel: 'gaussian', folds: 3, seed });
      assert.ok(robust && sizeOf(robust.errors) < 0.8 * sizeOf(design.train.y.map((v) => v - 3)), `seed ${seed}`);
    }
  });

test('where one value stands in more than half of all rows, residuals have no robust scale of their own', () => {
  for (const method of [huber, tukey]) {
    const design = ratings(130, 0.52, 1);
    failsWith('data/target-constant', /^67 of 130 training rows have the same target/, () => fitted(method, design));
    const { robust } = fitted(method, design, { lengthScale: '1', folds: 2, residualScale: 'deviation' });
    assert.ok(robust?.errors.every(Number.isFinite));
  }
});
