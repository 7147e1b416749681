import assert from 'node:assert/strict';
import { test } from 'node:test';
import { featureGrowth, featureLoss, learningLaw, type PilotErrors } from '../../../src/engine/compare/expectedLoss';

const ROWS = [187, 375, 750, 1500];

/** A pilot whose errors are a power of the rows, and whose features lose in proportion to rows^growth/count. */
function made(floor: number, slope: number, exponent: number, growth: number): PilotErrors {
  const losing = (share: number, rows: number) =>
    [23, 47, 94, 188, 375].map((count) => ({ count, ratio: 1 + (share * 100 * (rows / 1500) ** growth) / count }));
  return {
    byRows: ROWS.map((rows) => ({ rows, error: floor + slope * rows ** -exponent })),
    byCount: { landmarks: losing(0.05, 1500), randomFeatures: losing(0.2, 1500) },
    onPart: { rows: 375, landmarks: losing(0.05, 375), randomFeatures: losing(0.2, 375) },
  };
}

test('a power law over a floor is found again, and carried on to more rows', () => {
  for (const [floor, slope, exponent] of [
    [0.2, 2, 0.5],
    [0, 5, 0.75],
    [0.05, 30, 1],
    [0.3, 0, 0.5],
  ]) {
    const law = learningLaw(made(floor, slope, exponent, 0.5));
    for (const n of [187, 1500, 20_000, 1e6]) {
      const expected = floor + slope * n ** -exponent;
      assert.ok(Math.abs(law(n) - expected) <= 1e-9 * expected, `${floor} ${slope} ${exponent} at ${n}: ${law(n)}`);
    }
  }
});

test('errors that rise with the rows, or of one size alone, are taken to stay', () => {
  const pilot = made(0, 1, 1, 0);
  const rising = [0.2, 0.25, 0.3].map((error, i) => ({ rows: 100 * 2 ** i, error }));
  const law = learningLaw({ ...pilot, byRows: rising });
  assert.equal(law(100), law(1e6));
  assert.ok(law(1e6) > 0.2 && law(1e6) < 0.3);
  assert.equal(learningLaw({ ...pilot, byRows: rising.slice(0, 1) })(1e6), 0.2);
});

test('the growth of the features wanted is found again from losses on a part, for each kind', () => {
  for (const growth of [-0.25, 0, 0.3, 1]) {
    const pilot = made(0, 1, 1, growth);
    for (const kind of ['landmarks', 'randomFeatures'] as const)
      assert.ok(Math.abs(featureGrowth(pilot, kind) - growth) < 1e-9, `${growth}: ${featureGrowth(pilot, kind)}`);
  }
  const { onPart, ...pilot } = made(0, 1, 1, 0.2);
  assert.equal(featureGrowth({ ...pilot, onPart: { ...onPart, landmarks: [] } }, 'landmarks'), 0.5);
  assert.equal(featureGrowth({ ...pilot, onPart: { ...onPart, rows: 1500 } }, 'landmarks'), 0.5);
});

test('features lose what fewer lose on the pilot, in proportion to the growth of what is wanted', () => {
  const pilot = made(0.2, 2, 0.5, 0.5);
  // Four times the rows want twice the features.
  for (const count of [60, 94, 300]) {
    const here = featureLoss(pilot, 'landmarks', count, 1500);
    assert.ok(Math.abs(here - 5 / count) < 1e-9, `${here}`);
    assert.ok(Math.abs(featureLoss(pilot, 'landmarks', 2 * count, 6000) - here) < 1e-9);
    assert.ok(Math.abs(featureLoss(pilot, 'randomFeatures', count, 1500) - 4 * here) < 1e-9);
  }
  assert.ok(Math.abs(featureLoss(pilot, 'randomFeatures', 3000, 1500) - 20 / 3000) < 1e-9);
  assert.ok(Math.abs(featureLoss(pilot, 'randomFeatures', 5, 1500) - 20 / 5) < 1e-9);
});

test('more features never lose more, whatever the scatter of the pilot, and all rows as landmarks lose nothing', () => {
  const pilot = made(0.2, 2, 0.5, 0.5);
  const scattered: PilotErrors = {
    ...pilot,
    byCount: {
      ...pilot.byCount,
      landmarks: [1.3, 0.97, 1.05, 1.01, 0.99].map((ratio, i) => ({ count: 25 * 2 ** i, ratio })),
    },
  };
  let last = Number.POSITIVE_INFINITY;
  for (let count = 5; count < 10_000; count = Math.ceil(1.3 * count)) {
    const loss = featureLoss(scattered, 'landmarks', count, 20_000);
    assert.ok(loss >= 0 && loss <= last * (1 + 1e-12), `${count}: ${loss} after ${last}`);
    last = loss;
  }
  assert.equal(featureLoss(scattered, 'landmarks', 900, 900), 0);
});
