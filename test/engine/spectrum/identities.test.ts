import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { Matrix } from '../../../src/engine/contract/data';
import { assignFolds } from '../../../src/engine/data/folds';
import { gaussianCross, gaussianGram } from '../../../src/engine/kernels/gaussian';
import { foldPath } from '../../../src/engine/spectrum/foldPath';
import { foldErrors } from '../../../src/engine/spectrum/folds';
import { leaveOneOut, leaveOneOutPath } from '../../../src/engine/spectrum/leaveOneOut';
import { estimateNoise, residualNoise } from '../../../src/engine/spectrum/noise';
import { riskAt } from '../../../src/engine/spectrum/risk';
import { decompose, type Eigenbasis, project, spectrumOf } from '../../../src/engine/spectrum/spectrum';
import { madeRows, madeTarget, normals, relativeError } from '../madeRows';
import { core } from '../testCore';

const n = 90;
const s = 0.9;
const x = madeRows(n, 2, 1);
const y = madeTarget(x, 0.3, 2);
const basis = basisOf(x, s);
const lambdas = Float64Array.of(1e-9, 1e-6, 1e-4, 1e-2, 1);

function basisOf(rows: Matrix, lengthScale: number): Eigenbasis {
  return decompose(gaussianGram(rows, lengthScale, core, quietContext), rows.rows, core, quietContext);
}

function some(rows: Matrix, keep: readonly number[]): Matrix {
  const values = new Float64Array(keep.length * rows.columns);
  for (let c = 0; c < rows.columns; c++)
    for (const [i, row] of keep.entries()) values[c * keep.length + i] = rows.values[c * rows.rows + row];
  return { rows: keep.length, columns: rows.columns, values };
}

/** Ridge with total ridge `total` fitted on rows `keep` by Cholesky, its errors at rows `left`. */
function refit(keep: readonly number[], left: readonly number[], total: number): number[] {
  const m = keep.length;
  const gram = gaussianGram(some(x, keep), s, core, quietContext);
  for (let i = 0; i < m; i++) gram[i * m + i] += total;
  const alpha = Float64Array.from(keep, (i) => y[i]);
  assert.equal(core.cholesky(gram, m, quietContext), 0);
  core.solveLower(gram, m, false, alpha, 1, quietContext);
  core.solveLower(gram, m, true, alpha, 1, quietContext);
  const cross = gaussianCross(some(x, keep), some(x, left), s, core, quietContext);
  return left.map((row, j) => y[row] - alpha.reduce((sum, a, i) => sum + a * cross[j * m + i], 0));
}

const all = Array.from({ length: n }, (_, i) => i);

test('the basis is what it says: descending, orthonormal on the trace, signs fixed', () => {
  const { mu, vectors, rank, clipped } = basis;
  assert.ok(mu.every((v, i) => v >= 0 && (i === 0 || v <= mu[i - 1])));
  assert.ok(Math.abs(mu.reduce((a, b) => a + b, 0) - 1) < 1e-13, 'K/n has trace 1');
  assert.equal(rank, mu.filter((v) => v > n * Number.EPSILON * mu[0]).length);
  assert.ok(clipped <= n - rank);
  for (let j = 0; j < n; j++) {
    const column = vectors.subarray(j * n, (j + 1) * n);
    const [low, high] = [Math.min(...column), Math.max(...column)];
    assert.ok(high >= -low, `column ${j}`);
  }
});

test('the spectral solution equals the direct one', () => {
  const lambda = 1e-4;
  const c = project(basis, y);
  const fitted = all.map((i) => {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += basis.vectors[j * n + i] * (basis.mu[j] / (basis.mu[j] + lambda)) * c[j];
    return sum;
  });
  const errors = refit(all, all, n * lambda);
  assert.ok(
    relativeError(
      fitted,
      y.map((v, i) => v - errors[i]),
    ) < 1e-11,
  );
});

