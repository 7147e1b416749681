import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Method } from '../../../src/engine/fit/method';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { ckrrFeatures } from '../../../src/engine/methods/ckrrFeatures';
import { ckrrHard } from '../../../src/engine/methods/ckrrHard';
import { cutoff } from '../../../src/engine/methods/cutoff';
import { kgd } from '../../../src/engine/methods/kgd';
import { kgf } from '../../../src/engine/methods/kgf';
import { krr } from '../../../src/engine/methods/krr';
import { threeZone } from '../../../src/engine/methods/threeZone';
import { tkrr } from '../../../src/engine/methods/tkrr';
import { predictModel } from '../../../src/engine/model/predict';
import oracle from '../../oracles/spectral.json';
import { madeDesign, madeSample, relativeError } from '../madeRows';
import { core } from '../testCore';
import { fitted, type Given, modelOf, targetsOf } from './fitting';

const { lambda } = oracle;
const matrix = (values: readonly number[]) => ({
  rows: values.length / 2,
  columns: 2,
  values: Float64Array.from(values),
});
const [x, z] = [matrix(oracle.x), matrix(oracle.z)];
const [first, second] = oracle.y.map((y) => Float64Array.from(y));
const nothing = new Float64Array(z.rows);
const held = madeSample(z, nothing, { more: [nothing] });
const two = madeDesign(madeSample(x, first, { more: [second] }), held);
const weighted = madeDesign(
  madeSample(x, first, { weights: Float64Array.from(oracle.weights) }),
  madeSample(z, nothing),
);
const one = madeDesign(madeSample(x, first), madeSample(z, nothing));

/** Held-out predictions of every target. */
function predictions(method: Method, design: typeof one, given: Given): number[] {
  return targetsOf(fitted(method, design, { folds: 0, ...given })).flatMap(({ holdout }) => [
    ...(holdout?.predicted ?? []),
  ]);
}

function same(found: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number) {
  const error = relativeError(found, expected);
  assert.ok(error < tolerance, `relative error ${error}`);
}

for (const { kernel, ...expected } of oracle.ridge) {
  test(`${kernel}: two targets as KernelRidge without intercept, as the saddle system with one`, () => {
    same(predictions(krr, two, { kernel, lambda, intercept: false }), expected.bare.flat(), 1e-11);
    same(predictions(krr, two, { kernel, lambda }), expected.withIntercept.flat(), 1e-11);
  });

  test(`${kernel}: row weights as KernelRidge's, and in the saddle system`, () => {
    same(predictions(krr, weighted, { kernel, lambda, intercept: false }), expected.weighted, 1e-11);
    same(predictions(krr, weighted, { kernel, lambda }), expected.weightedWithIntercept, 1e-11);
  });

  test(`${kernel}: the intercept and the leave-one-out error are those of refits`, () => {
    const { model, metrics } = fitted(krr, one, { kernel, lambda, folds: 0 });
    same(model.outputs[0].beta, [expected.beta], 1e-10);
    same([metrics.loo], [expected.loo], 1e-10);
  });
}

for (const { kernel, ...expected } of oracle.splines) {
  test(`${kernel} smooths as scipy's RBFInterpolator, two targets, and so do refits without a row`, () => {
    same(predictions(krr, two, { kernel, lambda }), expected.predictions.flat(), 1e-9);
    same([fitted(krr, one, { kernel, lambda, folds: 0 }).metrics.loo], [expected.loo], 1e-8);
  });
}

test('given terms without penalty: the saddle system, with weights too, and refits without a row', () => {
  const { unpenalised, ...expected } = oracle.features;
  const given = { lengthScale: 0.9, lambda, unpenalised };
  same(predictions(ckrrFeatures, one, given), expected.predictions, 1e-11);
  same(predictions(ckrrFeatures, weighted, given), expected.weighted, 1e-11);
  same([fitted(ckrrFeatures, one, { ...given, folds: 0 }).metrics.loo], [expected.loo], 1e-10);
});

for (const { kernel, unpenalised, ...expected } of oracle.intervals) {
  test(`${kernel} beside ${unpenalised}: the posterior deviation is kriging's, with row weights too`, () => {
    for (const [design, deviations] of [
      [one, expected.plain],
      [weighted, expected.weighted],
    ] as const) {
      const { outputs, ...model } = modelOf(fitted(ckrrFeatures, design, { kernel, lambda, unpenalised, folds: 0 }));
      // Without a spread, as models had none before format 4, intervals follow the deviation alone.
      const plain = outputs.map(({ spread: _, ...output }) => ({ ...output, intervalWidth: 1 }));
      const [{ lower, upper }] = predictModel({ ...model, outputs: plain }, z, quietWith(core));
      const found = upper.map((v, j) => (v - lower[j]) / 2);
      same(found, deviations, 1e-8);
      assert.ok(found.every((v, j) => Math.abs(v / deviations[j] - 1) < 1e-7));
    }
  });
}

for (const { intercept, k, predictions: expected } of oracle.hard) {
  test(`hard thresholding at k = ${k}${intercept ? ' beside an intercept' : ''}: the leading eigenfunctions as unpenalised features`, () => {
    const given = { lengthScale: 0.9, lambda, k, intercept };
    same(predictions(ckrrHard, one, given), expected, 1e-9);
    same(predictions(threeZone, one, { ...given, r: 1000 }), expected, 1e-9);
  });
}

test('truncated ridge and spectral cut-off, from eigenvectors of the centred kernel matrix', () => {
  for (const { r, predictions: expected } of oracle.truncated) {
    same(predictions(tkrr, one, { lengthScale: 0.9, lambda, r }), expected, 1e-10);
    same(predictions(threeZone, one, { lengthScale: 0.9, lambda, r, k: 0 }), expected, 1e-10);
  }
  for (const { r, predictions: expected } of oracle.cutoff)
    same(predictions(cutoff, one, { lengthScale: 0.9, r }), expected, 1e-9);
});

test('gradient flow at any time, from a matrix exponential; its momentum is time divided by 1 − momentum', () => {
  for (const { t, predictions: expected } of oracle.flow) {
    same(predictions(kgf, one, { lengthScale: 0.9, t }), expected, 1e-10);
    same(predictions(kgf, one, { lengthScale: 0.9, t: t / 4, momentum: 0.75 }), expected, 1e-10);
  }
});

test('gradient descent, with momentum and without, step by step', () => {
  for (const { momentum, steps, stepSize, predictions: expected } of oracle.descent)
    same(predictions(kgd, one, { lengthScale: 0.9, momentum, steps, stepSize }), expected, 1e-10);
});
