import assert from 'node:assert/strict';
import { test } from 'node:test';
import { divide } from '../../../src/engine/data/folds';
import { ckrrFeatures } from '../../../src/engine/methods/ckrrFeatures';
import { krr } from '../../../src/engine/methods/krr';
import { tkrr } from '../../../src/engine/methods/tkrr';
import { SpectrumCache } from '../../../src/engine/spectrum/cache';
import { madeDesign, madeProblem, rowsOf } from '../madeRows';
import { fitContext } from '../testCore';
import { fitted } from './fitting';

const N = 60;
const design = madeProblem(N, 2, 0.3, 4);
const set = { kernel: 'gaussian', lengthScale: 0.8, folds: 3 };

test('the points are the errors of fits of some quarters on the others, at the best lambda of the path', () => {
  const { learning, paths } = fitted(krr, design, set);
  assert.ok(learning);
  const { of } = divide(N, 4, 0);
  const rowsIn = (parts: readonly number[]) => Array.from(of.keys()).filter((i) => parts.includes(of[i]));
  const others = (parts: readonly number[]) => [0, 1, 2, 3].filter((part) => !parts.includes(part));
  const errorOf = (parts: readonly number[], lambda: number): number => {
    const rows = rowsIn(parts);
    const part = madeDesign(rowsOf(design.train, rows), rowsOf(design.train, rowsIn(others(parts))));
    // The total ridge is held.
    const run = fitted(krr, part, { ...set, folds: 0, lambda: (lambda * N) / rows.length });
    return (run.metrics.holdout?.rmse ?? Number.NaN) ** 2;
  };
  const sizes = [
    [[0], [1], [2], [3]],
    [
      [0, 1],
      [2, 3],
      [0, 2],
      [1, 3],
    ],
  ];
  const [{ values }] = paths;
  sizes.forEach((choices, s) => {
    assert.equal(learning.rows[s], (N * (s + 1)) / 4);
    const means = Array.from(values, (lambda) =>
      choices.reduce((sum, parts) => sum + errorOf(parts, lambda) / choices.length, 0),
    );
    const least = Math.min(...means);
    assert.ok(Math.abs(learning.error[s] - least) < 1e-8 * least, `${learning.error[s]} for ${least}`);
  });
});

test('another lambda finds the points of the last fit; other kernels, and filters that lambda does not move, do not', () => {
  const cache = new SpectrumCache();
  const stages: string[] = [];
  const context = { ...fitContext, cache, progress: (_: number, stage: string) => void stages.push(stage) };
  const measured = () => stages.splice(0).includes('errors with fewer rows');
  const [{ values }] = fitted(krr, design, set, context).paths;
  assert.ok(measured());
  const again = fitted(krr, design, { ...set, lambda: values[20] }, context);
  assert.ok(!measured());
  assert.deepEqual(again.learning, fitted(krr, design, { ...set, lambda: values[20] }).learning);
  fitted(krr, design, { ...set, lengthScale: 1 }, context);
  assert.ok(measured());
  assert.ok(fitted(tkrr, design, set).learning);
  assert.equal(fitted(krr, madeProblem(30, 2, 0.3, 4), set).learning, undefined);
});

test('parts with no more rows than unpenalised features are left out', () => {
  const sizesOf = (columns: number) => {
    const { learning } = fitted(ckrrFeatures, madeProblem(80, columns, 0.3, 4), set);
    return learning && [...learning.rows];
  };
  assert.deepEqual(sizesOf(5), [20, 40, 60]);
  // The intercept is one of the features.
  assert.deepEqual(sizesOf(19), [40, 60]);
  assert.deepEqual(sizesOf(40), [60]);
  assert.equal(sizesOf(60), undefined);
});