test('leave-one-out residuals equal those of n refits', () => {
  for (const lambda of [1e-6, 1e-4, 1e-1]) {
    const expected = all.map(
      (i) =>
        refit(
          all.filter((k) => k !== i),
          [i],
          n * lambda,
        )[0],
    );
    const { residuals } = leaveOneOut(basis, y, lambda);
    const error = relativeError(residuals, expected);
    assert.ok(error < (lambda < 1e-5 ? 1e-7 : 1e-10), `lambda ${lambda}: ${error}`);
  }
});

test('the leave-one-out path is the mean square of the residuals, rows in several strips', () => {
  const many = madeRows(600, 2, 3);
  const target = madeTarget(many, 0.3, 4);
  const wide = basisOf(many, 0.7);
  const path = leaveOneOutPath(wide, target, lambdas, core, quietContext);
  for (const [l, lambda] of lambdas.entries()) {
    const { residuals } = leaveOneOut(wide, target, lambda);
    const mean = residuals.reduce((sum, e) => sum + (e * e) / 600, 0);
    assert.ok(Math.abs(path[l] / mean - 1) < 1e-9);
  }
});

test('K-fold errors equal those of refits, folds of unequal size, small and large lambda in one path', () => {
  const folds = assignFolds(n, 7, 5);
  const { error, standardError } = foldErrors(basis, y, folds, 7, lambdas, core, quietContext);
  for (const [l, lambda] of lambdas.entries()) {
    if (lambda < 1e-6) continue;
    const means = Array.from({ length: 7 }, (_, f) => {
      const left = all.filter((i) => folds[i] === f);
      const keep = all.filter((i) => folds[i] !== f);
      return refit(keep, left, n * lambda).reduce((sum, e) => sum + (e * e) / left.length, 0);
    });
    const mean = means.reduce((a, b) => a + b, 0) / 7;
    const spread = Math.sqrt(means.reduce((sum, v) => sum + (v - mean) ** 2, 0) / 6 / 7);
    const tolerance = lambda < 1e-5 ? 1e-6 : 1e-9;
    assert.ok(Math.abs(error[l] / mean - 1) < tolerance, `lambda ${lambda}: ${error[l]} for ${mean}`);
    assert.ok(Math.abs(standardError[l] / spread - 1) < tolerance);
  }
});

test('n folds are leave-one-out', () => {
  const folds = Uint16Array.from(all);
  const { error } = foldErrors(basis, y, folds, n, lambdas, core, quietContext);
  assert.ok(relativeError(error, leaveOneOutPath(basis, y, lambdas, core, quietContext)) < 1e-6);
});

test('GCV and degrees of freedom follow their formulas', () => {
  const spectrum = spectrumOf(basis, y);
  for (const lambda of [1e-6, 1e-3, 1e-1]) {
    let df = 0;
    let rss = 0;
    const c = project(basis, y);
    for (let j = 0; j < n; j++) {
      const g = j < basis.rank ? basis.mu[j] / (basis.mu[j] + lambda) : 0;
      df += g;
      rss += ((1 - g) * c[j]) ** 2;
    }
    const risk = riskAt(spectrum, 0, lambda);
    assert.ok(Math.abs(risk.degreesOfFreedom - df) < 1e-9);
    assert.ok(Math.abs(risk.rss / rss - 1) < 1e-12);
    assert.ok(Math.abs(risk.gcv / ((n * rss) / (n - df) ** 2) - 1) < 1e-9);
  }
});

