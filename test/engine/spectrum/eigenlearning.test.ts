import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { Random } from '../../../src/engine/data/random';
import { conditioningBenefit, eigenlearning, learningCurve } from '../../../src/engine/spectrum/eigenlearning';
import { spectrumOf } from '../../../src/engine/spectrum/spectrum';
import {
  conditionalPredictions,
  drawSample,
  harmonicEigenvalues,
  TEST_POINTS,
} from '../../../src/reproduce/ckrr/trigonometricSetting';
import { normals } from '../madeRows';
import { core, fitContext } from '../testCore';
import { decompose } from './smallFits';
import { trigonometricKernel } from './trigonometric';

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

test('unpenalised directions spend their rows and are learnt in full', () => {
  const mu = Float64Array.from({ length: 40 }, (_, i) => (i + 1) ** -2);
  const { kappa, learnability, noiseFactor } = eigenlearning(mu, 50, 1e-3, 4);
  assert.ok(Math.abs(balance(mu, 50, 1e-3, kappa) + 4 - 50) < 1e-9);
  const squares = learnability.reduce((s, l) => s + l * l, 0);
  assert.ok(Math.abs(noiseFactor - 50 / (50 - 4 - squares)) < 1e-12);
  // A direction of endless eigenvalue is an unpenalised one.
  const endless = eigenlearning(Float64Array.from([1e15, 1e15, 1e15, 1e15, ...mu]), 50, 1e-3);
  assert.ok(Math.abs(endless.kappa / kappa - 1) < 1e-10 && Math.abs(endless.noiseFactor / noiseFactor - 1) < 1e-10);
});

/** Eigenvalues of the trigonometric kernel (CKRR section 6, s = 1) for uniform x, constant first, then cos and sin of each frequency. */
const MODES = 3000;
const population = Float64Array.from({ length: 2 * MODES + 1 }, (_, i) => (i === 0 ? 1 : 0.5 / Math.ceil(i / 2) ** 2));
const target = (v: number) => Math.cos(v) + 0.6 * Math.sin(3 * v) + 0.3 * Math.cos(7 * v);
const scores = population.map((_, i) => [0, 0.5, 0, 0, 0, 0, 0.18, 0, 0, 0, 0, 0, 0, 0.045][i] ?? 0);
const sigma2 = 0.25;

/** Mean squared error on new rows over draws of n rows, its standard error: noise included. */
function simulated(n: number, lambda: number, draws: number, seed: number) {
  const random = new Random(seed);
  const next = normals(seed + 1);
  const grid = Array.from({ length: 300 }, (_, j) => (2 * Math.PI * (j + 0.5)) / 300);
  const errors = Array.from({ length: draws }, () => {
    const x = Array.from({ length: n }, () => 2 * Math.PI * random.uniform());
    const alpha = Float64Array.from(x, (v) => target(v) + Math.sqrt(sigma2) * next());
    const gram = gramOf(x);
    for (let i = 0; i < n; i++) gram[i * n + i] += n * lambda;
    assert.equal(core.cholesky(gram, n, quietContext), undefined);
    core.solveLower(gram, n, false, alpha, 1, quietContext);
    core.solveLower(gram, n, true, alpha, 1, quietContext);
    let sum = 0;
    for (const z of grid) {
      let f = 0;
      for (let i = 0; i < n; i++) f += alpha[i] * trigonometricKernel(Math.abs(z - x[i]));
      sum += (f - target(z)) ** 2 / grid.length;
    }
    return sum + sigma2;
  });
  const mean = errors.reduce((a, b) => a + b, 0) / draws;
  return { mean, error: Math.sqrt(errors.reduce((s, e) => s + (e - mean) ** 2, 0) / draws / (draws - 1)) };
}

function gramOf(x: readonly number[]): Float64Array {
  const gram = new Float64Array(x.length ** 2);
  for (const [j, a] of x.entries())
    for (const [i, b] of x.entries()) gram[j * x.length + i] = trigonometricKernel(Math.abs(a - b));
  return gram;
}

/** The spectrum of the population, with the noise of n rows in its coordinates. */
const populationSpectrum = (n: number) => ({
  n,
  unpenalised: 0,
  mu: population,
  rank: n,
  clipped: 0,
  coordinates: scores.map((u2) => Math.sqrt(u2 + sigma2 / n)),
  beyond: { count: 0, score: 0 },
});

