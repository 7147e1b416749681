import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sample } from '../../../src/engine/contract/data';
import type { Method } from '../../../src/engine/fit/method';
import { refitsFolds } from '../../../src/engine/fit/spectral/foldCurves';
import { ckrrFeatures } from '../../../src/engine/methods/ckrrFeatures';
import { ckrrHard } from '../../../src/engine/methods/ckrrHard';
import { ckrrSoft } from '../../../src/engine/methods/ckrrSoft';
import { cutoff } from '../../../src/engine/methods/cutoff';
import { kgd } from '../../../src/engine/methods/kgd';
import { kgf } from '../../../src/engine/methods/kgf';
import { krr } from '../../../src/engine/methods/krr';
import { threeZone } from '../../../src/engine/methods/threeZone';
import { tkrr } from '../../../src/engine/methods/tkrr';
import { madeDesign, madeProblem } from '../madeRows';
import { byRefits } from './byRefits';
import { fitted, type Given } from './fitting';

const N = 72;
const FOLDS = 5;
const plain = madeProblem(N, 2, 0.3, 1).train;
const weights = Float64Array.from({ length: N }, (_, i) => 0.3 + (1.4 * ((i * 7) % N)) / (N - 1));
const heavy: Sample = { ...plain, weights };

function agrees(method: Method, train: Sample, given: Given, by: 'shortcut' | 'refit') {
  const { metrics, foldsBy } = fitted(method, madeDesign(train), { ...given, lengthScale: 0.9, folds: FOLDS });
  assert.equal(foldsBy, by);
  const [cv, standardError] = byRefits(method, train, { ...given, lengthScale: 0.9 }, FOLDS);
  assert.ok(Math.abs(metrics.cv / cv - 1) < 1e-8, `${metrics.cv} and ${cv}`);
  assert.ok(Math.abs(metrics.cvStandardError / standardError - 1) < 1e-7);
}

const samples = [
  ['rows that count alike', plain],
  ['row weights', heavy],
] as const;

const shortcuts: readonly (readonly [Method, Given])[] = [
  [krr, { lambda: 2e-3 }],
  [krr, { lambda: 2e-3, intercept: false }],
  [krr, { lambda: 2e-3, kernel: 'thinPlate' }],
  [ckrrFeatures, { lambda: 2e-3, unpenalised: 'x1, x2^2, x1*x2' }],
  [ckrrSoft, { lambda: 2e-3, k: 7 }],
];

const refits: readonly (readonly [Method, Given])[] = [
  [tkrr, { lambda: 2e-3, r: 11 }],
  [ckrrHard, { lambda: 2e-3, k: 5 }],
  [threeZone, { lambda: 2e-3, k: 3, r: 14 }],
  [kgf, { t: 0.7, momentum: 0.2 }],
  [kgd, { steps: 25, stepSize: 0.04, momentum: 0.3 }],
  [cutoff, { r: 9 }],
];

for (const [what, sample] of samples) {
  for (const [method, given] of shortcuts)
    test(`${method.id} ${JSON.stringify(given)}, ${what}: fold errors without refitting are those of refits`, () =>
      agrees(method, sample, given, 'shortcut'));
  for (const [method, given] of refits)
    test(`${method.id}, ${what}: fold errors are those of refits, total ridge, time and step held`, () =>
      agrees(method, sample, given, 'refit'));
}

test('as many folds as rows: leave-one-out', () => {
  for (const sample of [plain, heavy]) {
    const { metrics } = fitted(krr, madeDesign(sample), { lengthScale: 0.9, lambda: 2e-3, folds: N });
    assert.ok(Math.abs(metrics.cv / metrics.loo - 1) < 1e-9);
  }
});

test('refits are made where they are affordable and needed', () => {
  assert.equal(refitsFolds(true, 100, 10), false);
  assert.equal(refitsFolds(false, 100, 10), true);
  assert.equal(refitsFolds(false, 5000, 10), false);
  assert.equal(refitsFolds(false, 1000, 1000), false);
});

test('selection by K-fold error of refits takes the least of its path, and one standard error the most regular', () => {
  for (const [method, most] of [
    [tkrr, 1],
    [kgf, -1],
    [cutoff, -1],
  ] as const) {
    const given = { lengthScale: 0.9, folds: FOLDS };
    const [{ axis, values, cv, cvStandardError, least }] = fitted(method, madeDesign(plain), given).paths;
    const best = cv.indexOf(Math.min(...cv));
    assert.equal(least.cv, best, axis);
    const within = [...values.keys()].filter((l) => cv[l] <= cv[best] + cvStandardError[best]);
    assert.equal(least.oneStandardError, most > 0 ? Math.max(...within) : Math.min(...within), axis);
    for (const selection of ['cv', 'oneStandardError'] as const) {
      const { paths, metrics } = fitted(method, madeDesign(plain), { ...given, selection });
      assert.equal(metrics.cv, paths[0].cv[paths[0].least[selection]]);
    }
  }
});
