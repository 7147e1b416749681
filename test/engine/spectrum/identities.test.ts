import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Matrix } from '../../../src/engine/contract/data';
import type { FilterSpec } from '../../../src/engine/contract/filter';
import { filterShares } from '../../../src/engine/filters/anyFilter';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { estimateNoise, residualNoise } from '../../../src/engine/spectrum/noise';
import { residualKernel } from '../../../src/engine/spectrum/residualKernel';
import { riskAt } from '../../../src/engine/spectrum/risk';
import { type Eigenbasis, project, spectrumOf } from '../../../src/engine/spectrum/spectrum';
import { madeRows, madeTarget, normals, relativeError } from '../madeRows';
import { core } from '../testCore';
import { saddle } from './saddle';
import { decompose, gaussianGramOf, madeFit } from './smallFits';

const n = 90;
const s = 0.9;
const x = madeRows(n, 2, 1);
const y = madeTarget(x, 0.3, 2);
const basis = basisOf(x, s);
const ridge = (lambda: number): FilterSpec => ({ kind: 'zones', lambda, k: 0, r: n });

function basisOf(rows: Matrix, lengthScale: number): Eigenbasis {
  return decompose(gaussianGramOf(rows, lengthScale), rows.rows);
}

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

/** QQ'y + U·g·U'y. */
function fittedBy({ free, unpenalised, mu, rank, vectors }: Eigenbasis, target: Float64Array, filter: FilterSpec) {
  const m = target.length;
  const g = filterShares(filter, mu, rank, m);
  const f = new Float64Array(m);
  const add = (column: Float64Array, share: number) => {
    const along = column.reduce((sum, v, i) => sum + v * target[i], 0);
    for (let i = 0; i < m; i++) f[i] += share * along * column[i];
  };
  for (let a = 0; a < unpenalised; a++) add(free.subarray(a * m, (a + 1) * m), 1);
  for (let j = 0; j < g.length; j++) add(vectors.subarray(j * m, (j + 1) * m), g[j]);
  return f;
}

test('the spectral solution equals the direct one', () => {
  const lambda = 1e-4;
  const { alpha } = saddle(gaussianGramOf(x, s), n, new Float64Array(0), 0, y, n * lambda);
  const expected = y.map((v, i) => v - n * lambda * alpha[i]);
  assert.ok(relativeError(fittedBy(basis, y, ridge(lambda)), expected) < 1e-11);
});

test('whole-number weights are repeated rows: one fit, the total ridge held', () => {
  const counts = Float64Array.from({ length: 40 }, (_, i) => 1 + (i % 3));
  const total = counts.reduce((a, b) => a + b, 0);
  const weighted = madeFit(
    40,
    'linear',
    counts.map((c) => (c * 40) / total),
  );
  const plain = madeFit(40, 'linear');
  const repeats = Array.from(counts, (c, i) => new Array<number>(c).fill(i)).flat();
  const many = repeats.length;
  const pick = (column: Float64Array) => Float64Array.from(repeats, (i) => column[i]);
  const gram = new Float64Array(many * many);
  repeats.forEach((j, b) => {
    repeats.forEach((i, a) => {
      gram[b * many + a] = plain.gram[j * 40 + i];
    });
  });
  const f = Float64Array.from([0, 1, 2].flatMap((c) => [...pick(plain.features.subarray(c * 40, (c + 1) * 40))]));
  const { basis: wide } = residualKernel(gram, many, f, 3, quietWith(core));
  // Per sample the ridge is the same: weights have mean 1, and the objective with weight c/mean counts a row c times.
  const lambda = 2e-3;
  const repeated = fittedBy(wide, pick(plain.plainY), { kind: 'zones', lambda, k: 0, r: many });
  const found = fittedBy(weighted.basis, weighted.y, { kind: 'zones', lambda, k: 0, r: 40 });
  const expected = counts.map((_, i) => repeated[repeats.indexOf(i)] * Math.sqrt(weighted.weights[i]));
  assert.ok(relativeError(found, expected) < 1e-10);
});

