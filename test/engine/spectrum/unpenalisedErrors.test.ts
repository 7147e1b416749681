import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeatureBlock } from '../../../src/engine/contract/kernel';
import { kernelGram } from '../../../src/engine/kernels/kernelMatrix';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { coefficients } from '../../../src/engine/model/coefficients';
import { decomposeKernel } from '../../../src/engine/spectrum/decomposeKernel';
import { spanShares } from '../../../src/engine/spectrum/spanShares';
import { spectrumOf } from '../../../src/engine/spectrum/spectrum';
import { unpenalisedErrors } from '../../../src/engine/spectrum/unpenalisedErrors';
import { madeRows, normals } from '../madeRows';
import { core } from '../testCore';

const n = 60;
const x = madeRows(n, 2, 4);
const blocks: readonly FeatureBlock[] = [
  { kind: 'constant' },
  { kind: 'monomial', powers: [{ column: 0, power: 1 }], name: 'x1' },
];
const features = (i: number) => [1, x.values[i]];

/** The inverse of a symmetric positive definite matrix, row by row, by elimination. */
function inverse(a: readonly (readonly number[])[]): number[][] {
  const m = a.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let i = 0; i < m.length; i++) {
    const pivot = m[i][i];
    m[i] = m[i].map((v) => v / pivot);
    for (let j = 0; j < m.length; j++) {
      const times = m[j][i];
      if (j !== i) m[j] = m[j].map((v, c) => v - times * m[i][c]);
    }
  }
  return m.map((row) => row.slice(a.length));
}

test('errors are those of generalised least squares, averaged over λ by the restricted likelihood', () => {
  const kernel = { kind: 'matern32', lengthScale: [1.2] } as const;
  const next = normals(8);
  const y = Float64Array.from({ length: n }, (_, i) => 2 * x.values[i] + Math.sin(2 * x.values[n + i]) + 0.3 * next());
  const residual = decomposeKernel(kernel, { x }, blocks, quietWith(core));
  const spectrum = spectrumOf(residual.basis, y);
  const lambda = 2e-3;
  const told = unpenalisedErrors(residual, spectrum, lambda);
  assert.ok(told);
  const gram = kernelGram(kernel, x, quietWith(core), new Float64Array(n * n));
  const trace = spectrum.mu.reduce((sum, v) => sum + v, 0);
  const f = Array.from({ length: n }, (_, i) => features(i));
  // By its definition: y'Py, |K + nλI| and |F'(K + nλI)^-1·F| from the matrices themselves.
  const at = (strength: number) => {
    const total = Array.from({ length: n }, (_, i) =>
      Array.from({ length: n }, (_, j) => gram[i * n + j] + (i === j ? n * strength : 0)),
    );
    const inverted = inverse(total);
    const by = (a: (i: number) => number, b: (i: number) => number) => {
      let sum = 0;
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sum += a(i) * inverted[i][j] * b(j);
      return sum;
    };
    const information = [0, 1].map((a) =>
      [0, 1].map((b) =>
        by(
          (i) => f[i][a],
          (i) => f[i][b],
        ),
      ),
    );
    const covariance = inverse(information);
    const moments = [0, 1].map((a) =>
      by(
        (i) => f[i][a],
        (i) => y[i],
      ),
    );
    const beta = covariance.map((row) => row[0] * moments[0] + row[1] * moments[1]);
    const quadratic =
      by(
        (i) => y[i],
        (i) => y[i],
      ) -
      moments[0] * beta[0] -
      moments[1] * beta[1];
    const determinant = information[0][0] * information[1][1] - information[0][1] ** 2;
    // ln|K + nλI| by elimination without pivots.
    const rest = total.map((row) => [...row]);
    let logarithm = 0;
    for (let i = 0; i < n; i++) {
      logarithm += Math.log(rest[i][i]);
      for (let j = i + 1; j < n; j++) {
        const times = rest[j][i] / rest[i][i];
        for (let c = i; c < n; c++) rest[j][c] -= times * rest[i][c];
      }
    }
    const likelihood = -0.5 * ((n - 2) * Math.log(quadratic) + logarithm + Math.log(determinant));
    return { beta, likelihood, squares: covariance.map((row, a) => (row[a] * quadratic) / (n - 2)) };
  };
  const here = at(lambda);
  const { beta } = coefficients(residual, y, spectrum.coordinates, { kind: 'zones', lambda, k: 0, r: spectrum.rank });
  const order = Array.from(residual.kept);
  for (const [a, column] of order.entries()) assert.ok(Math.abs(beta[a] - here.beta[column]) < 1e-7);
  const fits = Array.from({ length: 48 }, (_, s) => at(trace * 1e-10 * 1e11 ** (s / 47)));
  const most = Math.max(...fits.map(({ likelihood }) => likelihood));
  const weights = fits.map(({ likelihood }) => Math.exp(likelihood - most));
  const total = weights.reduce((a, b) => a + b, 0);
  order.forEach((column, a) => {
    const variance = fits.reduce(
      (sum, fit, s) => sum + (weights[s] / total) * (fit.squares[column] + (fit.beta[column] - here.beta[column]) ** 2),
      0,
    );
    assert.ok(Math.abs(told[a] / Math.sqrt(variance) - 1) < 1e-4, `${told[a]} for ${Math.sqrt(variance)}`);
  });
});