test('CKRR 5.1: predicted generalisation from the population spectrum is within 10 % of simulation', () => {
  for (const [n, lambda, draws] of [
    [200, 1e-4, 12],
    [200, 1e-2, 12],
    [600, 1e-4, 5],
    [600, 3e-3, 5],
  ]) {
    const { mean, error } = simulated(n, lambda, draws, n);
    const predicted = learningCurve(populationSpectrum(n), sigma2, lambda, Float64Array.of(n))[0];
    assert.ok(error < 0.04 * mean);
    assert.ok(Math.abs(predicted / mean - 1) < 0.1, `n ${n}, lambda ${lambda}: ${predicted} for ${mean} ± ${error}`);
    assert.ok(predicted > 1.01 * sigma2, 'more than the noise itself');
  }
});

test('the learning curve up to n/2 follows from the spectrum of n rows alone', () => {
  const n = 1200;
  const random = new Random(5);
  const next = normals(6);
  const x = Array.from({ length: n }, () => 2 * Math.PI * random.uniform());
  const basis = decompose(gramOf(x), n);
  const y = Float64Array.from(x, (v) => target(v) + Math.sqrt(sigma2) * next());
  const sizes = Float64Array.of(200, 600);
  const spectrum = spectrumOf(basis, y);
  for (const lambda of [1e-3, 1e-2]) {
    const curve = learningCurve(spectrum, sigma2, lambda, sizes);
    for (const [s, size] of sizes.entries()) {
      const { mean } = simulated(size, lambda, size > 300 ? 5 : 16, 40 + size);
      assert.ok(Math.abs(curve[s] / mean - 1) < 0.1, `${size} rows, lambda ${lambda}: ${curve[s]} for ${mean}`);
    }
    const best = learningCurve(spectrum, sigma2, 'best', sizes);
    best.forEach((v, s) => {
      assert.ok(v <= curve[s] * (1 + 1e-9) && v > sigma2);
      const grid = Array.from(
        { length: 121 },
        (_, e) => learningCurve(spectrum, sigma2, 10 ** (-8 + e / 15), sizes)[s],
      );
      assert.ok(Math.abs(v / Math.min(...grid) - 1) < 1e-3, 'no lambda is better');
    });
  }
  assert.ok(Number.isNaN(learningCurve({ ...spectrum, unpenalised: 300 }, sigma2, 1, sizes)[0]));
});

test('what leaving directions unpenalised does, for targets inside and beyond them, is that of simulation', () => {
  const [n, top, lambda, draws] = [150, 3, 0.02, 60];
  const k = 2 * top + 1;
  const mu = harmonicEigenvalues(5000);
  // Frequency 2 lies within the first k functions, 5 and 9 beyond.
  for (const [inside, beyond] of [
    [1, 0],
    [0, 1],
    [0.6, 0.9],
    [0, 0],
  ]) {
    const f = (v: number) => inside * Math.cos(2 * v) + beyond * (Math.cos(5 * v) + 0.5 * Math.sin(9 * v));
    const u2 = (i: number) =>
      [0, 0, 0, inside ** 2 / 2, 0, 0, 0, 0, 0, beyond ** 2 / 2][i] ?? (i === 18 ? beyond ** 2 / 8 : 0);
    const coordinates = mu.map((_, i) => Math.sqrt(u2(i) + sigma2 / n));
    const spectrum = { n, unpenalised: 0, mu, rank: n, clipped: 0, coordinates, beyond: { count: 0, score: 0 } };
    const { gain, cost } = conditioningBenefit(spectrum, sigma2, lambda, Float64Array.of(0, k));
    assert.deepEqual([gain[0], cost[0]], [0, 0]);
    const differences = Array.from({ length: draws }, (_, seed) => {
      const { x, noise } = drawSample(n, new Random(seed));
      const y = x.map((v, i) => f(v) + Math.sqrt(sigma2) * noise[i]);
      const [ridge, conditional] = conditionalPredictions({ x, y, lambda }, ['none', top], fitContext);
      const error = (p: Float64Array) => p.reduce((sum, v, j) => sum + (v - f(TEST_POINTS[j])) ** 2 / p.length, 0);
      return error(ridge) - error(conditional);
    });
    const mean = differences.reduce((a, b) => a + b, 0) / draws;
    const error = Math.sqrt(differences.reduce((s, e) => s + (e - mean) ** 2, 0) / draws / (draws - 1));
    const predicted = gain[1] - cost[1];
    const near = 3 * error + 0.1 * Math.abs(mean);
    assert.ok(Math.abs(predicted - mean) < near, `${inside}, ${beyond}: ${predicted} for ${mean} ± ${error}`);
    // Inequality (3) as printed takes the target to lie within the first k directions: beyond them it sees no gain and no loss.
    if (inside === 0) assert.ok(predicted < 0 && mean < 0);
  }
});
