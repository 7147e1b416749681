import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IntervalSpread } from '../../../src/engine/contract/model';
import { ridgeFilter } from '../../../src/engine/filters/zones';
import { halfWidths } from '../../../src/engine/model/halfWidths';
import type { ProjectedRows } from '../../../src/engine/model/projection';
import { madeFit } from '../spectrum/smallFits';

const n = 20;
const { basis } = madeFit(n, 'none');
const lambda = 1 / n;
const filter = ridgeFilter(lambda, n);

/** Four rows of which nothing is explained: their deviations are 1, 2, 3 and 6; one feature each, of 0, 1, 2 and 9. */
const projected: ProjectedRows = {
  rows: 4,
  cross: new Float64Array(4 * n),
  features: Float64Array.of(0, 1, 2, 9),
  whitened: new Float64Array(0),
  p: new Float64Array(4 * basis.rank),
  prior: Float64Array.of(0, 3, 8, 35),
  leverage: new Float64Array(4),
};
const widths = (spread?: IntervalSpread) => [
  ...halfWidths(projected, { filter, intervalWidth: 2, ...(spread && { spread }) }, basis),
];
const close = (found: readonly number[], expected: readonly number[]) =>
  assert.ok(
    found.every((v, j) => Math.abs(v - expected[j]) < 1e-12),
    `${found}`,
  );

test('no filter: one width; no spread: the deviation without a bound', () => {
  assert.deepEqual([...halfWidths(projected, { intervalWidth: 2 }, basis)], [2, 2, 2, 2]);
  close(widths(), [2, 4, 6, 12]);
});

test('one width, and farther away than any training row wider with the deviation', () => {
  close(widths({ kind: 'constant', largest: { error: 5, deviation: 3 } }), [2, 2, 2, 4]);
});

test('the deviation up to the largest error, and beyond the training rows from there', () => {
  close(widths({ kind: 'posterior', largest: { error: 100, deviation: 3 } }), [2, 4, 6, 12]);
  close(widths({ kind: 'posterior', largest: { error: 5, deviation: 3 } }), [2, 4, 5, 10]);
});

test('a fit of the logarithm, within its range and the largest error', () => {
  const alpha = new Float64Array(n);
  const beta = Float64Array.of(Math.log(2));
  const range = [Math.log(1.5), Math.log(4)] as const;
  const largest = { error: 7, deviation: 6 };
  close(widths({ kind: 'fitted', alpha, beta, range, largest }), [3, 4, 7, 7]);
  close(widths({ kind: 'fitted', alpha, beta, range, largest: { ...largest, error: 100 } }), [3, 4, 8, 8]);
});