test('without a kernel to speak of, they are those of least squares', () => {
  const kernel = { kind: 'gaussian', lengthScale: [1] } as const;
  const next = normals(3);
  const y = Float64Array.from({ length: n }, (_, i) => x.values[i] + next());
  const residual = decomposeKernel({ kind: 'sum', terms: [{ weight: 1e-9, kernel }] }, { x }, blocks, quietWith(core));
  const spectrum = spectrumOf(residual.basis, y);
  const trace = spectrum.mu.reduce((sum, v) => sum + v, 0);
  // At penalties that leave the kernel nothing; the average holds less ones too, so that it is larger.
  const [error] = unpenalisedErrors(residual, spectrum, 1e3 * trace) ?? [];
  const rss = spectrum.coordinates.reduce((sum, c) => sum + n * c * c, n * spectrum.beyond.score);
  const [r] = residual.r.slice(3);
  const least = Math.sqrt(rss / (n - 2)) / Math.abs(residual.kept[1] === 1 ? r : residual.r[0]);
  const slope = residual.kept[0] === 1 ? error : (unpenalisedErrors(residual, spectrum, 1e3 * trace)?.[1] ?? 0);
  assert.ok(slope > 0.98 * least && slope < 1.6 * least, `${slope} for ${least}`);
});

test('shares within the unpenalised features and outside add up to the variance with the noise', () => {
  const kernel = { kind: 'matern52', lengthScale: [1] } as const;
  const { basis } = decomposeKernel(kernel, { x }, blocks, quietWith(core));
  const next = normals(13);
  const y = Float64Array.from({ length: n }, (_, i) => 3 + x.values[i] + Math.sin(3 * x.values[n + i]) + 0.1 * next());
  const spectrum = spectrumOf(basis, y);
  const mean = y.reduce((sum, v) => sum + v, 0) / n;
  const variance = y.reduce((sum, v) => sum + (v - mean) ** 2, 0) / n;
  const noise = { sigma2: 0.01, standardError: 0.002, rule: '', by: 'lastDirections' } as const;
  for (const leading of [0, 3]) {
    const told = spanShares(spectrum, variance, noise, leading, 10);
    assert.ok(told);
    const { inside, outside } = told;
    // m + q = n − 1 directions of noise.
    assert.ok(Math.abs(inside.share + outside.share + (0.01 * (n - 1)) / n / variance - 1) < 1e-9);
    for (const { share, interval } of [inside, outside]) assert.ok(interval[0] <= share && share <= interval[1]);
  }
  assert.equal(spanShares({ ...spectrum, unpenalised: 1 }, variance, noise, 0, 10), undefined);
});

test('errors are those of least squares where the features hold every function of the kernel', () => {
  const next = normals(5);
  const all: readonly FeatureBlock[] = [...blocks, { kind: 'monomial', powers: [{ column: 1, power: 1 }], name: 'x2' }];
  const row = (i: number) => [1, x.values[i], x.values[n + i]];
  const y = Float64Array.from({ length: n }, (_, i) => 3 - 2 * x.values[i] + 0.5 * x.values[n + i] + 0.4 * next());
  const residual = decomposeKernel({ kind: 'linear', lengthScale: [1] }, { x }, all, quietWith(core));
  const spectrum = spectrumOf(residual.basis, y);
  const told = unpenalisedErrors(residual, spectrum, 1e-38);
  assert.ok(told);
  const design = Array.from({ length: n }, (_, i) => row(i));
  const sum = (of: (i: number) => number) => design.reduce((total, _, i) => total + of(i), 0);
  const covariance = inverse([0, 1, 2].map((a) => [0, 1, 2].map((b) => sum((i) => design[i][a] * design[i][b]))));
  const moments = [0, 1, 2].map((a) => sum((i) => design[i][a] * y[i]));
  const beta = covariance.map((line) => line.reduce((total, v, b) => total + v * moments[b], 0));
  const squares = sum((i) => (y[i] - design[i].reduce((total, v, a) => total + v * beta[a], 0)) ** 2);
  residual.kept.forEach((a, place) => {
    const error = told[place];
    const expected = Math.sqrt((squares / (n - 3)) * covariance[a][a]);
    assert.ok(Math.abs(error / expected - 1) < 1e-8, `coefficient ${a}: ${error} against ${expected}`);
  });
});
