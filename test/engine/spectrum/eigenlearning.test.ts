import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eigenlearning } from '../../../src/engine/spectrum/eigenlearning';

function balance(mu: Float64Array, n: number, lambda: number, kappa: number): number {
  return mu.reduce((s, v) => s + v / (v + kappa), 0) + (n * lambda) / kappa;
}

test('kappa balances its equation for every decay and lambda', () => {
  for (const decay of [0.5, 1, 2, 6])
    for (const n of [5, 60, 400])
      for (const lambda of [1e-12, 1e-6, 1e-2, 10]) {
        const mu = Float64Array.from({ length: n }, (_, i) => (i + 1) ** -decay);
        const { kappa, learnability, noiseFactor } = eigenlearning(mu, n, lambda);
        assert.ok(Math.abs(balance(mu, n, lambda, kappa) / n - 1) < 1e-10, `decay ${decay}, n ${n}, lambda ${lambda}`);
        assert.ok(kappa >= lambda, 'the effective ridge is never smaller than the explicit one');
        const squares = learnability.reduce((s, l) => s + l * l, 0);
        assert.ok(Math.abs(n / noiseFactor - (n - squares)) < 1e-12 * n);
      }
});

test('a flat spectrum in closed form', () => {
  // n·mu/(mu + kappa) + n·lambda/kappa = n ⇔ kappa² = lambda·(mu + kappa)
  const [mu, lambda, n] = [0.3, 0.05, 10];
  const { kappa, learnability, noiseFactor } = eigenlearning(new Float64Array(n).fill(mu), n, lambda);
  const expected = (lambda + Math.sqrt(lambda * lambda + 4 * lambda * mu)) / 2;
  assert.ok(Math.abs(kappa - expected) < 1e-13);
  assert.ok(Math.abs(learnability[3] - mu / (mu + expected)) < 1e-13);
  assert.ok(Math.abs(noiseFactor - 1 / (1 - (mu / (mu + expected)) ** 2)) < 1e-12);
});

test('without eigenvalues only the explicit ridge remains', () => {
  const { kappa, noiseFactor } = eigenlearning(new Float64Array(4), 4, 0.2);
  assert.ok(Math.abs(kappa - 0.2) < 1e-15);
  assert.equal(noiseFactor, 1);
});

test('as many modes as rows and little ridge: noise is amplified without bound', () => {
  const mu = Float64Array.from({ length: 50 }, () => 1);
  assert.ok(eigenlearning(mu, 50, 1e-8).noiseFactor > 1000);
});