test('SIGN Lemma 2 and Prop. 1: flow at time t is ridge at 1/t to 0.0415 of ||alpha_0||²', () => {
  // alpha_0 = K^-1·y needs a kernel of full rank.
  const rough = decompose(gaussianGramOf(x, 0.25), n);
  assert.equal(rough.rank, n);
  const along = project(rough, y);
  const alphaOf = (filter: FilterSpec) =>
    filterShares(filter, rough.mu, n, n).map((g, j) => (g / (n * rough.mu[j])) * along[j]);
  const size = along.reduce((sum, v, j) => sum + (v / (n * rough.mu[j])) ** 2, 0);
  let worst = 0;
  for (let e = -4; e <= 8; e += 0.1) {
    const t = 10 ** e;
    const flow = alphaOf({ kind: 'flow', t, momentum: 0 });
    const krr = alphaOf(ridge(1 / (n * t)));
    const gap = flow.reduce((sum, v, j) => sum + (v - krr[j]) ** 2, 0);
    assert.ok(gap <= 0.0415 * size);
    worst = Math.max(worst, gap / size);
    const flowFit = fittedBy(rough, y, { kind: 'flow', t, momentum: 0 });
    const krrFit = fittedBy(rough, y, ridge(1 / (n * t)));
    const missed = flowFit.reduce((sum, v, i) => sum + (v - krrFit[i]) ** 2, 0);
    assert.ok(missed <= 0.0415 * y.reduce((sum, v) => sum + v * v, 0), 'and in predictions');
  }
  assert.ok(worst > 0.001, 'the bound is not met by being nowhere near');
  // The constant itself: max over x of (1/(1 + x) − exp(−x))².
  let constant = 0;
  for (let v = 0; v < 20; v += 1e-3) constant = Math.max(constant, (1 / (1 + v) - Math.exp(-v)) ** 2);
  assert.ok(constant <= 0.0415 && constant > 0.0414);
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
    const risk = riskAt(spectrum, 0, ridge(lambda));
    assert.ok(Math.abs(risk.degreesOfFreedom - df) < 1e-9);
    assert.ok(Math.abs(risk.rss / rss - 1) < 1e-12);
    assert.ok(Math.abs(risk.gcv / ((n * rss) / (n - df) ** 2) - 1) < 1e-9);
  }
});

test('the exact mean squared error (TKRR Thm 1) is what simulation gives, for every filter, with unpenalised features', () => {
  const { basis: own } = madeFit(n, 'linear');
  const truth = madeTarget(x, 0, 2);
  const sigma = 0.4;
  const known = spectrumOf(own, truth);
  const filters: FilterSpec[] = [
    ridge(3e-3),
    { kind: 'zones', lambda: 1e-3, k: 0, r: 15 },
    { kind: 'zones', lambda: 1e-2, k: 6, r: 25 },
    { kind: 'zones', lambda: 0, k: 10, r: 10 },
    { kind: 'flow', t: 2, momentum: 0.2 },
    { kind: 'descent', steps: 30, stepSize: 1 / (n * own.mu[0]), momentum: 0.4 },
  ];
  const next = normals(11);
  const draws = Array.from({ length: 300 }, () => truth.map((v) => v + sigma * next()));
  for (const filter of filters) {
    // The theorem takes the true scores: as if noise had been observed to be 0 and its variance were then added.
    const expected = riskAt(known, 0, filter).bias + riskAt(known, sigma ** 2, filter).variance;
    const losses = draws.map((target) => {
      const fitted = fittedBy(own, target, filter);
      return fitted.reduce((sum, v, i) => sum + (v - truth[i]) ** 2 / n, 0);
    });
    const mean = losses.reduce((a, b) => a + b, 0) / losses.length;
    const error = Math.sqrt(losses.reduce((sum, v) => sum + (v - mean) ** 2, 0) / losses.length ** 2);
    assert.ok(
      Math.abs(mean - expected) < 4 * error,
      `${JSON.stringify(filter)}: ${expected} against ${mean} ± ${error}`,
    );
    assert.ok(error < 0.03 * mean);
  }
});

test('noise: both estimates find the variance within their standard errors, on average', () => {
  const many = madeRows(300, 2, 7);
  const wide = basisOf(many, 1);
  const found = [3, 4, 5, 6, 7, 8].map((seed) => {
    const spectrum = spectrumOf(wide, madeTarget(many, 0.5, seed));
    return [estimateNoise(spectrum, ridge(1e-4)), residualNoise(spectrum, ridge(1e-4))];
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
  const noise = estimateNoise(spectrum, ridge(1e-6));
  assert.match(noise.rule, /residuals/);
  assert.ok(noise.sigma2 >= 0 && noise.standardError >= 0);
  assert.equal(estimateNoise(spectrumOf(basis, new Float64Array(n)), ridge(1e-3)).sigma2, 0);
});
