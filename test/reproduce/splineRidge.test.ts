import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../src/engine/contract/context';
import { Random } from '../../src/engine/data/random';
import { full } from '../../src/engine/linalg/linalg';
import { SplineFeatures } from '../../src/reproduce/rf/splineFeatures';
import {
  DIMENSION,
  drawSplineSample,
  fourierAt,
  kernelRidge,
  leastRisk,
  splineEigenvalues,
  splineRiskAt,
  targetCoefficients,
} from '../../src/reproduce/rf/splineRidge';
import { powersOfTen } from '../../src/reproduce/statistics';
import { core, fitContext } from '../engine/testCore';

const SETTING = { r: 7 / 8, g: 1 / 4, sigma: 0.3, epsilon: 0.01, x0: 0.3 };
const SEED = 5;
const N = 1000;
/** Equally spaced: the mean over them is the integral, of every trigonometric polynomial of so low a degree. */
const GRID = Float64Array.from({ length: 2048 }, (_, i) => i / 2048);

/** Λ_2 and Λ_4 in closed form (Bernoulli polynomials), all frequencies. */
const frac = (t: number) => t - Math.floor(t);
const lambda2 = (t: number) => 1 + 2 * Math.PI ** 2 * (t * t - t + 1 / 6);
const lambda4 = (t: number) => 1 - ((2 * Math.PI ** 4) / 3) * (t ** 4 - 2 * t ** 3 + t * t - 1 / 30);

const coefficients = targetCoefficients(SETTING);
function target(x: number): number {
  const at = new Float64Array(DIMENSION);
  fourierAt(x, at);
  return at.reduce((sum, v, j) => sum + v * coefficients[j], 0);
}

/** The rows of `drawSplineSample` with the same seed. */
function rows() {
  const random = new Random(SEED);
  const x = new Float64Array(N);
  const y = new Float64Array(N);
  for (let i = 0; i < N; i++) {
    x[i] = random.uniform();
    y[i] = target(x[i]) + SETTING.sigma * random.normal();
  }
  return { x, y };
}

const { x, y } = rows();
const sample = drawSplineSample(N, SETTING, new Random(SEED), () => {});
const squared = (f: ArrayLike<number>) => GRID.reduce((sum, at, i) => sum + (f[i] - target(at)) ** 2 / GRID.length, 0);
const near = (a: number, b: number, share: number) =>
  assert.ok(Math.abs(a - b) <= share * Math.abs(b), `${a} is not within ${share} of ${b}`);

/** (A + shift·I)^-1·b. */
function solved(a: Float64Array, n: number, shift: number, b: Float64Array): Float64Array {
  const copy = a.slice();
  for (let i = 0; i < n; i++) copy[i + i * n] += shift;
  const w = b.slice();
  assert.equal(core.cholesky(copy, n, quietContext), undefined);
  core.solveLower(copy, n, false, w, 1, quietContext);
  core.solveLower(copy, n, true, w, 1, quietContext);
  return w;
}

test('means over the rows give E’E/n and E’y/n', () => {
  const e = new Float64Array(N * DIMENSION);
  const at = new Float64Array(DIMENSION);
  x.forEach((v, i) => {
    fourierAt(v, at);
    for (let j = 0; j < DIMENSION; j++) e[i + j * N] = at[j];
  });
  const gram = new Float64Array(DIMENSION ** 2);
  const into = full(gram, DIMENSION);
  core.gemm(true, false, DIMENSION, DIMENSION, N, 1 / N, full(e, N), full(e, N), 0, into, quietContext);
  const response = new Float64Array(DIMENSION);
  core.gemv(true, N, DIMENSION, 1 / N, full(e, N), y, 0, response, quietContext);
  for (let i = 0; i < gram.length; i++) assert.ok(Math.abs(gram[i] - sample.gram[i]) < 1e-11, `${i}`);
  for (let j = 0; j < DIMENSION; j++) assert.ok(Math.abs(response[j] - sample.response[j]) < 1e-11, `${j}`);
});

test('the risk of kernel ridge is that of the full kernel matrix, solved and integrated', () => {
  const k = new Float64Array(N * N);
  for (let j = 0; j < N; j++) for (let i = 0; i < N; i++) k[i + j * N] = lambda4(frac(x[i] - x[j]));
  core.scope(() => {
    const reduced = kernelRidge(sample, splineEigenvalues(4), core);
    for (const lambda of [1e-4, 3e-3]) {
      const alpha = solved(k, N, N * lambda, y);
      const f = GRID.map((z) => alpha.reduce((sum, a, i) => sum + a * lambda4(frac(z - x[i])), 0));
      near(splineRiskAt(reduced, coefficients, lambda, fitContext), squared(f), 1e-4);
    }
  });
});

for (const count of [100, 300])
  test(`the risk of ${count} random features is that of the features in closed form`, () => {
    const lambda = 3e-3;
    const random = new Random(8);
    const w = Float64Array.from({ length: count }, () => random.uniform());
    const feature = (at: number, m: number) => lambda2(frac(at - w[m])) / Math.sqrt(count);
    const z = new Float64Array(N * count);
    for (let m = 0; m < count; m++) for (let i = 0; i < N; i++) z[i + m * N] = feature(x[i], m);
    const h = new Float64Array(count ** 2);
    const block = full(z, N);
    core.gemm(true, false, count, count, N, 1 / N, block, block, 0, full(h, count), quietContext);
    const c = new Float64Array(count);
    core.gemv(true, N, count, 1 / N, block, y, 0, c, quietContext);
    const beta = solved(h, count, lambda, c);
    const f = GRID.map((at) => beta.reduce((sum, b, m) => sum + b * feature(at, m), 0));
    core.scope(() => {
      const features = new SplineFeatures(sample, splineEigenvalues(2), new Random(8), fitContext);
      near(splineRiskAt(features.first(count), coefficients, lambda, fitContext), squared(f), 1e-3);
    });
  });

test('features are nested, and few and many of them are the same estimator', () => {
  core.scope(() => {
    const grown = new SplineFeatures(sample, splineEigenvalues(2), new Random(8), fitContext);
    const risks = [7, 192, 193, 500].map((m) => splineRiskAt(grown.first(m), coefficients, 1e-3, fitContext));
    const fresh = (m: number) => {
      const features = new SplineFeatures(sample, splineEigenvalues(2), new Random(8), fitContext);
      return splineRiskAt(features.first(m), coefficients, 1e-3, fitContext);
    };
    [7, 192, 193, 500].forEach((m, i) => {
      near(fresh(m), risks[i], 1e-9);
    });
    assert.ok(risks[0] > 1.05 * risks[3], 'seven features are too few');
  });
});

test('the least risk is the least of the single ones', () => {
  const lambdas = powersOfTen(-6, 0, 25);
  core.scope(() => {
    const reduced = kernelRidge(sample, splineEigenvalues(4), core);
    const { risk, lambda } = leastRisk(reduced, coefficients, lambdas, fitContext);
    const single = lambdas.map((v) => splineRiskAt(reduced, coefficients, v, fitContext));
    near(risk, Math.min(...single), 1e-8);
    assert.equal(lambda, lambdas[single.indexOf(Math.min(...single))]);
    assert.ok(lambda > lambdas[0] && lambda < lambdas[24]);
  });
});
