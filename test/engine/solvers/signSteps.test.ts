import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietWith } from '../../../src/engine/linalg/linalg';
import type { Gram } from '../../../src/engine/solvers/gram';
import { signStepLimit, signStepPath } from '../../../src/engine/solvers/signSteps';
import { normals } from '../madeRows';
import { core } from '../testCore';
import {
  diagonalGram,
  follow,
  l1Norm,
  largestDifference,
  largestSize,
  madeFactor,
  madeGram,
  quadraticProblem,
  times,
} from './signGrams';

/** Steps that form every product anew. */
function plainly(gram: Gram, y: Float64Array, stepSize: number, steps: number) {
  const alpha = new Float64Array(y.length);
  let residuals = y;
  for (let step = 0; step < steps; step++) {
    for (let i = 0; i < y.length; i++) alpha[i] += stepSize * Math.sign(residuals[i]);
    residuals = times(gram, alpha).map((value, i) => y[i] - value);
  }
  return { alpha, residuals };
}

test('gradient descent on the l1 loss of linear regression on explicit features (SIGN Prop. 5)', () => {
  const { features, gram, y } = quadraticProblem();
  const stepSize = 0.003;
  const weights = new Float64Array(6);
  const visited = follow(
    signStepPath(stepSize),
    gram,
    y,
    Array.from({ length: 400 }, (_, s) => (s + 1) * stepSize),
  );
  for (const { residuals } of visited) {
    const predicted = () => features.map((row) => row.reduce((sum, value, f) => sum + value * weights[f], 0));
    const signs = predicted().map((value, i) => Math.sign(y[i] - value));
    for (let f = 0; f < 6; f++) weights[f] += stepSize * features.reduce((sum, row, i) => sum + row[f] * signs[i], 0);
    const expected = Float64Array.from(predicted(), (value, i) => y[i] - value);
    assert.ok(largestDifference(residuals, expected) < 1e-10);
  }
});

test('thousands of steps on columns that flip are what products give', () => {
  const { gram, y } = madeGram({ kind: 'gaussian', lengthScale: 0.8 }, 60, 2, 17);
  const expected = plainly(gram, y, 0.002, 6000);
  const [found] = follow(signStepPath(0.002), gram, y, [12]);
  assert.ok(largestDifference(found.alpha, expected.alpha) < 1e-10);
  assert.ok(largestDifference(found.residuals, expected.residuals) < 1e-10);
  assert.equal(found.iterations, 6000);
});

test('a factor gives what its matrix gives', () => {
  const { factor, dense, y } = madeFactor(90, 12, 7);
  const strengths = [0.01, 0.1, 1];
  const byMatrix = follow(signStepPath(0.001), dense, y, strengths);
  follow(signStepPath(0.001), factor, y, strengths).forEach(({ alpha, residuals }, index) => {
    assert.ok(largestDifference(alpha, byMatrix[index].alpha) < 1e-12);
    assert.ok(largestDifference(residuals, byMatrix[index].residuals) < 1e-10);
  });
});

test('a diagonal kernel is followed to within one step (SIGN Prop. 4), and zeros stay', () => {
  const next = normals(3);
  const diagonal = Float64Array.from({ length: 30 }, () => 0.1 + Math.abs(next()));
  const y = Float64Array.from({ length: 30 }, (_, i) => (i % 5 === 0 ? 0 : next()));
  const strengths = [0.1, 0.5, 1, 10];
  follow(signStepPath(0.01), diagonalGram(diagonal), y, strengths).forEach(({ alpha }, index) => {
    alpha.forEach((value, i) => {
      const expected = Math.sign(y[i]) * Math.min(strengths[index], Math.abs(y[i] / diagonal[i]));
      assert.ok(Math.abs(value - expected) <= 0.01 + 1e-12, `row ${i} at t = ${strengths[index]}`);
      if (y[i] === 0) assert.equal(value, 0);
    });
  });
});

test('times between two steps take the nearest one', () => {
  const [first, second, third] = follow(signStepPath(0.1), diagonalGram([1]), Float64Array.of(5), [0.14, 0.16, 0.2]);
  assert.deepEqual(
    [first, second, third].map(({ iterations }) => iterations),
    [1, 1, 0],
  );
  assert.equal(second.alpha[0], 0.2);
});

test('beyond the limit, and only there, the first step makes the l1 norm larger', () => {
  for (const seed of [1, 2, 3, 4]) {
    const { gram, y } = madeGram({ kind: 'gaussian', lengthScale: 0.5 * seed }, 40, 2, seed);
    if (seed === 4) y[7] = 0;
    const limit = signStepLimit(gram, y, quietWith(core));
    const after = (stepSize: number) => l1Norm(follow(signStepPath(stepSize), gram, y, [stepSize])[0].residuals);
    assert.ok(Math.abs(after(limit) - l1Norm(y)) < 1e-10 * l1Norm(y));
    assert.ok(after(0.9 * limit) < l1Norm(y) && after(1.1 * limit) > l1Norm(y));
  }
  assert.equal(signStepLimit(diagonalGram([2]), Float64Array.of(-3), quietWith(core)), 3);
  assert.equal(signStepLimit(diagonalGram([2]), Float64Array.of(0), quietWith(core)), Number.POSITIVE_INFINITY);
});

test('a target of zeros moves nothing', () => {
  const { gram } = madeGram({ kind: 'gaussian', lengthScale: 1 }, 20, 2, 3);
  const [none] = follow(signStepPath(0.01), gram, new Float64Array(20), [5]);
  assert.equal(largestSize(none.alpha), 0);
});
