import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { descended } from '../../../src/engine/filters/heavyBall';
import { gradientStepPath } from '../../../src/engine/solvers/gradientSteps';
import type { Gram } from '../../../src/engine/solvers/gram';
import { core } from '../testCore';
import { follow, largestDifference, madeFactor, madeGram } from './signGrams';

function eigenOf(gram: Gram): { values: Float64Array; vectors: Float64Array } {
  if (gram.kind === 'factor') throw new RangeError('a dense matrix is wanted');
  return core.scope(() => {
    const { values, vectors } = core.symmetricEigen(gram.k.slice(), gram.n, quietContext);
    return { values: values.slice(), vectors: vectors.slice() };
  });
}

test('steps are the filter 1 − (1 − stepSize·n·mu)^s on the spectrum', () => {
  const n = 60;
  const { gram, y } = madeGram({ kind: 'gaussian', lengthScale: 1 }, n, 2, 19);
  const { values, vectors } = eigenOf(gram);
  const steps = [1, 10, 1000];
  const visited = follow(
    gradientStepPath(0.02),
    gram,
    y,
    steps.map((s) => 0.02 * s),
  );
  visited.forEach(({ residuals, iterations }, index) => {
    const expected = new Float64Array(n);
    for (let j = 0; j < n; j++) {
      let along = 0;
      for (let i = 0; i < n; i++) along += vectors[j * n + i] * y[i];
      along *= descended(0.02 * values[j], steps[index], 0).remainder;
      for (let i = 0; i < n; i++) expected[i] += along * vectors[j * n + i];
    }
    assert.ok(largestDifference(residuals, expected) < 1e-10);
    assert.equal(iterations, steps[index] - (steps[index - 1] ?? 0));
  });
});

test('a factor gives what its matrix gives', () => {
  const { factor, dense, y } = madeFactor(90, 12, 7);
  const byMatrix = follow(gradientStepPath(0.001), dense, y, [0.01, 1]);
  follow(gradientStepPath(0.001), factor, y, [0.01, 1]).forEach(({ alpha, residuals }, index) => {
    assert.ok(largestDifference(alpha, byMatrix[index].alpha) < 1e-10);
    assert.ok(largestDifference(residuals, byMatrix[index].residuals) < 1e-10);
  });
});

test('a step beyond the limit that grows beyond all numbers is named', () => {
  const { gram, y } = madeGram({ kind: 'gaussian', lengthScale: 1 }, 40, 2, 3);
  const stepSize = 6 / eigenOf(gram).values[39];
  assert.throws(
    () => follow(gradientStepPath(stepSize), gram, y, [2000 * stepSize]),
    (error) =>
      error instanceof KernelscopeError &&
      error.failure.code === 'numerics/failed' &&
      error.failure.data?.steps === 2000,
  );
});
