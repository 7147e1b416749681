import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ckrrFeatures } from '../../../src/engine/methods/ckrrFeatures';
import { krr } from '../../../src/engine/methods/krr';
import { madeDesign, madeRows, madeSample, normals } from '../madeRows';
import { fitted } from '../methods/fitting';

const given = { kernel: 'gaussian', lengthScale: 2, folds: 5 } as const;

/** A design of `n` rows: a wave of this size in the first column, and noise. */
function waves(n: number, columns: number, size = 1) {
  const x = madeRows(n, columns, 3);
  const noise = normals(4);
  return madeDesign(
    madeSample(
      x,
      Float64Array.from({ length: n }, (_, i) => size * Math.sin(x.values[i]) + 0.3 * noise()),
    ),
  );
}

test('a fit with unpenalised features is judged beside ridge on the same folds, and one without is not', () => {
  const design = waves(60, 12);
  const { conditioning, paths } = fitted(ckrrFeatures, design, given);
  const ridge = fitted(krr, design, given);
  assert.ok(conditioning);
  const lowest = (path: (typeof paths)[number]) => Math.sqrt(path.cv[path.least.loo]);
  // The lambdas of a path are a grid, on which the least is chosen more finely.
  assert.ok(Math.abs(conditioning.fit / lowest(paths[0]) - 1) < 0.02, `${conditioning.fit} ${lowest(paths[0])}`);
  assert.ok(Math.abs(conditioning.ridge / lowest(ridge.paths[0]) - 1) < 0.02);
  const { value, share, interval } = conditioning.difference;
  assert.ok(Math.abs(value - (conditioning.fit - conditioning.ridge)) < 1e-9);
  assert.ok(Math.abs(share - value / conditioning.ridge) < 1e-9);
  assert.ok(interval[0] < value && value < interval[1]);
  assert.equal(ridge.conditioning, undefined);
  assert.equal(fitted(ckrrFeatures, design, { ...given, unpenalised: 'none' }).conditioning, undefined);
});

test('lines in many columns of few rows of noise are surely worse than ridge', () => {
  const design = waves(60, 40, 0);
  assert.equal(fitted(ckrrFeatures, design, { ...given, folds: 10 }).conditioning?.difference.verdict, 'worse');
});