test('the exact mean squared error (TKRR Thm 1) is what simulation gives', () => {
  const truth = madeTarget(x, 0, 2);
  const sigma = 0.4;
  const lambda = 3e-3;
  // The theorem takes the true scores: as if noise had been observed to be 0 and its variance were then added.
  const known = spectrumOf(basis, truth);
  const bias = riskAt(known, 0, lambda).bias;
  const variance = riskAt(known, sigma ** 2, lambda).variance;
  const next = normals(11);
  const draws = 400;
  const losses = Array.from({ length: draws }, () => {
    const c = project(
      basis,
      truth.map((v) => v + sigma * next()),
    );
    const f = project(basis, truth);
    let loss = 0;
    for (let j = 0; j < n; j++) {
      const g = j < basis.rank ? basis.mu[j] / (basis.mu[j] + lambda) : 0;
      loss += (g * c[j] - f[j]) ** 2 / n;
    }
    return loss;
  });
  const mean = losses.reduce((a, b) => a + b, 0) / draws;
  const error = Math.sqrt(losses.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (draws - 1) / draws);
  assert.ok(Math.abs(mean - bias - variance) < 4 * error, `${bias + variance} against ${mean} ± ${error}`);
  assert.ok(error < 0.05 * mean);
});

test('noise: both estimates find the variance within their standard errors, on average', () => {
  const many = madeRows(300, 2, 7);
  const wide = basisOf(many, 1);
  const found = [3, 4, 5, 6, 7, 8].map((seed) => {
    const spectrum = spectrumOf(wide, madeTarget(many, 0.5, seed));
    return [estimateNoise(spectrum, 1e-4), residualNoise(spectrum, 1e-4)];
  });
  for (const which of [0, 1]) {
    const mean = found.reduce((sum, pair) => sum + pair[which].sigma2 / found.length, 0);
    const error = found[0][which].standardError / Math.sqrt(found.length);
    assert.ok(Math.abs(mean - 0.25) < 3.5 * error, `${found[0][which].rule}: ${mean} ± ${error}`);
    assert.ok(error < 0.02);
  }
  assert.match(found[0][0].rule, /directions/);
  assert.match(found[0][1].rule, /residuals/);
});

test('noise is never negative, and is residual where the kernel uses every direction', () => {
  const spectrum = spectrumOf(basisOf(x, 0.05), y);
  const noise = estimateNoise(spectrum, 1e-6);
  assert.match(noise.rule, /residuals/);
  assert.ok(noise.sigma2 >= 0 && noise.standardError >= 0);
  assert.equal(estimateNoise(spectrumOf(basis, new Float64Array(n)), 1e-3).sigma2, 0);
});

test('the fold path marks what is exact; its interpolation stays close, its choices are exact points', () => {
  const many = madeRows(480, 2, 3);
  const target = madeTarget(many, 0.4, 4);
  const wide = basisOf(many, 0.5);
  const grid = Float64Array.from({ length: 101 }, (_, i) => 10 ** (i / 10 - 10));
  const folds = assignFolds(480, 5, 1);
  const guide = leaveOneOutPath(wide, target, grid, core, quietContext);
  const path = foldPath(wide, target, folds, 5, grid, guide, core, quietContext);
  const exact = foldErrors(wide, target, folds, 5, grid, core, quietContext);
  assert.ok(path.exact.some((v) => v === 0) && path.exact.some((v) => v === 1));
  for (let l = 0; l < grid.length; l++) {
    // Where the fit nearly interpolates the errors are wild, and nobody's choice.
    const sensible = exact.error[l] < 2 * exact.error[path.least];
    const tolerance = path.exact[l] === 1 ? 1e-8 : sensible ? 0.02 : 0.1;
    const error = Math.abs(path.cv[l] / exact.error[l] - 1);
    assert.ok(error < tolerance, `${grid[l]}: ${path.cv[l]} for ${exact.error[l]}`);
  }
  assert.equal(path.least, exact.error.indexOf(Math.min(...exact.error)));
  const bound = exact.error[path.least] + exact.standardError[path.least];
  assert.equal(
    path.oneStandardError,
    exact.error.findLastIndex((v) => v <= bound),
  );
  assert.equal(path.exact[path.oneStandardError], 1);
});

test('a small problem has every fold error computed', () => {
  const path = foldPath(basis, y, assignFolds(n, 10, 0), 10, lambdas, lambdas, core, quietContext);
  assert.ok(path.exact.every((v) => v === 1));
});
