import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { SpectrumData } from '../../../src/engine/contract/run';
import { riskAt } from '../../../src/engine/spectrum/risk';
import { gauss, generator } from '../figures/exampleData';
import { jacobi } from '../figures/jacobi';

function spectrumOf(mu: readonly number[], squaredScores: readonly number[], rank = mu.length): SpectrumData {
  const coordinates = Float64Array.from(squaredScores, (v, i) => (i % 2 ? -1 : 1) * Math.sqrt(v));
  return { n: mu.length, mu: Float64Array.from(mu), rank, clipped: 0, coordinates };
}

const near = (a: number, b: number, relative = 1e-12) =>
  assert.ok(Math.abs(a - b) <= relative * Math.max(Math.abs(a), Math.abs(b), 1e-300), `${a} is not ${b}`);

test('one direction by hand', () => {
  // g = 3/4, c² = 2, sigma² = 0.5, n = 1: bias (1/4)²·(2 − 0.5), variance 0.5·(3/4)²
  const r = riskAt(spectrumOf([3], [2]), 0.5, 1);
  near(r.bias, 1.5 / 16);
  near(r.variance, 0.5 * 0.5625);
  near(r.total, r.bias + r.variance);
  near(r.degreesOfFreedom, 0.75);
  near(r.rss, 2 / 16);
  near(r.gcv, 2 / 16 / 0.0625);
});

test('a direction beyond the rank is lost in full: bias counts it, variance does not', () => {
  const r = riskAt(spectrumOf([1, 0.5, 1e-20], [1, 1, 0.4], 2), 0.3, 1e-9);
  near(r.bias, 0.3, 1e-6);
  near(r.variance, 0.2, 1e-6);
});

test('the summed bias is clipped at zero, not its terms', () => {
  const r = riskAt(spectrumOf([1, 1], [0.4, 0]), 0.2, 1);
  near(r.bias, 0.25 * (0.4 - 0.1 + 0 - 0.1));
  assert.equal(riskAt(spectrumOf([1, 1], [0, 0]), 0.2, 1).bias, 0);
});

test('GCV does not cancel when nearly every direction is kept', () => {
  const mu = Array.from({ length: 50 }, () => 1);
  const r = riskAt(spectrumOf(mu, mu), 0.1, 1e-13);
  // (1−g)² drops out of the ratio: rss = n·Σc²h², (n − df)² = (n·h)², so GCV = Σc² whatever lambda.
  near(r.gcv, 50, 1e-9);
});

test('TKRR Thm 1: the mean error over 4000 draws of the noise is the closed form, within four standard errors', () => {
  const next = generator(11);
  const n = 24;
  const x = Array.from({ length: n }, () => next());
  const { values, vectors } = jacobi(x.map((a) => Float64Array.from(x, (b) => Math.exp(-((a - b) ** 2) / 0.02) / n)));
  const truth = x.map((v) => Math.sin(9 * v) + v);
  const sigma = 0.4;
  const lambda = 3e-3;
  const g = values.map((v) => v / (v + lambda));
  const project = (y: ArrayLike<number>) =>
    Array.from({ length: n }, (_, i) => vectors.reduce((s, row, j) => s + row[i] * y[j], 0) / Math.sqrt(n));
  const xi = project(truth);
  let sum = 0;
  let squares = 0;
  const draws = 4000;
  for (let t = 0; t < draws; t++) {
    const c = project(truth.map((v) => v + sigma * gauss(next)));
    const error = c.reduce((s, v, i) => s + (g[i] * v - xi[i]) ** 2, 0);
    sum += error;
    squares += error * error;
  }
  const mean = sum / draws;
  const standardError = Math.sqrt((squares / draws - mean * mean) / draws);
  // The expected squared coordinate is xi² + sigma²/n: with it in place of the drawn one the estimate is exact.
  const expected = riskAt(
    spectrumOf(
      [...values],
      xi.map((v) => v * v + sigma ** 2 / n),
    ),
    sigma ** 2,
    lambda,
  );
  assert.ok(standardError < 0.01 * mean, 'the draws tell something');
  assert.ok(
    Math.abs(mean - expected.total) < 4 * standardError,
    `${mean} ± ${standardError} against ${expected.total}`,
  );
});

test('published eigenvalues of 200 uniform points in four dimensions (TKRR Fig. 1) follow from our kernel scale', (t) => {
  const folder = '../shared/fixtures/target-alignment';
  if (!existsSync(folder)) return t.skip('../shared/fixtures is not here');
  const read = (name: string) =>
    readFileSync(`${folder}/${name}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((l) => l.split(',').map(Number));
  const x = read('fig1_X.csv');
  const published = read('fig1_mu_v.csv');
  const n = x.length;
  // Gaussian with h = sqrt(d/2): exp(−|x − z|²/(2h²)) = exp(−|x − z|²/4)
  const gram = x.map((a) =>
    Float64Array.from(x, (b) => Math.exp(-a.reduce((s, v, k) => s + (v - b[k]) ** 2, 0) / 4) / n),
  );
  const { values } = jacobi(gram);
  for (let i = 0; i < n; i++) assert.ok(Math.abs(values[i] - published[i][0]) < 1e-11, `eigenvalue ${i + 1}`);

  // The alignment is of unit norm: as lambda grows all of it is lost, as it vanishes only noise remains.
  const xi2 = published.map((row) => row[1] ** 2);
  const sigma2 = 0.5;
  const spectrum = spectrumOf(
    published.map((r) => Math.max(0, r[0])),
    xi2.map((v) => v + sigma2 / n),
  );
  near(riskAt(spectrum, sigma2, 1e12).total, 1, 1e-6);
  near(riskAt(spectrum, sigma2, 1e-30).total, sigma2, 1e-2);
});
