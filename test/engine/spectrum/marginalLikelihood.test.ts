import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { logMarginalLikelihood, marginalLikelihoodPath } from '../../../src/engine/spectrum/marginalLikelihood';
import { spectrumOf } from '../../../src/engine/spectrum/spectrum';
import { relativeError } from '../madeRows';
import { core } from '../testCore';
import { all, madeFit, type SmallFit } from './smallFits';

const n = 40;

/** Log density of y under N(0, sigma²·(I + K/(n·lambda))), sigma² at its maximum, from a Cholesky factor. */
function direct({ gram, plainY }: SmallFit, lambda: number): number {
  const covariance = gram.map((v, o) => v / (n * lambda) + (o % (n + 1) === 0 ? 1 : 0));
  assert.equal(core.cholesky(covariance, n, quietContext), undefined);
  const white = plainY.slice();
  core.solveLower(covariance, n, false, white, 1, quietContext);
  const sigma2 = white.reduce((sum, v) => sum + v * v, 0) / n;
  const logRoot = all(n).reduce((sum, i) => sum + Math.log(covariance[i * (n + 1)]), 0);
  return -0.5 * n * (Math.log(2 * Math.PI * sigma2) + 1) - logRoot;
}

test('without unpenalised features: the normal density with its variance at the maximum', () => {
  const fit = madeFit(n, 'none');
  const spectrum = spectrumOf(fit.basis, fit.y);
  const lambdas = Float64Array.of(1e-5, 1e-3, 0.1, 5);
  const expected = lambdas.map((lambda) => direct(fit, lambda));
  assert.ok(relativeError(marginalLikelihoodPath(spectrum, lambdas), expected) < 1e-11);
});

test('with unpenalised features: the density of contrasts, whatever their coefficients', () => {
  const fit = madeFit(n, 'linear');
  const shifted = fit.y.map((v, i) => v + 100 - 7 * fit.x.values[i]);
  const [a, b] = [spectrumOf(fit.basis, fit.y), spectrumOf(fit.basis, shifted)];
  for (const lambda of [1e-3, 0.1]) {
    assert.ok(Math.abs(logMarginalLikelihood(a, lambda) - logMarginalLikelihood(b, lambda)) < 1e-8);
  }
  // Contrasts by the rows of I − QQ' that successive conditioning leaves: density = p(y)·integral over flat beta, in closed form
  // det(F'C^-1F)^-1/2·det(F'F)^1/2·(2·pi·sigma²)^(p/2) times the normal density at the generalised least-squares fit.
  const lambda = 2e-2;
  const p = 3;
  const covariance = fit.gram.map((v, o) => v / (n * lambda) + (o % (n + 1) === 0 ? 1 : 0));
  core.cholesky(covariance, n, quietContext);
  const white = Float64Array.from([...fit.features, ...fit.y]);
  core.solveLower(covariance, n, false, white, p + 1, quietContext);
  const inner = (values: Float64Array, i: number, j: number) =>
    all(n).reduce((s, r) => s + values[i * n + r] * values[j * n + r], 0);
  const factor = Float64Array.from({ length: (p + 1) ** 2 }, (_, o) =>
    inner(white, o % (p + 1), Math.floor(o / (p + 1))),
  );
  core.cholesky(factor, p + 1, quietContext);
  const plain = Float64Array.from({ length: p * p }, (_, o) => inner(fit.features, o % p, Math.floor(o / p)));
  core.cholesky(plain, p, quietContext);
  const logs = (l: Float64Array, size: number, count: number) =>
    all(count).reduce((s, i) => s + Math.log(l[i * (size + 1)]), 0);
  const sigma2 = factor[(p + 1) ** 2 - 1] ** 2 / (n - p);
  const expected =
    -0.5 * (n - p) * (Math.log(2 * Math.PI * sigma2) + 1) -
    logs(covariance, n, n) -
    logs(factor, p + 1, p) +
    logs(plain, p, p);
  assert.ok(Math.abs(logMarginalLikelihood(a, lambda) - expected) < 1e-9);
});

test('few directions: the rest is noise', () => {
  const fit = madeFit(n, 'none', undefined, undefined, undefined, 12);
  const spectrum = spectrumOf(fit.basis, fit.y);
  assert.equal(spectrum.mu.length, 12);
  assert.ok(Math.abs(logMarginalLikelihood(spectrum, 1e-2) - direct(fit, 1e-2)) < 1e-10);
});
