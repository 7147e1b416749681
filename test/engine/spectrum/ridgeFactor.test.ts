import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FACTOR_TOLERANCE, ridgeFactor } from '../../../src/engine/spectrum/ridgeFactor';

function worst(mu: Float64Array, lambdas: Float64Array) {
  const { a, b, size, bound } = ridgeFactor(mu, lambdas);
  let error = 0;
  for (let l = 0; l < lambdas.length; l++)
    for (let i = 0; i < mu.length; i++) {
      let sum = 0;
      for (let j = 0; j < size; j++) sum += a[j * mu.length + i] * b[l * size + j];
      error = Math.max(error, Math.abs((sum * (mu[i] + lambdas[l])) / lambdas[l] - 1));
    }
  return { error, bound, size };
}

const spread = (count: number, from: number, to: number) =>
  Float64Array.from({ length: count }, (_, i) => 10 ** (from + ((to - from) * i) / (count - 1)));

test('every remainder to the stated relative error, over twelve decades and less', () => {
  for (const [mu, lambdas, most] of [
    [spread(301, -13, 0), spread(1000, -12, 1), 85],
    [spread(301, -9, 0), spread(500, -10, 0), 65],
    [spread(101, -3, -1), spread(333, -6, 2), 40],
    [spread(50, -1, -0.9), spread(40, -2, 0), 30],
    [spread(50, -14, -10), spread(400, -3, 3), 30],
  ] as const) {
    const { error, bound, size } = worst(mu, lambdas);
    assert.ok(bound <= FACTOR_TOLERANCE * 1.5, `bound ${bound} with ${size} nodes`);
    assert.ok(error <= bound + 2e-12, `error ${error}, bound ${bound}, ${size} nodes`);
    assert.ok(size <= most, `${size} nodes`);
  }
});

test('a lambda at a node is exact, and so is one alone', () => {
  const mu = spread(20, -4, 0);
  assert.ok(worst(mu, Float64Array.of(1e-2)).error < 1e-10);
});
