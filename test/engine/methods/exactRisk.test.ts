import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SpectrumData } from '../../../src/engine/contract/run';
import type { Method } from '../../../src/engine/fit/method';
import { ckrrHard } from '../../../src/engine/methods/ckrrHard';
import { cutoff } from '../../../src/engine/methods/cutoff';
import { kgd } from '../../../src/engine/methods/kgd';
import { kgf } from '../../../src/engine/methods/kgf';
import { krr } from '../../../src/engine/methods/krr';
import { tkrr } from '../../../src/engine/methods/tkrr';
import { riskAt } from '../../../src/engine/spectrum/risk';
import { madeDesign, madeRows, madeSample, madeTarget, normals } from '../madeRows';
import { fitted, type Given, targetsOf } from './fitting';

const N = 50;
const DRAWS = 60;
const SIGMA = 0.5;
const x = madeRows(N, 2, 1);
const truth = madeTarget(x, 0, 2).map((v) => v + 2);
const weights = Float64Array.from({ length: N }, (_, i) => 0.2 + (1.6 * i) / (N - 1));

/**
 * TKRR theorem 1 by simulation: on a fixed design the mean squared error of the fit at the training inputs, over many draws of the noise,
 * is the bias of the true scores plus the variance. The first target is the noiseless one: its coordinates are the true scores. With
 * weights w the noise of a row has variance sigma²/w, and errors are weighted.
 */
function agrees(method: Method, given: Given, w: Float64Array | undefined) {
  const next = normals(77);
  const noisy = () => truth.map((v, i) => v + (SIGMA * next()) / Math.sqrt(w?.[i] ?? 1));
  const more = Array.from({ length: DRAWS }, noisy);
  const train = madeSample(x, truth, { more, ...(w && { weights: w }) });
  const outcome = fitted(method, madeDesign(train, train), { lengthScale: 0.9, folds: 0, ...given });
  const { spectrum, filter } = outcome;
  const expected = bias(spectrum) + riskAt(spectrum, SIGMA ** 2, filter).variance;
  const errors = targetsOf(outcome)
    .slice(1)
    .map(
      ({ holdout }) =>
        truth.reduce((sum, v, i) => sum + (w?.[i] ?? 1) * ((holdout?.predicted[i] ?? 0) - v) ** 2, 0) / N,
    );
  const mean = errors.reduce((a, b) => a + b, 0) / DRAWS;
  const standardError = Math.sqrt(errors.reduce((a, e) => a + (e - mean) ** 2, 0) / (DRAWS - 1) / DRAWS);
  assert.ok(standardError < 0.1 * expected, 'enough draws to tell');
  assert.ok(Math.abs(mean - expected) < 3 * standardError, `${mean} ± ${standardError}, expected ${expected}`);

  function bias(scores: SpectrumData): number {
    return riskAt(scores, 0, filter).bias;
  }
}

const cases: readonly (readonly [Method, Given, Float64Array | undefined])[] = [
  [tkrr, { lambda: 2e-2, r: 9 }, undefined],
  [tkrr, { lambda: 2e-2, r: 9 }, weights],
  [krr, { lambda: 5e-3 }, weights],
  [ckrrHard, { lambda: 3e-2, k: 3 }, weights],
  [kgf, { t: 2 }, undefined],
  [kgd, { steps: 20 }, weights],
  [cutoff, { r: 12 }, undefined],
];

for (const [method, given, w] of cases)
  test(`${method.id} ${JSON.stringify(given)}${w ? ', with row weights' : ''}: the error over noise draws is that of theorem 1`, () =>
    agrees(method, given, w));
