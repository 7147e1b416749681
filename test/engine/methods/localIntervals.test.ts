import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { packModel } from '../../../src/engine/model/packModel';
import { predictModel } from '../../../src/engine/model/predict';
import { unpackModel } from '../../../src/engine/model/save';
import { madeDesign, normals, relativeError } from '../madeRows';
import { core } from '../testCore';
import { fitted, type Given, modelOf, targetMethod } from './fitting';
import { NOISES, sampled } from './noisyWorlds';

const noise = NOISES.heteroscedastic;
const design = madeDesign(sampled(300, 3, noise), sampled(200, 7, noise));
const WAYS: readonly (readonly [string, Given])[] = [
  ['huber', { folds: 5 }],
  ['huber', { folds: 5, landmarks: 80 }],
  ['rf-ridge', { features: 400, compare: false }],
  ['nystrom-ridge', { landmarks: 100, compare: false }],
  ['nystrom-ridge', { landmarks: 100, compare: false, solver: 'conjugateGradient' }],
];

for (const [id, given] of WAYS)
  test(`${id} ${JSON.stringify(given)}: intervals follow the errors, also of the saved model, and thirds are reported`, () => {
    const outcome = fitted(targetMethod(id), design, { lengthScale: 2, ...given });
    const { holdout, metrics } = outcome;
    assert.ok(holdout && design.holdout);
    const model = unpackModel(packModel(modelOf(outcome)));
    assert.equal(model.outputs[0].spread?.kind, 'fitted');
    const [{ lower, upper }] = predictModel(model, design.holdout.x, quietWith(core));
    assert.ok(relativeError(lower, holdout.lower) < 1e-7 && relativeError(upper, holdout.upper) < 1e-7);
    const { x } = design.holdout;
    const width = (inside: (a: number) => boolean) => {
      const rows = Array.from(upper.keys()).filter((j) => inside(x.values[j]));
      return rows.reduce((sum, j) => sum + (upper[j] - lower[j]) / rows.length, 0);
    };
    // The noise there is three times as large.
    assert.ok(width((a) => a > 1) > 1.5 * width((a) => a < -1));
    assert.equal(metrics.holdout?.coverageByWidth?.length, 3);
  });

test('classes, and few rows, have one width', () => {
  const next = normals(5);
  const codes = (count: number) => Float64Array.from({ length: count }, () => (next() > 0 ? 1 : 0));
  const { holdout } = design;
  assert.ok(holdout);
  const classes = {
    ...design,
    classes: ['a', 'b'],
    train: { ...design.train, y: codes(300) },
    holdout: { ...holdout, y: codes(200) },
  };
  const few = madeDesign(sampled(40, 3, noise), sampled(50, 7, noise));
  for (const rows of [classes, few]) {
    const { model } = fitted(targetMethod('rf-ridge'), rows, { lengthScale: 2, features: 50, compare: false });
    assert.equal(model.outputs[0].spread, undefined);
  }
});
