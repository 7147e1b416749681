import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Design } from '../../../../src/engine/contract/data';
import { FEATURE_MAPS } from '../../../../src/engine/features/mapList';
import { nystromRidge } from '../../../../src/engine/methods/nystromRidge';
import { rfRidge } from '../../../../src/engine/methods/rfRidge';
import { SpectrumCache } from '../../../../src/engine/spectrum/cache';
import { madeDesign, madeProblem, relativeError } from '../../madeRows';
import { fitted, type Given } from '../../methods/fitting';
import { fitContext } from '../../testCore';

const N = 120;
const design = madeProblem(N, 2, 0.2, 31, 40);
const weighted: Design = {
  ...design,
  train: { ...design.train, weights: Float64Array.from({ length: N }, (_, i) => 0.4 + (1.2 * i) / (N - 1)) },
};
const otherTarget = madeDesign(
  { ...design.train, y: design.train.y.map((v) => v * v) },
  design.holdout && { ...design.holdout, y: design.holdout.y.map((v) => v * v) },
);

type Step = readonly [Design, Given];

/** One engine's fits in turn, each compared with the same fit in an engine that knows nothing yet. */
function sameAsFresh(method: typeof rfRidge, steps: readonly Step[]): void {
  const context = { ...fitContext, cache: new SpectrumCache() };
  let before: Float64Array | undefined;
  steps.forEach(([on, given], s) => {
    const label = `step ${s}: ${JSON.stringify(given)}`;
    const warm = fitted(method, on, given, context);
    const fresh = fitted(method, on, given);
    const held = warm.holdout?.predicted ?? new Float64Array(0);
    assert.deepEqual(warm.kernel, fresh.kernel, label);
    assert.deepEqual(warm.search, fresh.search, label);
    assert.ok(held.length > 0);
    const apart = relativeError(held, fresh.holdout?.predicted ?? []);
    assert.ok(apart < 1e-9, `${label}: ${apart}`);
    assert.ok(Math.abs(warm.metrics.loo / fresh.metrics.loo - 1) < 1e-9, label);
    const e = relativeError(warm.approximation?.curve.gcv ?? [], fresh.approximation?.curve.gcv ?? []);
    assert.ok(e < 1e-7, `${label} ${e} ${warm.approximation?.curve.lambda} ${fresh.approximation?.curve.lambda}`);
    if (before) assert.ok(relativeError(held, before) > 1e-9, `${label} changes nothing`);
    before = held.slice();
  });
}

/** Rows that maps of histograms take too. */
const positive = ((): Design => {
  const shares = (part: Design['train']) => ({ ...part, x: { ...part.x, values: part.x.values.map(Math.abs) } });
  return madeDesign(shares(design.train), design.holdout && shares(design.holdout));
})();

const at: Given = { lengthScale: 0.8, lambda: 1e-4, compare: false };

test('random features: whatever was fitted before, a fit equals a fresh one', () => {
  const given = { ...at, features: 40 };
  sameAsFresh(rfRidge, [
    [design, given],
    [design, { ...given, seed: 5 }],
    [design, { ...given, seed: 5, kernel: 'laplace' }],
    [design, { ...given, seed: 5, kernel: 'laplace', features: 80 }],
    [otherTarget, { ...given, seed: 5, kernel: 'laplace', features: 60 }],
    [weighted, { ...given, features: 60 }],
    [design, { ...given, features: 60, unpenalised: 'linear' }],
    [design, { ...given, features: 60, intercept: false }],
    [design, { ...given, features: 90, sampling: 'leverage' }],
    [design, { ...given, features: 30, sampling: 'leverage' }],
    [design, { ...given, features: 30, featureMap: 'sobol' }],
    [design, { ...given, features: 64, featureMap: 'sobol' }],
    [design, { ...given, features: 64, lengthScale: '0.8 2' }],
    [design, { features: 40, compare: false }],
    [weighted, { features: 40, compare: false }],
    [otherTarget, { features: 40, compare: false }],
  ]);
});

