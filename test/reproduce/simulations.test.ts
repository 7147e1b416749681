import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../src/engine/data/random';
import { kappaOf } from '../../src/engine/spectrum/softThresholding';
import { learningFactor, residualShares } from '../../src/reproduce/ckrr/residualShares';
import { costOfConditioning, drawSample } from '../../src/reproduce/ckrr/trigonometricSetting';
import { averaged, interiorMinima, lineThrough } from '../../src/reproduce/statistics';
import { exactRisk } from '../../src/reproduce/tkrr/alignment';
import { core, fitContext } from '../engine/testCore';
import { reproduced } from './reduced';

const close = (a: number, b: number, error: number) =>
  assert.ok(Math.abs(a - b) <= error, `${a} is not within ${error} of ${b}`);

test('the exact risk is the mean over the noise of the squared distance', () => {
  const mu = [0.5, 0.2, 0.1, 0.01];
  const xi = [0.7, -0.4, 0.3, 0.2];
  const [r, lambda, noise] = [3, 0.05, 0.02];
  const random = new Random(4);
  const draws = Array.from({ length: 20_000 }, () =>
    mu.reduce((sum, m, i) => {
      const g = i < r ? m / (m + lambda) : 0;
      return sum + (g * (xi[i] + Math.sqrt(noise) * random.normal()) - xi[i]) ** 2;
    }, 0),
  );
  const { mean, error } = averaged(draws);
  const exact = exactRisk(
    mu,
    xi.map((v) => v * v),
    noise,
    r,
    lambda,
  );
  close(mean, exact, 4 * error);
});

test('the cost of conditioning decays like 1/n and grows linearly in k and in the noise variance', () => {
  const { numbers } = reproduced('ckrr-fig2', 3);
  const exponent = (name: string) => numbers.find((v) => v.name === `exponent of ${name}`);
  const checks = [
    [exponent('n, target fₖ'), -1],
    [exponent('2k + 1, target fₖ, n = 500'), 1],
    [exponent('σ², target fₖ'), 1],
  ] as const;
  for (const [number, expected] of checks) {
    assert.ok(number?.oursError !== undefined);
    assert.ok(number.oursError < 0.15);
    close(number.ours, expected, 0.1 + 3 * number.oursError);
  }
});

test('without noise and with the target in F conditioning costs nothing', () => {
  const sample = drawSample(40, new Random(2));
  const cost = costOfConditioning(sample, { inside: Math.cos, outside: () => 0 }, 2, 0, 0.1, fitContext);
  close(cost, 0, 1e-20);
});

test('shares of the residual kernel are those of Theorem 5.2 with G inverted', () => {
  const lambdas = Float64Array.from({ length: 12 }, (_, i) => (i + 1) ** -2);
  const [m, k] = [lambdas.length, 2];
  const random = new Random(9);
  const xi = Float64Array.from({ length: m * k }, () => random.normal());
  const shares = core.scope(() => residualShares(lambdas, xi.slice(), k, m, fitContext));
  const g = [0, 0, 0];
  for (let i = 0; i < m; i++) {
    g[0] += lambdas[i] * xi[i] ** 2;
    g[1] += lambdas[i] * xi[i] * xi[i + m];
    g[2] += lambdas[i] * xi[i + m] ** 2;
  }
  const det = g[0] * g[2] - g[1] ** 2;
  const big = (i: number, j: number) =>
    (g[2] * xi[i] * xi[j] - g[1] * (xi[i] * xi[j + m] + xi[i + m] * xi[j]) + g[0] * xi[i + m] * xi[j + m]) / det;
  for (let i = 0; i < m; i++) {
    let expected = 1 - 2 * lambdas[i] * big(i, i);
    for (let j = 0; j < m; j++) expected += (lambdas[j] * big(i, j)) ** 2;
    close(shares[i], expected, 1e-12);
  }
});

test('kappa balances its equation, and the factor of i^-a is near a', () => {
  const lambdas = Float64Array.from({ length: 20_000 }, (_, i) => (i + 1) ** -2);
  const kappa = kappaOf(lambdas, 50);
  close(
    lambdas.reduce((sum, v) => sum + v / (v + kappa), 0),
    50,
    1e-9,
  );
  close(learningFactor(lambdas, 50), 2, 0.03);
});

test('lines and minima', () => {
  const line = lineThrough([1, 2, 3], [2, 4, 6], [1, 1, 2]);
  close(line.slope, 2, 1e-12);
  close(line.intercept, 0, 1e-12);
  assert.deepEqual(interiorMinima([3, 1, 2, 2, 0.5, 4, 3]), [1, 4]);
  assert.deepEqual(interiorMinima([1, 2, 3]), []);
});
