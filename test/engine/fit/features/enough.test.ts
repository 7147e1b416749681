import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Design } from '../../../../src/engine/contract/data';
import { nystromRidge } from '../../../../src/engine/methods/nystromRidge';
import { SpectrumCache } from '../../../../src/engine/spectrum/cache';
import { madeDesign, madeRows, madeSample, normals, relativeError } from '../../madeRows';
import { fitted, type Given } from '../../methods/fitting';
import { fitContext } from '../../testCore';

/** Rows with these targets and normal noise. */
function withTargets(...targets: readonly ((a: number, b: number) => number)[]): Design {
  const sample = (n: number, seed: number) => {
    const x = madeRows(n, 2, seed);
    const normal = normals(seed + 1);
    const [y, ...more] = targets.map((target) =>
      Float64Array.from({ length: n }, (_, i) => target(x.values[i], x.values[n + i]) + 0.1 * normal()),
    );
    return madeSample(x, y, { more });
  };
  return madeDesign(sample(1600, 7), sample(200, 11));
}

/** The landmarks taken of at most `most`, and the fit. */
function taken(design: Design, most: number, given: Given = {}) {
  let count = 0;
  const context = {
    ...fitContext,
    cache: new SpectrumCache(),
    hints: {
      withoutPartial: true,
      tookLandmarks: (landmarks: number) => {
        count = landmarks;
      },
    },
  };
  const fit = fitted(nystromRidge, design, { lengthScale: 0.7, compare: false, ...given, landmarks: most }, context);
  return { count, fit };
}

const gentle = (a: number, b: number) => Math.sin(a) + b / 2;
// A function with so many turns that each landmark describes its own neighbourhood only.
const turning = (a: number, b: number) => 3 * Math.sin(8 * a) * Math.cos(8 * b);
const smooth = withTargets(gentle);
const at: Given = { lengthScale: 0.2, kernel: 'laplace' };

test('landmarks that hardly lower the error are not taken, and the fit is the one that asks for as few', () => {
  const { count, fit } = taken(smooth, 1400);
  assert.equal(count, 500);
  const asked = fitted(nystromRidge, smooth, { lengthScale: 0.7, compare: false, landmarks: 500 });
  assert.equal(fit.approximation?.count, 500);
  assert.deepEqual(fit.live.partial, []);
  assert.ok(relativeError(fit.holdout?.predicted ?? [], asked.holdout?.predicted ?? [1]) < 1e-9);
  assert.ok(Math.abs(fit.metrics.loo / asked.metrics.loo - 1) < 1e-9);
});

test('as long as the error falls all are taken, and no fewer than half a thousand are tried', () => {
  assert.equal(taken(withTargets(turning), 1000, at).count, 1000);
  assert.equal(taken(smooth, 800).count, 800);
});

test('of several targets the one that needs most decides', () => {
  assert.equal(taken(withTargets(gentle, turning), 1000, at).count, 1000);
  assert.equal(
    taken(
      withTargets(gentle, (a) => a),
      1000,
    ).count,
    500,
  );
});

test('a method that was named keeps the number that was asked for', () => {
  const fit = fitted(nystromRidge, smooth, { lengthScale: 0.7, compare: false, landmarks: 600 });
  assert.equal(fit.approximation?.count, 600);
});