test('every map: more features after fewer and fewer after more equal a fresh fit', () => {
  for (const { name: featureMap, kernels } of FEATURE_MAPS) {
    const given = { ...at, featureMap, ...(kernels.length > 0 && { kernel: kernels[0] }) };
    const fresh = [24, 70, 33].map((features): Step => [positive, { ...given, features }]);
    sameAsFresh(rfRidge, fresh);
  }
});

test('landmarks: whatever was fitted before, a fit equals a fresh one', () => {
  const given = { ...at, landmarks: 30 };
  sameAsFresh(nystromRidge, [
    [design, given],
    [design, { ...given, seed: 5 }],
    [design, { ...given, seed: 5, kernel: 'matern52' }],
    [design, { ...given, seed: 5, kernel: 'matern52', landmarks: 70 }],
    [otherTarget, { ...given, seed: 5, kernel: 'matern52', landmarks: 50 }],
    [weighted, { ...given, landmarks: 50 }],
    [design, { ...given, landmarks: 50, unpenalised: 'linear' }],
    [design, { ...given, landmarks: 50, landmarkRule: 'kMeans' }],
    [design, { ...given, landmarks: 25, landmarkRule: 'kMeans' }],
    [design, { ...given, landmarks: 25, landmarkRule: 'leverage' }],
    [design, { ...given, landmarks: 60, landmarkRule: 'leverage' }],
    [design, { ...given, landmarkRule: 'chosen', landmarkRows: '1-9' }],
    [design, { ...given, landmarkRule: 'chosen', landmarkRows: '2-10' }],
    [design, { ...given, landmarks: 40, solver: 'conjugateGradient' }],
  ]);
});

test('landmarks alike to rounding, whose factor needs more on its diagonal the more they are', () => {
  const given = { lengthScale: 30, lambda: 1e-9, compare: false, kernel: 'gaussian' };
  sameAsFresh(
    nystromRidge,
    [8, 100, 60, 20].map((landmarks): Step => [design, { ...given, landmarks }]),
  );
});

test('a length scale refined on features is looked for again with another map, count, seed or weights', () => {
  const many = madeProblem(1600, 1, 0.2, 3, 40);
  const given = { features: 16, compare: false };
  const steep = Float64Array.from({ length: 1600 }, (_, i) => (i % 8 === 0 ? 7.3 : 0.1));
  sameAsFresh(rfRidge, [
    [many, given],
    [many, { ...given, featureMap: 'binary' }],
    [many, { ...given, featureMap: 'binary', features: 60 }],
    [many, { ...given, features: 60, seed: 2 }],
    [
      { ...many, train: { ...many.train, weights: steep } },
      { ...given, features: 60, seed: 2 },
    ],
  ]);
});

test('every map, landmarks and leverage scores: a point of the curve is a fit with so many', () => {
  const cases: readonly (readonly [typeof rfRidge, string, Given])[] = [
    ...FEATURE_MAPS.map(
      ({ name, kernels }) =>
        [rfRidge, 'features', { featureMap: name, ...(kernels.length > 0 && { kernel: kernels[0] }) }] as const,
    ),
    [nystromRidge, 'landmarks', {}],
  ];
  for (const [method, name, own] of cases) {
    const given = { lengthScale: 0.8, compare: false, ...own };
    const { approximation } = fitted(method, positive, { ...given, [name]: 70 });
    assert.ok(approximation);
    const { counts, lambda, holdout, degreesOfFreedom } = approximation.curve;
    for (const at of [0, 2]) {
      const alone = fitted(method, positive, { ...given, [name]: counts[at], lambda: lambda[at] });
      const label = `${JSON.stringify(own)}, ${counts[at]} features`;
      assert.ok(Math.abs(alone.metrics.degreesOfFreedom / degreesOfFreedom[at] - 1) < 1e-6, label);
      assert.ok(Math.abs((alone.metrics.holdout?.rmse ?? 0) ** 2 / holdout[at] - 1) < 1e-6, label);
    }
  }
});
