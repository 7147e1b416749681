import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coordinateStepLimit, coordinateStepPath } from '../../../src/engine/solvers/coordinateSteps';
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

const worstOf = (residuals: Float64Array): number => residuals.findIndex((r) => Math.abs(r) === largestSize(residuals));

test('gradient descent on the l_inf loss of linear regression on explicit features (SIGN Prop. 5)', () => {
  const { features, gram, y } = quadraticProblem();
  const stepSize = 0.003;
  const weights = new Float64Array(6);
  const left = () =>
    Float64Array.from(features, (row, i) => y[i] - row.reduce((sum, value, f) => sum + value * weights[f], 0));
  const visited = follow(
    coordinateStepPath(stepSize),
    gram,
    y,
    Array.from({ length: 300 }, (_, s) => (s + 1) * stepSize),
  );
  for (const { residuals } of visited) {
    const before = left();
    const j = worstOf(before);
    for (let f = 0; f < 6; f++) weights[f] += stepSize * Math.sign(before[j]) * features[j][f];
    assert.ok(largestDifference(residuals, left()) < 1e-10);
  }
});

test('thousands of steps are what products give, and t is the l1 length of the path', () => {
  const { gram, y } = madeGram({ kind: 'gaussian', lengthScale: 0.8 }, 60, 2, 17);
  const alpha = new Float64Array(60);
  let residuals = y;
  for (let step = 0; step < 5000; step++) {
    const j = worstOf(residuals);
    alpha[j] += 0.001 * Math.sign(residuals[j]);
    residuals = times(gram, alpha).map((value, i) => y[i] - value);
  }
  const [early, found] = follow(coordinateStepPath(0.001), gram, y, [0.5, 5]);
  assert.ok(largestDifference(found.alpha, alpha) < 1e-10);
  assert.ok(largestDifference(found.residuals, residuals) < 1e-10);
  assert.ok(Math.abs(l1Norm(early.alpha) - 0.5) < 1e-12 && l1Norm(found.alpha) <= 5 + 1e-12);
  assert.ok(early.alpha.filter((value) => value !== 0).length < 20, 'few rows carry the early fit');
});

test('a factor gives what its matrix gives', () => {
  const { factor, dense, y } = madeFactor(90, 12, 7);
  const byMatrix = follow(coordinateStepPath(0.001), dense, y, [0.01, 0.1, 1]);
  follow(coordinateStepPath(0.001), factor, y, [0.01, 0.1, 1]).forEach(({ alpha, residuals }, index) => {
    assert.ok(largestDifference(alpha, byMatrix[index].alpha) < 1e-12);
    assert.ok(largestDifference(residuals, byMatrix[index].residuals) < 1e-10);
  });
});

test('the first of tied rows moves first, and a fit that is reached is kept', () => {
  const y = Float64Array.of(1, -2, 2);
  const strengths = [0.5, 1, 1.5, 2, 100];
  const visited = follow(coordinateStepPath(0.5), diagonalGram([1, 1, 1]), y, strengths);
  assert.deepEqual(Array.from(visited[0].alpha), [0, -0.5, 0]);
  assert.deepEqual(Array.from(visited[1].alpha), [0, -0.5, 0.5]);
  assert.deepEqual(Array.from(visited[2].alpha), [0, -1, 0.5]);
  assert.deepEqual(Array.from(visited[3].alpha), [0, -1, 1]);
  assert.deepEqual(Array.from(visited[4].alpha), [1, -2, 2]);
  assert.equal(visited[4].iterations, 6);
  const [none] = follow(coordinateStepPath(0.5), diagonalGram([1, 1]), new Float64Array(2), [5]);
  assert.equal(largestSize(none.alpha) + none.iterations, 0);
});

test('beyond the limit the first step makes the largest residual larger', () => {
  const { gram, y } = madeGram({ kind: 'gaussian', lengthScale: 0.2 }, 40, 2, 8);
  const limit = coordinateStepLimit(gram, y);
  const after = (stepSize: number) =>
    largestSize(follow(coordinateStepPath(stepSize), gram, y, [stepSize])[0].residuals);
  assert.ok(after(1.001 * limit) > largestSize(y));
  assert.ok(after(0.5 * limit) < largestSize(y));
  assert.equal(coordinateStepLimit(diagonalGram([2, 1]), Float64Array.of(3, -1)), 3);
  assert.equal(coordinateStepLimit(diagonalGram([2]), Float64Array.of(0)), Number.POSITIVE_INFINITY);
});
