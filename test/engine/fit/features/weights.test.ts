import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../../src/engine/contract/context';
import type { Design } from '../../../../src/engine/contract/data';
import { drawFeatures } from '../../../../src/engine/features/drawFeatures';
import { eachFeatureBlock } from '../../../../src/engine/fit/features/featureRows';
import { quietWith } from '../../../../src/engine/linalg/linalg';
import { krr } from '../../../../src/engine/methods/krr';
import { nystromRidge } from '../../../../src/engine/methods/nystromRidge';
import { rfRidge } from '../../../../src/engine/methods/rfRidge';
import { madeClasses, madeDesign, madeProblem, relativeError, rowsOf } from '../../madeRows';
import { fitted, type Given } from '../../methods/fitting';
import { core } from '../../testCore';

const N = 90;
const design = madeProblem(N, 2, 0.3, 17, 30);
/** 1, 2 and 3 in turn, of mean 1. */
const times = Uint32Array.from({ length: N }, (_, i) => 1 + (i % 3));
const withWeights = (on: Design, weights: Float64Array): Design => ({ ...on, train: { ...on.train, weights } });
const weighted = withWeights(
  design,
  Float64Array.from(times, (t) => t / 2),
);
const repeated = madeDesign(
  rowsOf(
    design.train,
    Array.from(times).flatMap((t, i) => new Array<number>(t).fill(i)),
  ),
  design.holdout,
);

const CASES: readonly (readonly [typeof rfRidge, Given])[] = [
  [rfRidge, { features: 50 }],
  // A kernel whose diagonal varies: otherwise weights would not show in its trace.
  [nystromRidge, { landmarkRule: 'chosen', landmarkRows: '1-5', kernel: 'polynomial(degree=3)' }],
];

test('a row of weight 3 is the row three times: fit, spectrum and what the landmarks leave', () => {
  for (const [method, own] of CASES) {
    const given = { kernel: 'matern32', lengthScale: 1, lambda: 1e-3, compare: false, ...own };
    const [a, whole] = [weighted, repeated].map((on) => fitted(method, on, given));
    assert.ok(relativeError(a.holdout?.predicted ?? [], whole.holdout?.predicted ?? []) < 1e-9, method.id);
    assert.ok(relativeError(a.spectrum.mu.slice(0, 5), whole.spectrum.mu.slice(0, 5)) < 1e-9);
    assert.ok(Math.abs(a.metrics.degreesOfFreedom / whole.metrics.degreesOfFreedom - 1) < 1e-9);
    const left = [a, whole].map(({ approximation }) => approximation?.traceLeft);
    if (method === nystromRidge) {
      assert.ok(left[0] !== undefined && left[1] !== undefined && left[1] > 1e-3);
      assert.ok(Math.abs(left[0] / left[1] - 1) < 1e-9, String(left));
    }
  }
});

test('classes told by leaving out each row of uneven weight are those of kernel ridge regression', () => {
  const classes = madeClasses(120, 3, 4);
  const uneven = Float64Array.from({ length: 120 }, (_, i) => [0.02, 0.3, 2.68][i % 3]);
  const on = withWeights(classes, uneven);
  const given = { kernel: 'matern32', lengthScale: 1, lambda: 1e-3 };
  const all = fitted(nystromRidge, on, { ...given, landmarks: 120, compare: false });
  const exact = fitted(krr, on, { ...given, folds: 0 });
  assert.ok(exact.classes && !exact.classes.heldOut);
  assert.deepEqual(all.classes?.confusion, exact.classes.confusion);
});

test('features of some rows carry the weights of these rows', () => {
  const { x } = design.train;
  const kernel = { kind: 'gaussian', lengthScale: [1] } as const;
  const map = drawFeatures({ map: 'fourier', kernel, count: 6, inputs: 2, seed: 1 }, quietContext);
  const rootWeights = weighted.train.weights?.map(Math.sqrt) ?? new Float64Array(0);
  const all = new Float64Array(N * 6);
  eachFeatureBlock({ map, x, rootWeights, block: N }, quietWith(core), '', (z) => all.set(z));
  const rows = Uint32Array.of(4, 11, 12, 50, 89);
  eachFeatureBlock({ map, x, rootWeights, rows, block: 2 }, quietWith(core), '', (z, size, from) => {
    for (let j = 0; j < 6; j++)
      for (let i = 0; i < size; i++)
        assert.ok(Math.abs(z[j * size + i] - all[j * N + rows[from + i]]) < 1e-14, `${from + i}, ${j}`);
  });
});
