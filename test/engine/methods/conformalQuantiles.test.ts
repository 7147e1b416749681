import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FitOutcome } from '../../../src/engine/contract/run';
import { levelShifts } from '../../../src/engine/fit/robust/conformLevels';
import { madeDesign, relativeError } from '../madeRows';
import { fitContext } from '../testCore';
import { fitted, type Given, targetMethod } from './fitting';
import { NOISES, sampled } from './noisyWorlds';
import { robustOf } from './robustBattery/check';

const method = targetMethod('quantile');

const SEEDS = 10;
const HELD_OUT = 1000;

interface Simulated {
  readonly mean: number;
  /** Standard error of the mean over the seeds. */
  readonly error: number;
}

/** A fraction of held-out rows, over fits of 160 rows with one seed each. */
function simulated(noise: keyof typeof NOISES, given: Given, share: (fit: FitOutcome) => number): Simulated {
  const shares = Array.from({ length: SEEDS }, (_, seed) => {
    const of = (n: number, from: number) => sampled(n, from + seed, NOISES[noise]);
    const design = madeDesign(of(160, 1), of(HELD_OUT, 500));
    return share(
      fitted(
        method,
        design,
        { lengthScale: 2, folds: 5, ...given },
        { ...fitContext, hints: { brief: true, withoutPartial: true } },
      ),
    );
  });
  const mean = shares.reduce((a, b) => a + b, 0) / SEEDS;
  return { mean, error: Math.sqrt(shares.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (SEEDS - 1) / SEEDS) };
}

const inBand = ({ metrics }: FitOutcome) => metrics.holdout?.coverage ?? Number.NaN;

// The Monte-Carlo error of each mean is about 0.009.
for (const noise of Object.keys(NOISES))
  test(`of rows with ${noise} noise a nominal 90 % band holds 90 %`, () => {
    const { mean, error } = simulated(noise, { tau: '0.05 0.95' }, inBand);
    assert.ok(error < 0.012, `Monte-Carlo error ${error}`);
    assert.ok(Math.abs(mean - 0.9) <= 0.03, `${mean} ± ${error}`);
  });

test('the fit alone holds far fewer', () => {
  const { mean, error } = simulated('normal', { tau: '0.05 0.95', conformal: false }, inBand);
  assert.ok(mean + 4 * error < 0.85, `${mean} ± ${error}`);
});

test('below a level alone lies its share', () => {
  const below = (fit: FitOutcome) => robustOf(fit).calibration?.[0].below ?? Number.NaN;
  const { mean, error } = simulated('heteroscedastic', { tau: '0.9' }, below);
  assert.ok(error < 0.012 && Math.abs(mean - 0.9) <= 0.03, `${mean} ± ${error}`);
});

test('levels move by the ⌈(m + 1)(1 − α)⌉-th smallest miss, a level alone by its quantile, and rows count by their weights', () => {
  const low = Float64Array.from([1, 0.5, -0.2, 2, Number.NaN, 0.1, 0.3, 1, 0.7]);
  const high = Float64Array.from([-1, 0.4, -3, -0.1, 5, -0.3, -2, 0.6, -1]);
  // Misses in order: −1, −0.7, −0.3, −0.1, −0.1, 0.2, 0.4, 0.6; of 9·0.75 = 6.75 the seventh, of 9·0.5 the fifth.
  assert.deepEqual(levelShifts([0.1, 0.85], [low, high]), [-0.4, 0.4]);
  assert.deepEqual(levelShifts([0.25, 0.75], [low, high]), [0.1, -0.1]);
  assert.deepEqual(levelShifts([0.01, 0.99], [low, high]), [-0.6, 0.6]);
  assert.deepEqual(levelShifts([0.1, 0.5, 0.85], [low, low, high]), [-0.4, 0, 0.4]);
  const alone = Float64Array.from([4, 1, 3, 2]);
  assert.ok(relativeError(levelShifts([0.5], [alone]), [2.5]) < 1e-8);
  assert.ok(relativeError(levelShifts([0.25], [alone]), [1.25]) < 1e-8);
  assert.ok(relativeError(levelShifts([0.9], [alone]), [4]) < 1e-12);
  const weights = Float64Array.of(0, 1, 0, 1);
  assert.ok(relativeError(levelShifts([0.5], [alone], weights), [1.5]) < 1e-8);
  assert.deepEqual(levelShifts([0.5], [alone.map(() => Number.NaN)]), [0]);
});
