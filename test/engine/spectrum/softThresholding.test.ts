import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { conditionedDiagonal } from '../../../src/engine/spectrum/conditionedDiagonal';
import { residualKernel } from '../../../src/engine/spectrum/residualKernel';
import { kappaOf, softThresholding } from '../../../src/engine/spectrum/softThresholding';
import { normals, relativeError } from '../madeRows';
import { core } from '../testCore';
import { decompose, gaussianGramOf, madeFit } from './smallFits';

test('kappa: the ridge at which the effective dimension is k', () => {
  for (const decay of [1.1, 2, 4])
    for (const k of [1, 10, 150]) {
      const before = Float64Array.from({ length: 400 }, (_, i) => (i + 1) ** -decay);
      const kappa = kappaOf(before, k);
      const dimension = before.reduce((s, v) => s + v / (v + kappa), 0);
      assert.ok(Math.abs(dimension / k - 1) < 1e-10, `${dimension} for ${k}`);
    }
  assert.equal(kappaOf(Float64Array.of(1, 0.5, 0), 2), 0);
});

/** K = diag(n·lambda) on n rows and k Gaussian features of that covariance: the rows' directions are the eigenfunctions. */
function conditioned(lambda: Float64Array, k: number, seed: number): Float64Array {
  const n = lambda.length;
  const next = normals(seed);
  const f = Float64Array.from({ length: n * k }, (_, o) => Math.sqrt(lambda[o % n]) * next());
  const gram = new Float64Array(n * n);
  for (let i = 0; i < n; i++) gram[i * n + i] = n * lambda[i];
  const { basis } = residualKernel(gram.slice(), n, f, k, quietWith(core));
  const before = decompose(gram, n);
  return conditionedDiagonal(before, basis.free, k, quietWith(core));
}

test('CKRR eq. 4: mu_i/lambda_i against c·kappa²/(lambda_i + kappa)², c about a for lambda_i = i^−a', () => {
  for (const a of [2, 4]) {
    const lambda = Float64Array.from({ length: 300 }, (_, i) => (i + 1) ** -a);
    const k = 20;
    const draws = 12;
    const after = new Float64Array(300);
    for (let d = 0; d < draws; d++)
      conditioned(lambda, k, 10 * a + d).forEach((v, i) => {
        after[i] += v / draws;
      });
    const kappa = kappaOf(lambda, k);
    const { predicted, c } = softThresholding(lambda, after, k, kappa);
    assert.ok(c > 0.6 * a && c < 1.6 * a, `c = ${c} for a = ${a}`);
    // Twelve draws, k = 20: the typical ratio is within 25 %, over a drop by orders of magnitude.
    const off = Array.from({ length: 60 }, (_, i) => Math.abs(Math.log(after[i] / lambda[i] / predicted[i]))).sort(
      (x, y) => x - y,
    );
    assert.ok(off[30] < 0.25, `typically ${off[30]}`);
    assert.ok(predicted[0] < 0.05 * predicted[59] && after[0] / lambda[0] < (0.1 * after[59]) / lambda[59]);
  }
});

test("the diagonal after conditioning is u'(I − QQ')K(I − QQ')u/n", () => {
  const n = 30;
  const fit = madeFit(n, 'constant');
  const next = normals(8);
  const f = Float64Array.from({ length: 5 * n }, (_, o) => (o < n ? 1 : next()));
  const gram = gaussianGramOf(fit.x, 0.9);
  const { basis: after } = residualKernel(gram.slice(), n, f, 5, quietWith(core));
  const found = conditionedDiagonal(fit.basis, after.free, 5, quietWith(core));
  const expected = Float64Array.from({ length: fit.basis.rank }, (_, i) => {
    const u = fit.basis.vectors.subarray(i * n, (i + 1) * n);
    let sum = 0;
    for (let j = 0; j < after.mu.length; j++) {
      const along = after.vectors.subarray(j * n, (j + 1) * n).reduce((s, v, row) => s + v * u[row], 0);
      sum += after.mu[j] * along * along;
    }
    return sum;
  });
  assert.ok(relativeError(found, expected) < 1e-12);
  assert.deepEqual(
    conditionedDiagonal(fit.basis, new Float64Array(0), 0, quietWith(core)),
    fit.basis.mu.slice(0, fit.basis.rank),
  );
});
